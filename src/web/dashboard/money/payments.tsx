import { Button, MultiSelect } from '@mantine/core'
import { IconCash } from '@tabler/icons-react'
import { call, useAsk } from '#web/api.ts'
import type { ReplyOf } from '#web/operations.ts'
import { keep } from '../ask.ts'
import { useSite } from '../business.tsx'
import { ExportButton } from '../parts/export.tsx'
import { Answered, Empty, FilteredEmpty } from '../parts/answers.tsx'
import { Initials } from '../parts/initials.tsx'
import { Filters, Pager, Row, State } from '../parts/list.tsx'
import { Facts, List } from '../parts/page.tsx'
import { SidePanel } from '../parts/side-panel.tsx'
import { Go } from '../parts/go.tsx'
import { disputeState, invoiceState, OrderPayments, providerName } from '../parts/order-payments.tsx'
import { useNames } from '../parts/people.ts'
import { PeriodFilter, usePeriod } from '../parts/period.tsx'
import { PersonFilter } from '../parts/person-picker.tsx'
import { useUrl } from '../parts/url.ts'
import { money, when } from '../parts/words.ts'
import { tableWithPeople } from './with-people.ts'

type Payment = ReplyOf<'orders.listPayments'>['payments'][number]
const size = 25
const states = ['PAID', 'OPEN', 'RETRYING', 'FAILED', 'SKIPPED', 'PARTIALLY_REFUNDED', 'REFUNDED', 'VOID']
const providers = ['stripe', 'sandbox', 'manual']
const listOf = (text: string | undefined, known: string[]) => (text ?? '').split('.').filter((one) => known.includes(one))

export function Payments() {
  const site = useSite()
  const [url, setUrl] = useUrl<{ state?: string; by?: string; person?: string; period?: string; page?: number; open?: string }>()
  const page = url.page ?? 1
  const chosen = { states: listOf(url.state, states), providers: listOf(url.by, providers) }
  const filter = { ...chosen, ...usePeriod(), ...(url.person ? { buyerId: url.person } : {}) }
  const found = useAsk('orders.listPayments', { query: { ...filter, limit: size, offset: (page - 1) * size } }, keep)
  const nameOf = useNames(found.data?.payments.map(({ memberId }) => memberId))
  const filtered = Boolean(url.state || url.by || url.person || url.period)
  return (
    <>
      <Filters>
        <PersonFilter />
        <MultiSelect
          size="md"
          aria-label="State"
          placeholder={chosen.states.length > 0 ? '' : 'Any state'}
          clearable
          miw={170}
          value={chosen.states}
          onChange={(picked) => setUrl({ state: picked.join('.') })}
          data={states.map((value) => ({ value, label: invoiceState(value)[0] }))}
        />
        <MultiSelect
          size="md"
          aria-label="Paid through"
          placeholder={chosen.providers.length > 0 ? '' : 'Any way'}
          clearable
          miw={150}
          value={chosen.providers}
          onChange={(picked) => setUrl({ by: picked.join('.') })}
          data={providers.map((value) => ({ value, label: providerName(value) }))}
        />
        <PeriodFilter />
        <ExportButton
          pages={tableWithPeople({
            file: 'payments.csv',
            page: async (window) => {
              const { payments, total } = await call('orders.listPayments', { query: { ...filter, ...window } })
              return { found: payments, total }
            },
            numbers: [['No.', (one) => one.number]],
            rest: [
              ['Given back', (one) => one.refunded],
              ['State', (one) => one.state],
              ['Due', (one) => one.dueDate],
              ['Paid', (one) => one.paidDate],
              ['Through', (one) => one.provider],
              ['Tries', (one) => one.tries],
              ['Dispute', (one) => one.dispute],
              ['Payment id', (one) => one.id],
              ['Order id', (one) => one.orderId],
            ],
          })}
        />
      </Filters>
      <Answered ask={found}>
        {(data) =>
          data.payments.length === 0 ? (
            filtered || page > 1 ? (
              <FilteredEmpty
                what="payments"
                onClear={() =>
                  setUrl({ state: undefined, by: undefined, person: undefined, period: undefined, from: undefined, to: undefined, page: undefined } as never)
                }
              />
            ) : (
              <Empty icon={<IconCash size={26} />} title="No payments yet">
                Every payment for a plan stands here, from the first try on: by card on your site, or cash at the desk.
              </Empty>
            )
          ) : (
            <>
              <List label="Payments">
                {data.payments.map((payment) => {
                  const [word, tone] = invoiceState(payment.state)
                  const name = nameOf(payment.memberId)
                  return (
                    <Row
                      key={payment.id}
                      lead={<Initials name={name} />}
                      title={`${money({ value: payment.amount, currency: payment.currency }, site)} from ${name}`}
                      sub={`${payment.planName} · ${payment.paidDate ? when(payment.paidDate, site, 'date') : `due ${when(payment.dueDate, site, 'date')}`}${payment.reason ? ` · ${payment.reason}` : ''}`}
                      facts={
                        <>
                          {payment.dispute && <State tone={disputeState(payment.dispute)[1]}>Dispute {disputeState(payment.dispute)[0].toLowerCase()}</State>}
                          <State tone={tone}>{word}</State>
                        </>
                      }
                      dim={payment.state === 'VOID'}
                      onOpen={() => setUrl({ open: payment.id }, { push: true })}
                    />
                  )
                })}
              </List>
              <Pager page={page} pages={Math.ceil(data.total / size)} total={data.total} what="payments" onPage={(next) => setUrl({ page: next })} />
            </>
          )
        }
      </Answered>
      <PaymentPanel payment={found.data?.payments.find(({ id }) => id === url.open)} nameOf={nameOf} onClose={() => setUrl({ open: undefined })} />
    </>
  )
}

function PaymentPanel({ payment, nameOf, onClose }: { payment: Payment | undefined; nameOf: (id: string) => string; onClose: () => void }) {
  const site = useSite()
  const inMoney = (value: string) => (payment ? money({ value, currency: payment.currency }, site) : '')
  return (
    <SidePanel
      open={payment !== undefined}
      title={payment ? `${inMoney(payment.amount)} from ${nameOf(payment.memberId)}` : 'Payment'}
      onClose={onClose}
      footer={
        payment && (
          <Button component={Go} to="/dashboard/plans" search={{ tab: 'subscriptions', open: payment.orderId }} variant="default" size="md">
            Open the subscription
          </Button>
        )
      }
    >
      {payment && (
        <>
          <Facts
            items={[
              ['Plan', payment.planName],
              ['Period', payment.cycleIndex > 0 ? `no. ${payment.cycleIndex} of the plan` : undefined],
              [
                'State',
                <State key="state" tone={invoiceState(payment.state)[1]}>
                  {invoiceState(payment.state)[0]}
                </State>,
              ],
              ['Receipt', payment.number ? `No. ${payment.number}` : undefined],
              ['Due', when(payment.dueDate, site)],
              ['Paid', when(payment.paidDate, site)],
              ['Given back', Number(payment.refunded) > 0 ? inMoney(payment.refunded) : undefined],
              ['Through', payment.provider ? providerName(payment.provider) : undefined],
              ['Card', payment.card ? `${payment.card.brand} •••• ${payment.card.last4}` : undefined],
            ]}
          />
          <OrderPayments orderId={payment.orderId} who={nameOf(payment.memberId)} only={payment.id} />
        </>
      )}
    </SidePanel>
  )
}
