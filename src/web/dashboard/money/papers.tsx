import { Button, Select, Text } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import { call, useAsk } from '#web/api.ts'
import { keep } from '../ask.ts'
import { useSite } from '../business.tsx'
import { ExportButton } from '../parts/export.tsx'
import { Answered, Empty, FilteredEmpty } from '../parts/answers.tsx'
import { Filters, Pager, Row, State } from '../parts/list.tsx'
import { List } from '../parts/page.tsx'
import { invoiceState } from '../parts/order-payments.tsx'
import { PeriodFilter, usePeriod } from '../parts/period.tsx'
import { PersonFilter } from '../parts/person-picker.tsx'
import { useUrl } from '../parts/url.ts'
import { money, when } from '../parts/words.ts'
import { useWhose } from './whose.ts'
import { tableWithPeople } from './with-people.ts'

const size = 25

/** Receipts and credit notes by number, without gaps. */
export function Papers() {
  const site = useSite()
  const [url, setUrl] = useUrl<{ kind?: string; person?: string; period?: string; from?: string; to?: string; page?: number }>()
  const page = url.page ?? 1
  const kind = url.kind === 'notes' ? ('CREDIT_NOTE' as const) : ('RECEIPT' as const)
  const filter = { kind, ...usePeriod(), ...(url.person ? { buyerId: url.person } : {}) }
  const found = useAsk('orders.listPapers', { query: { ...filter, limit: size, offset: (page - 1) * size } }, keep)
  const whose = useWhose(found.data?.papers)
  const word = kind === 'RECEIPT' ? 'Receipt' : 'Credit note'
  const filtered = Boolean(url.person || url.period)
  return (
    <>
      <Filters>
        <Select
          size="md"
          w={170}
          aria-label="Kind of paper"
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
          pages={tableWithPeople({
            file: kind === 'RECEIPT' ? 'receipts.csv' : 'credit-notes.csv',
            page: async (window) => {
              const { papers, total } = await call('orders.listPapers', { query: { ...filter, ...window } })
              return { found: papers, total }
            },
            numbers: [
              ['No.', (one) => one.number],
              ['Date', (one) => one.date],
            ],
            rest: [
              ['State', (one) => one.state],
              ['Payment id', (one) => one.invoiceId],
              ['Order id', (one) => one.orderId],
              ['Booking id', (one) => one.bookingId],
            ],
          })}
        />
      </Filters>
      <Answered ask={found}>
        {(data) =>
          data.papers.length === 0 ? (
            filtered ? (
              <FilteredEmpty
                what={kind === 'RECEIPT' ? 'receipts' : 'credit notes'}
                onClear={() => setUrl({ person: undefined, period: undefined, from: undefined, to: undefined })}
              />
            ) : (
              <Empty icon={<IconReceipt size={26} />} title={kind === 'RECEIPT' ? 'No receipts yet' : 'No credit notes yet'}>
                {kind === 'RECEIPT' ? 'Every payment that came in gets the next number.' : 'Money that went back gets a credit note with the next number.'}
              </Empty>
            )
          ) : (
            <>
              <Text c="dimmed" size="sm" mb="sm" role="status">
                {data.missing === 0 ? `Numbers 1 to ${data.last}, without a gap.` : `${data.missing} numbers up to ${data.last} are missing.`}
              </Text>
              <List label={`${word}s`}>
                {data.papers.map((paper) => {
                  const [state, tone] = invoiceState(paper.state)
                  return (
                    <Row
                      key={paper.number}
                      title={`${word} ${paper.number}: ${money({ value: paper.amount, currency: paper.currency }, site)}`}
                      sub={`${whose(paper)} · ${paper.title} · ${when(paper.date, site, 'date')}`}
                      facts={kind === 'RECEIPT' && paper.state !== 'PAID' ? <State tone={tone}>{state}</State> : undefined}
                      actions={
                        <>
                          <Button
                            component="a"
                            variant="default"
                            href={`/api/invoices/${paper.invoiceId}/page`}
                            target="_blank"
                            rel="noreferrer"
                            aria-label={`Open ${word.toLowerCase()} ${paper.number}`}
                          >
                            Open
                          </Button>
                          <Button component="a" variant="subtle" href={`/api/invoices/${paper.invoiceId}/pdf`} aria-label={`${word} ${paper.number} as PDF`}>
                            PDF
                          </Button>
                        </>
                      }
                    />
                  )
                })}
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
      </Answered>
    </>
  )
}
