/** The life of an order in one line of time: what happened, who did it, every try to charge, money given back, letters. */
import { useAsk } from '#web/api.ts'
import type { ReplyOf } from '#web/operations.ts'
import { useSite } from '../business.tsx'
import { Answered } from '../parts/answers.tsx'
import { Section } from '../parts/page.tsx'
import { disputeState, refundReason } from '../parts/order-payments.tsx'
import { letterState, money, when } from '../parts/words.ts'
import css from './timeline.module.css'

type History = ReplyOf<'house.getOrderHistory'>
type Paid = ReplyOf<'orders.getInvoices'>
interface Entry {
  key: string
  at: string
  what: string
  kind: 'event' | 'money' | 'bad' | 'letter'
}
const events: Record<string, string> = {
  created: 'Ordered',
  purchased: 'Bought',
  started: 'Started',
  paused: 'Paused',
  resumed: 'Resumed',
  ended: 'Ended',
  canceled: 'Cancelled',
  auto_renew_canceled: 'Cancelled for the end of the paid time',
  marked_as_paid: 'Marked as paid',
  start_date_changed: 'Start moved',
  end_date_postponed: 'End moved',
}
const actors: Record<string, string> = { MEMBER: ' by the member', OWNER: ' by you', APP: ' by an app' }
const letters: Record<string, string> = { 'payment-receipt': 'Receipt', 'plan-purchased': 'Confirmation of the purchase' }

const eventText = ({ slug, cycleNumber, by }: History['events'][number]): string =>
  slug === 'cycle_started' ? (cycleNumber === 0 ? 'Trial began' : `Period ${cycleNumber} began`) : `${events[slug] ?? slug}${actors[by] ?? ''}`

function entriesOf(history: History, paid: Paid, inMoney: (value: string, currency: string) => string): Entry[] {
  const invoices = paid.invoices.filter(({ cycleIndex }) => cycleIndex > 0)
  return [
    ...history.events.map((event, at): Entry => ({ key: `event-${at}`, at: event.at, what: eventText(event), kind: 'event' })),
    ...invoices.flatMap((invoice) =>
      invoice.attempts
        .filter(({ outcome }) => outcome === 'DECLINED' || outcome === 'SUCCEEDED' || outcome === 'REQUIRES_ACTION')
        .map((attempt): Entry => {
          const amount = inMoney(invoice.amount, invoice.currency)
          return attempt.outcome === 'SUCCEEDED'
            ? { key: `${invoice.id}-${attempt.n}`, at: attempt.at, what: `${amount} paid`, kind: 'money' }
            : {
                key: `${invoice.id}-${attempt.n}`,
                at: attempt.at,
                what:
                  attempt.outcome === 'DECLINED'
                    ? `${amount} declined, try ${attempt.n}. ${attempt.reason ?? ''}`
                    : `${amount}: the bank asks the member to confirm`,
                kind: 'bad',
              }
        }),
    ),
    ...invoices
      .filter(({ paidBy, paidDate }) => paidBy === 'manual' && paidDate)
      .map(
        (invoice): Entry => ({
          key: `${invoice.id}-cash`,
          at: invoice.paidDate ?? '',
          what: `${inMoney(invoice.amount, invoice.currency)} noted as paid outside`,
          kind: 'money',
        }),
      ),
    ...paid.refunds.map(
      (refund): Entry => ({
        key: refund.id,
        at: refund.createdDate,
        what: `${inMoney(refund.amount, refund.currency)} ${refundReason(refund.reason)}`,
        kind: 'money',
      }),
    ),
    ...paid.disputes.flatMap((dispute): Entry[] => [
      { key: dispute.id, at: dispute.openedDate, what: `${inMoney(dispute.amount, dispute.currency)} disputed at the bank`, kind: 'bad' },
      ...(dispute.closedDate
        ? [{ key: `${dispute.id}-closed`, at: dispute.closedDate, what: `Dispute ${disputeState(dispute.state)[0].toLowerCase()}`, kind: 'event' as const }]
        : []),
    ]),
    ...history.letters.map(
      (letter): Entry => ({
        key: letter.id,
        at: letter.at,
        what: `Letter: ${letters[letter.template] ?? letter.subject}${letter.state === 'SENT' || letter.state === 'KEPT' ? '' : ` (${letterState(letter.state)[0].toLowerCase()})`}`,
        kind: 'letter',
      }),
    ),
  ].toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
}

export function OrderTimeline({ orderId }: { orderId: string }) {
  const site = useSite()
  const history = useAsk('house.getOrderHistory', { params: { id: orderId } })
  const paid = useAsk('orders.getInvoices', { params: { id: orderId } })
  return (
    <Section title="Timeline">
      <Answered ask={history}>
        {(data) => (
          <Answered ask={paid}>
            {(payments) => (
              <ol className={css.line}>
                {entriesOf(data, payments, (value, currency) => money({ value, currency }, site)).map((entry) => (
                  <li key={entry.key} data-kind={entry.kind}>
                    <time dateTime={entry.at}>{when(entry.at, site)}</time>
                    <span>{entry.what}</span>
                  </li>
                ))}
              </ol>
            )}
          </Answered>
        )}
      </Answered>
    </Section>
  )
}
