import { Button, Select, Text } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import { call, useApiQuery } from '#web/api.ts'
import type { InputOf, ReplyOf } from '#web/operations.ts'
import { operationUrl } from '../../operation-url.ts'
import { keepPrevious } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import { ExportButton } from '../parts/export.tsx'
import { QueryView, EmptyState, NoResults } from '../parts/query-view.tsx'
import { Filters, Pager } from '../parts/list-tools.tsx'
import { Row, StateTag } from '../parts/list.tsx'
import { List } from '../parts/page.tsx'
import { invoiceState } from '../parts/payment-labels.ts'
import { PeriodFilter, usePeriod } from '../parts/period.tsx'
import { PersonFilter } from '../parts/person-picker.tsx'
import { useSearchState } from '../parts/search-state.ts'
import { formatPrice, formatInstant } from '../parts/format.ts'
import { moneySearch } from '../search-params.ts'
import { usePayerNames } from './payer-names.ts'
import { toCsvPages } from './csv-pages.ts'

const size = 25
type Kind = 'RECEIPT' | 'CREDIT_NOTE'
type ReceiptDocument = ReplyOf<'moneyLists.listReceiptDocuments'>['documents'][number]
type Filter = InputOf<'moneyLists.listReceiptDocuments'>['query']

function DocumentRow({ doc, word, kind, payer }: { doc: ReceiptDocument; word: string; kind: Kind; payer: string }) {
  const site = useSite()
  const [state, tone] = invoiceState(doc.state)
  return (
    <Row
      title={`${word} ${doc.number}: ${formatPrice({ value: doc.amount, currency: doc.currency }, site)}`}
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
            aria-label={`Open ${word.toLowerCase()} ${doc.number}`}
          >
            Open
          </Button>
          <Button
            component="a"
            variant="subtle"
            href={operationUrl('money.getInvoicePdf', { params: { id: doc.invoiceId } })}
            aria-label={`${word} ${doc.number} as PDF`}
          >
            PDF
          </Button>
        </>
      }
    />
  )
}

function DocumentFilters({ kind, filter }: { kind: Kind; filter: Filter }) {
  const [url, setUrl] = useSearchState(moneySearch)
  return (
    <Filters>
      <Select
        size="md"
        w={170}
        aria-label="Document type"
        allowDeselect={false}
        value={url.kind === 'notes' ? 'notes' : 'receipts'}
        onChange={(next) => setUrl({ kind: next === 'notes' ? 'notes' : undefined })}
        data={[
          { value: 'receipts', label: 'Receipts' },
          { value: 'notes', label: 'Credit notes' },
        ]}
      />
      <PersonFilter />
      <PeriodFilter />
      <ExportButton
        pages={toCsvPages({
          file: kind === 'RECEIPT' ? 'receipts.csv' : 'credit-notes.csv',
          page: async (window) => {
            const { documents, total } = await call('moneyLists.listReceiptDocuments', { query: { ...filter, ...window } })
            return { found: documents, total }
          },
          numbers: [
            ['No.', (one) => one.number],
            ['Date', (one) => one.date],
          ],
          rest: [
            ['Tax', (one) => one.tax?.amount],
            ['Tax rate', (one) => one.tax?.rate],
            ['Status', (one) => one.state],
            ['Payment id', (one) => one.invoiceId],
            ['Order id', (one) => one.orderId],
            ['Booking id', (one) => one.bookingId],
          ],
        })}
      />
    </Filters>
  )
}

/** Receipts and credit notes by number, without gaps. */
export function Documents() {
  const [url, setUrl] = useSearchState(moneySearch)
  const page = url.page ?? 1
  const kind = url.kind === 'notes' ? ('CREDIT_NOTE' as const) : ('RECEIPT' as const)
  const filter = { kind, ...usePeriod(), ...(url.person ? { buyerId: url.person } : {}) }
  const found = useApiQuery('moneyLists.listReceiptDocuments', { query: { ...filter, limit: size, offset: (page - 1) * size } }, keepPrevious)
  const payerName = usePayerNames(found.data?.documents)
  const word = kind === 'RECEIPT' ? 'Receipt' : 'Credit note'
  const filtered = Boolean(url.person || url.period)
  return (
    <>
      <DocumentFilters kind={kind} filter={filter} />
      <QueryView query={found}>
        {(data) =>
          data.documents.length === 0 ? (
            filtered ? (
              <NoResults
                what={kind === 'RECEIPT' ? 'receipts' : 'credit notes'}
                onClear={() => setUrl({ person: undefined, period: undefined, from: undefined, to: undefined })}
              />
            ) : (
              <EmptyState icon={<IconReceipt size={26} />} title={kind === 'RECEIPT' ? 'No receipts yet' : 'No credit notes yet'}>
                {kind === 'RECEIPT' ? 'Each payment gets the next receipt number.' : 'Each refund gets the next credit note number.'}
              </EmptyState>
            )
          ) : (
            <>
              <Text c="dimmed" size="sm" mb="sm" role="status">
                {data.missing === 0 ? `Numbers 1 to ${data.last}, no gaps.` : `${data.missing} numbers up to ${data.last} are missing.`}
              </Text>
              <List label={`${word}s`}>
                {data.documents.map((doc) => (
                  <DocumentRow key={doc.number} doc={doc} word={word} kind={kind} payer={payerName(doc)} />
                ))}
              </List>
              <Pager
                page={page}
                pages={Math.ceil(data.total / size)}
                total={data.total}
                what={kind === 'RECEIPT' ? 'receipts' : 'credit notes'}
                onPage={(next) => setUrl({ page: next })}
              />
            </>
          )
        }
      </QueryView>
    </>
  )
}
