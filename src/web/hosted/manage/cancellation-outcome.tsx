/** When a booking was cancelled, and what became of the money or the plan sessions. */
import { Money } from '../../kit/money.tsx'
import { When } from '../../kit/when.tsx'
import { useMessages } from '../../kit/messages.ts'
import type { ReplyOf } from '../../operations.ts'
import { useSite } from '../../site-context.tsx'
import { messages } from './cancellation-outcome.messages.tsx'

export type Outcome = NonNullable<ReplyOf<'managedBookings.getManagedBooking'>['outcome']>

export function CancellationOutcome({ outcome }: { outcome: Outcome }) {
  const t = useMessages(messages)
  const site = useSite()
  const { date, currency, isToCard, sessionsReturned, sessionsKept } = outcome
  const money = (value: string) => <Money value={value} currency={currency} />
  const [paid, fee, kept] = [Number(outcome.paid), Number(outcome.fee), Number(outcome.kept)]
  const isNothing = paid === 0 && fee === 0 && sessionsReturned === 0 && sessionsKept === 0
  return (
    <div className="stack-s">
      {date ? <p>{t.when(<When at={date} style="date" />)}</p> : null}
      {Number(outcome.refunded) > 0 ? <p>{(isToCard ? t.refundedToCard : t.refunded)(money(outcome.refunded))}</p> : null}
      {Number(outcome.refunding) > 0 ? <p>{(isToCard ? t.refundingToCard : t.refunding)(money(outcome.refunding))}</p> : null}
      {fee > 0 ? <p>{t.fee(money(outcome.fee))}</p> : null}
      {kept > 0 ? <p>{(kept === paid ? t.keptAll : t.kept)(money(outcome.kept), site.name)}</p> : null}
      {sessionsReturned > 0 ? <p>{t.returned(sessionsReturned)}</p> : null}
      {sessionsKept > 0 ? <p>{t.sessionsKept(sessionsKept)}</p> : null}
      {isNothing ? <p>{t.nothing}</p> : null}
    </div>
  )
}
