/** The timeline of an order: status changes and who made them, charges, refunds, emails. */
import { useApiQuery } from '#web/api.ts'
import type { ReplyOf } from '#web/operations.ts'
import { useSite } from '../business.tsx'
import { QueryView } from '../parts/query-view.tsx'
import { Section } from '../parts/page.tsx'
import { disputeState, refundReason } from '../parts/payment-labels.ts'
import { emailState, formatPrice, formatInstant } from '../parts/format.ts'
import css from '../parts/timeline.module.css'

type History = ReplyOf<'reports.getOrderHistory'>
type OrderInvoices = ReplyOf<'checkout.getInvoices'>
interface Entry {
  key: string
  at: string
  what: string
  kind: 'event' | 'money' | 'bad' | 'email'
}
const eventLabels: Record<string, string> = {
  created: 'Ordered',
  purchased: 'Bought',
  started: 'Started',
  paused: 'Paused',
  resumed: 'Resumed',
  ended: 'Ended',
  canceled: 'Cancelled',
  auto_renew_canceled: 'Set to cancel at period end',
  marked_as_paid: 'Marked as paid',
  start_date_changed: 'Start date changed',
  end_date_postponed: 'End date changed',
}
const actorLabels: Record<string, string> = { MEMBER: ' by the member', OWNER: ' by you', APP: ' by an app' }
const emailLabels: Record<string, string> = { 'payment-receipt': 'Receipt', 'plan-purchased': 'Purchase confirmation' }

const describeEvent = ({ slug, cycleNumber, by }: History['events'][number]): string =>
  slug === 'cycle_started' ? (cycleNumber === 0 ? 'Trial started' : `Period ${cycleNumber} started`) : `${eventLabels[slug] ?? slug}${actorLabels[by] ?? ''}`

function toTimelineEntries(history: History, paid: OrderInvoices, inMoney: (value: string, currency: string) => string): Entry[] {
  const invoices = paid.invoices.filter(({ cycleIndex }) => cycleIndex > 0)
  return [
    ...history.events.map((event, at): Entry => ({ key: `event-${at}`, at: event.at, what: describeEvent(event), kind: 'event' })),
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
                    ? `${amount} declined, attempt ${attempt.n}. ${attempt.reason ?? ''}`
                    : `${amount}: waiting for the member to confirm`,
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
          what: `${inMoney(invoice.amount, invoice.currency)} marked as paid in person`,
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
      { key: dispute.id, at: dispute.openedDate, what: `${inMoney(dispute.amount, dispute.currency)} disputed`, kind: 'bad' },
      ...(dispute.closedDate
        ? [{ key: `${dispute.id}-closed`, at: dispute.closedDate, what: `Dispute ${disputeState(dispute.state)[0].toLowerCase()}`, kind: 'event' as const }]
        : []),
    ]),
    ...history.emails.map(
      (email): Entry => ({
        key: email.id,
        at: email.at,
        what: `Email: ${emailLabels[email.template] ?? email.subject}${email.state === 'SENT' || email.state === 'KEPT' ? '' : ` (${emailState(email.state)[0].toLowerCase()})`}`,
        kind: 'email',
      }),
    ),
  ].toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
}

export function OrderTimeline({ orderId }: { orderId: string }) {
  const site = useSite()
  const history = useApiQuery('reports.getOrderHistory', { params: { id: orderId } })
  const paid = useApiQuery('checkout.getInvoices', { params: { id: orderId } })
  return (
    <Section title="Timeline">
      <QueryView query={history}>
        {(data) => (
          <QueryView query={paid}>
            {(payments) => (
              <ol className={css.line}>
                {toTimelineEntries(data, payments, (value, currency) => formatPrice({ value, currency }, site)).map((entry) => (
                  <li key={entry.key} data-kind={entry.kind}>
                    <time dateTime={entry.at}>{formatInstant(entry.at, site)}</time>
                    <span>{entry.what}</span>
                  </li>
                ))}
              </ol>
            )}
          </QueryView>
        )}
      </QueryView>
    </Section>
  )
}
