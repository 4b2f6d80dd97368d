/** The timeline of an order: status changes and who made them, charges, refunds, emails. */
import { useApiQuery } from '#web/api.ts'
import type { ReplyOf } from '#web/operations.ts'
import { currentMessages } from '#web/kit/messages.ts'
import { useSite } from '../business.tsx'
import { QueryView } from '../parts/query-view.tsx'
import { Section } from '../parts/page.tsx'
import { disputeState, refundReason } from '../parts/payment-labels.ts'
import { formatPrice, formatInstant } from '../parts/format-times.ts'
import { emailState } from '../parts/format.ts'
import css from '../parts/timeline.module.css'
import { refreshWhileQueued } from '../parts/refresh-queued.ts'
import { messages } from './order-timeline.messages.ts'

type History = ReplyOf<'reports.getOrderHistory'>
type OrderInvoices = ReplyOf<'checkout.getInvoices'>
interface Entry {
  key: string
  at: string
  what: string
  kind: 'event' | 'money' | 'bad' | 'email'
}
const text = currentMessages(messages)

function describeEvent({ slug, cycleNumber, by }: History['events'][number]): string {
  if (slug === 'cycle_started') return cycleNumber === 0 ? text.trialStarted : text.periodStarted(cycleNumber)
  const event = text.events[slug] ?? slug
  return text.by[by]?.(event) ?? event
}

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
            ? { key: `${invoice.id}-${attempt.n}`, at: attempt.at, what: text.paid(amount), kind: 'money' }
            : {
                key: `${invoice.id}-${attempt.n}`,
                at: attempt.at,
                what: attempt.outcome === 'DECLINED' ? text.declined(amount, attempt.n, attempt.reason ?? '') : text.waiting(amount),
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
          what: text.paidInPerson(inMoney(invoice.amount, invoice.currency)),
          kind: 'money',
        }),
      ),
    ...paid.refunds.map(
      (refund): Entry => ({
        key: refund.id,
        at: refund.createdDate,
        what: text.refunded(inMoney(refund.amount, refund.currency), refundReason(refund.reason)),
        kind: 'money',
      }),
    ),
    ...paid.disputes.flatMap((dispute): Entry[] => [
      { key: dispute.id, at: dispute.openedDate, what: text.disputed(inMoney(dispute.amount, dispute.currency)), kind: 'bad' },
      ...(dispute.closedDate
        ? [{ key: `${dispute.id}-closed`, at: dispute.closedDate, what: text.disputeClosed(disputeState(dispute.state)[0]), kind: 'event' as const }]
        : []),
    ]),
    ...history.emails.map(
      (email): Entry => ({
        key: email.id,
        at: email.at,
        what: text.email(
          text.emails[email.template] ?? email.subject,
          email.state === 'SENT' || email.state === 'KEPT' ? undefined : emailState(email.state)[0],
        ),
        kind: 'email',
      }),
    ),
  ].toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
}

export function OrderTimeline({ orderId }: { orderId: string }) {
  const site = useSite()
  const history = useApiQuery(
    'reports.getOrderHistory',
    { params: { id: orderId } },
    { refetchInterval: ({ state }) => refreshWhileQueued(state.data?.emails) },
  )
  const paid = useApiQuery('checkout.getInvoices', { params: { id: orderId } })
  return (
    <Section title={text.title}>
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
