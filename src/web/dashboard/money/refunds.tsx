import { Select } from '@mantine/core'
import { IconArrowBackUp, IconShieldCheck } from '@tabler/icons-react'
import { call, useAsk } from '#web/api.ts'
import { keep } from '../ask.ts'
import { useSite } from '../business.tsx'
import { ExportButton } from '../parts/export.tsx'
import { Answered, Empty, FilteredEmpty } from '../parts/answers.tsx'
import { Initials } from '../parts/initials.tsx'
import { Filters, Pager, Row, State } from '../parts/list.tsx'
import { List } from '../parts/page.tsx'
import { SidePanel } from '../parts/side-panel.tsx'
import { BookingPayments } from '../parts/booking-payments.tsx'
import { disputeState, OrderPayments, providerName, refundReason, refundState } from '../parts/order-payments.tsx'
import { PeriodFilter, usePeriod } from '../parts/period.tsx'
import { PersonFilter } from '../parts/person-picker.tsx'
import { useUrl } from '../parts/url.ts'
import { money, when } from '../parts/words.ts'
import { whatOf, useWhose, type About } from './whose.ts'
import { tableWithPeople } from './with-people.ts'

const size = 25
interface ListUrl {
  state?: string
  person?: string
  period?: string
  from?: string
  to?: string
  page?: number
  open?: string
}
const cleared = { state: undefined, person: undefined, period: undefined, from: undefined, to: undefined, page: undefined }

/** Money that went back, or is on its way. */
export function Refunds() {
  const site = useSite()
  const [url, setUrl] = useUrl<ListUrl>()
  const page = url.page ?? 1
  const filter = { ...usePeriod(), ...(url.person ? { buyerId: url.person } : {}), ...(url.state ? { states: [url.state] } : {}) }
  const found = useAsk('orders.listRefunds', { query: { ...filter, limit: size, offset: (page - 1) * size } }, keep)
  const whose = useWhose(found.data?.refunds)
  const open = found.data?.refunds.find(({ id }) => id === url.open)
  return (
    <>
      <Filters>
        <PersonFilter />
        <Select
          size="md"
          w={170}
          aria-label="State"
          placeholder="Any state"
          clearable
          value={url.state ?? null}
          onChange={(state) => setUrl({ state: state ?? undefined })}
          data={['SENDING', 'SUCCEEDED', 'FAILED'].map((value) => ({ value, label: refundState(value)[0] }))}
        />
        <PeriodFilter />
        <ExportButton
          pages={tableWithPeople({
            file: 'refunds.csv',
            page: async (window) => {
              const { refunds, total } = await call('orders.listRefunds', { query: { ...filter, ...window } })
              return { found: refunds, total }
            },
            numbers: [
              ['Credit note', (one) => one.number],
              ['Receipt', (one) => one.receiptNumber],
            ],
            rest: [
              ['State', (one) => one.state],
              ['Reason', (one) => one.reason],
              ['Through', (one) => one.provider],
              ['Date', (one) => one.createdDate],
              ['Order id', (one) => one.orderId],
              ['Booking id', (one) => one.bookingId],
            ],
          })}
        />
      </Filters>
      <Answered ask={found}>
        {(data) =>
          data.refunds.length === 0 ? (
            url.state || url.person || url.period ? (
              <FilteredEmpty what="refunds" onClear={() => setUrl(cleared)} />
            ) : (
              <Empty icon={<IconArrowBackUp size={26} />} title="Nothing was given back yet">
                Open a payment to give all or a part of it back. The card shows it after a few days.
              </Empty>
            )
          ) : (
            <>
              <List label="Refunds">
                {data.refunds.map((refund) => {
                  const [word, tone] = refundState(refund.state)
                  const name = whose(refund)
                  return (
                    <Row
                      key={refund.id}
                      lead={<Initials name={name} />}
                      title={`${money({ value: refund.amount, currency: refund.currency }, site)} to ${name}`}
                      sub={`${whatOf(refund)} · ${refundReason(refund.reason)} · ${providerName(refund.provider)} · ${when(refund.createdDate, site, 'date')}${refund.problem ? ` · ${refund.problem}` : ''}`}
                      facts={
                        <>
                          {refund.number && <span>Credit note {refund.number}</span>}
                          <State tone={tone}>{word}</State>
                        </>
                      }
                      onOpen={() => setUrl({ open: refund.id }, { push: true })}
                    />
                  )
                })}
              </List>
              <Pager page={page} pages={Math.ceil(data.total / size)} total={data.total} what="refunds" onPage={(next) => setUrl({ page: next })} />
            </>
          )
        }
      </Answered>
      <OnePayment title="Refund" of={open} whose={whose} onClose={() => setUrl({ open: undefined })} />
    </>
  )
}

