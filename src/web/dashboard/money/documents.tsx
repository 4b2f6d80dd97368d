import { Button, Select, Text } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import { useApiQuery } from '#web/api.ts'
import type { InputOf, ReplyOf } from '#web/operations.ts'
import { useMessages } from '#web/kit/messages.ts'
import { operationUrl } from '../../operation-url.ts'
import { keepPrevious } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import { ListExportButton } from '../parts/export.tsx'
import { QueryView, EmptyState, NoResults } from '../parts/query-view.tsx'
import { Filters, Pager } from '../parts/list-tools.tsx'
import { Row, StateTag } from '../parts/list.tsx'
import { List } from '../parts/page.tsx'
import { invoiceState } from '../parts/payment-labels.ts'
import { PeriodFilter, usePeriod } from '../parts/period.tsx'
import { PersonFilter } from '../parts/person-picker.tsx'
import { useSearchState } from '../parts/search-state.ts'
import { formatPrice, formatInstant } from '../parts/format-times.ts'
import { moneySearch } from '../search-params.ts'
import { usePayerNames } from './payer-names.ts'
import { messages } from './documents.messages.ts'

const size = 25
type Kind = 'RECEIPT' | 'CREDIT_NOTE'
type ReceiptDocument = ReplyOf<'moneyLists.listReceiptDocuments'>['documents'][number]
type Filter = InputOf<'moneyLists.listReceiptDocuments'>['query']

function DocumentRow({ doc, kind, payer }: { doc: ReceiptDocument; kind: Kind; payer: string }) {
  const t = useMessages(messages)
  const words = t.of[kind]
  const site = useSite()
  const [state, tone] = invoiceState(doc.state)
  return (
    <Row
      title={words.row(doc.number, formatPrice({ value: doc.amount, currency: doc.currency }, site))}
      sub={`${payer} · ${doc.title} · ${formatInstant(doc.date, site, 'date')}`}
      facts={kind === 'RECEIPT' && doc.state !== 'PAID' ? <StateTag tone={tone}>{state}</StateTag> : undefined}
      actions={
        <>
          <Button
            component="a"
            variant="default"
            href={operationUrl('money.getInvoicePage', { params: { id: doc.invoiceId } })}
            target="_blank"
            rel="noreferrer"
            aria-label={words.open(doc.number)}
          >
            {t.open}
          </Button>
          <Button
            component="a"
            variant="subtle"
            href={operationUrl('money.getInvoicePdf', { params: { id: doc.invoiceId } })}
            aria-label={words.asPdf(doc.number)}
          >
            PDF
          </Button>
        </>
      }
    />
  )
}

function DocumentFilters({ kind, filter }: { kind: Kind; filter: Filter }) {
  const t = useMessages(messages)
  const [url, setUrl] = useSearchState(moneySearch)
  return (
    <Filters>
      <Select
        size="md"
        w={170}
        aria-label={t.type}
        allowDeselect={false}
        value={url.kind === 'notes' ? 'notes' : 'receipts'}
        onChange={(next) => setUrl({ kind: next === 'notes' ? 'notes' : undefined })}
        data={[
          { value: 'receipts', label: t.of.RECEIPT.list },
          { value: 'notes', label: t.of.CREDIT_NOTE.list },
        ]}
      />
      <PersonFilter />
      <PeriodFilter />
      <ListExportButton file={kind === 'RECEIPT' ? 'receipts.csv' : 'credit-notes.csv'} operation="moneyExports.exportDocuments" input={{ query: filter }} />
    </Filters>
  )
}

/** Receipts and credit notes by number, without gaps. */
export function Documents() {
  const t = useMessages(messages)
  const [url, setUrl] = useSearchState(moneySearch)
  const page = url.page ?? 1
  const kind = url.kind === 'notes' ? ('CREDIT_NOTE' as const) : ('RECEIPT' as const)
  const filter = { kind, ...usePeriod(), ...(url.person ? { buyerId: url.person } : {}) }
  const found = useApiQuery('moneyLists.listReceiptDocuments', { query: { ...filter, limit: size, offset: (page - 1) * size } }, keepPrevious)
  const payerName = usePayerNames(found.data?.documents)
  const words = t.of[kind]
  const filtered = Boolean(url.person || url.period)
  return (
    <>
      <DocumentFilters kind={kind} filter={filter} />
      <QueryView query={found}>
        {(data) =>
          data.documents.length === 0 ? (
            filtered ? (
              <NoResults what={words.what} onClear={() => setUrl({ person: undefined, period: undefined, from: undefined, to: undefined })} />
            ) : (
              <EmptyState icon={<IconReceipt size={26} />} title={words.none}>
                {words.noneHint}
              </EmptyState>
            )
          ) : (
            <>
              <Text c="dimmed" size="sm" mb="sm" role="status">
                {data.missing === 0 ? t.noGaps(data.last) : t.gaps(data.missing, data.last)}
              </Text>
              <List label={words.list}>
                {data.documents.map((doc) => (
                  <DocumentRow key={doc.number} doc={doc} kind={kind} payer={payerName(doc)} />
                ))}
              </List>
              <Pager page={page} pages={Math.ceil(data.total / size)} total={data.total} what={words.what} onPage={(next) => setUrl({ page: next })} />
            </>
          )
        }
      </QueryView>
    </>
  )
}