/** Payments that a buyer questions at the bank: the money is held until it is decided there. */
export function Disputes() {
  const site = useSite()
  const [url, setUrl] = useUrl<ListUrl>()
  const page = url.page ?? 1
  const found = useAsk('orders.listDisputes', { query: { ...(url.state ? { states: [url.state] } : {}), limit: size, offset: (page - 1) * size } }, keep)
  const whose = useWhose(found.data?.disputes)
  return (
    <>
      <Filters>
        <Select
          size="md"
          w={170}
          aria-label="State"
          placeholder="Any state"
          clearable
          value={url.state ?? null}
          onChange={(state) => setUrl({ state: state ?? undefined })}
          data={['OPEN', 'WON', 'LOST'].map((value) => ({ value, label: disputeState(value)[0] }))}
        />
        <ExportButton
          pages={tableWithPeople({
            file: 'disputes.csv',
            page: async (window) => {
              const { disputes, total } = await call('orders.listDisputes', { query: { ...(url.state ? { states: [url.state] } : {}), ...window } })
              return { found: disputes, total }
            },
            rest: [
              ['State', (one) => one.state],
              ['Opened', (one) => one.openedDate],
              ['Closed', (one) => one.closedDate],
              ['Order id', (one) => one.orderId],
              ['Booking id', (one) => one.bookingId],
            ],
          })}
        />
      </Filters>
      <Answered ask={found}>
        {(data) =>
          data.disputes.length === 0 ? (
            url.state ? (
              <FilteredEmpty what="disputes" onClear={() => setUrl(cleared)} />
            ) : (
              <Empty icon={<IconShieldCheck size={26} />} title="No disputes">
                When somebody questions a payment at their bank, it stands here, and nothing more is charged for that plan until you decide.
              </Empty>
            )
          ) : (
            <>
              <List label="Disputes">
                {data.disputes.map((dispute) => {
                  const [word, tone] = disputeState(dispute.state)
                  const name = whose(dispute)
                  return (
                    <Row
                      key={dispute.id}
                      lead={<Initials name={name} />}
                      title={`${money({ value: dispute.amount, currency: dispute.currency }, site)}, ${name}`}
                      sub={`${whatOf(dispute)} · opened ${when(dispute.openedDate, site, 'date')}${dispute.closedDate ? ` · closed ${when(dispute.closedDate, site, 'date')}` : ''}`}
                      facts={
                        <>
                          {dispute.onHold && <State tone="wait">Waits for you</State>}
                          <State tone={tone}>{word}</State>
                        </>
                      }
                      onOpen={() => setUrl({ open: dispute.id }, { push: true })}
                    />
                  )
                })}
              </List>
              <Pager page={page} pages={Math.ceil(data.total / size)} total={data.total} what="disputes" onPage={(next) => setUrl({ page: next })} />
            </>
          )
        }
      </Answered>
      <OnePayment title="Dispute" of={found.data?.disputes.find(({ id }) => id === url.open)} whose={whose} onClose={() => setUrl({ open: undefined })} />
    </>
  )
}

/** The payment behind a refund or a dispute, with all that happened to it. */
function OnePayment({
  title,
  of,
  whose,
  onClose,
}: {
  title: string
  of: (About & { invoiceId: string }) | undefined
  whose: (row: About) => string
  onClose: () => void
}) {
  return (
    <SidePanel open={of !== undefined} title={of ? `${title}: ${whatOf(of)}, ${whose(of)}` : title} onClose={onClose}>
      {of?.orderId && <OrderPayments orderId={of.orderId} who={whose(of)} only={of.invoiceId} />}
      {of?.bookingId && <BookingPayments bookingId={of.bookingId} who={whose(of)} only={of.invoiceId} />}
    </SidePanel>
  )
}
