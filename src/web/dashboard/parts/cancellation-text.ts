/** Sentences about what cancelling does to money, plan sessions and people. Pure. */
import { currentMessages } from '#web/kit/messages.ts'
import { messages } from './cancellation-text.messages.ts'

export interface CancellationEffect {
  people: number
  /** Decimal strings. */
  paidByCard: string
  refunded: string
  currency: string
  sessionsReturned: number
  hasEmail: boolean
}
type InMoney = (value: string, currency: string) => string
const t = currentMessages(messages)

/** `2 people · €40.00 refunded · no email address`. `saysNothing`: also that nothing is refunded, where a sum above does not say it of all. */
export function describeEffect(
  { people, paidByCard, refunded, currency, sessionsReturned, hasEmail }: CancellationEffect,
  inMoney: InMoney,
  saysNothing = true,
): string {
  const kept = Number(paidByCard) - Number(refunded)
  return [
    people === 1 ? '' : t.people(people),
    Number(refunded) > 0 ? t.refunded(inMoney(refunded, currency)) : '',
    kept > 0 ? t.notRefunded(inMoney(String(kept), currency)) : '',
    sessionsReturned > 0 ? t.returned(sessionsReturned) : '',
    saysNothing && Number(paidByCard) === 0 && sessionsReturned === 0 ? t.nothing : '',
    hasEmail ? '' : t.noEmail,
  ]
    .filter(Boolean)
    .join(' · ')
}

/** `€40.00 refunded · 1 plan session returned.` for one booking; without money and sessions that nothing moves. */
export function describeSingle(effect: CancellationEffect, inMoney: InMoney): string {
  const text = describeEffect({ ...effect, people: 1 }, inMoney)
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}

/** The fee that the business may charge. Decimal strings; `open` is what payments do not cover. */
export interface ChosenFee {
  amount: string
  open: string
  settlement: 'KEPT' | 'CARD' | 'OWED'
}
/** How a fee that is charged would be settled, in one sentence. */
export function describeChosenFee({ amount, open, settlement }: ChosenFee, inMoney: (value: string) => string): string {
  const covered = Number(amount) - Number(open)
  if (settlement === 'KEPT') return t.feeKept
  if (settlement === 'OWED') return t.feeOwed
  return covered > 0 ? t.feeSplit(inMoney(String(covered)), inMoney(open)) : t.feeByCard
}

/** `€30.00 in all: 1 kept from what was paid, 2 noted as owed.` for the fees of several bookings; each currency by itself. */
export function describeFees(fees: readonly (ChosenFee & { currency: string })[], inMoney: InMoney): string {
  const totals = new Map<string, number>()
  for (const { amount, currency } of fees) totals.set(currency, (totals.get(currency) ?? 0) + Number(amount))
  const parts = (['KEPT', 'CARD', 'OWED'] as const).flatMap((way) => {
    const count = fees.filter(({ settlement }) => settlement === way).length
    return count > 0 ? [t.settled[way](count)] : []
  })
  return t.fees(
    [...totals].map(([currency, value]) => inMoney(String(value), currency)),
    parts.join(', '),
  )
}

/** Whether money or sessions move for none of them. */
export const isNothingMoved = (effects: readonly CancellationEffect[]): boolean =>
  effects.every(({ paidByCard, refunded, sessionsReturned }) => Number(paidByCard) === 0 && Number(refunded) === 0 && sessionsReturned === 0)

/** `3 bookings: €40.00 refunded, 2 plan sessions returned, 2 can be emailed.` */
export function sumEffects(effects: readonly CancellationEffect[], inMoney: InMoney): string {
  const refunds = new Map<string, number>()
  for (const { refunded, currency } of effects) if (Number(refunded) > 0) refunds.set(currency, (refunds.get(currency) ?? 0) + Number(refunded))
  const sessions = effects.reduce((sum, one) => sum + one.sessionsReturned, 0)
  const reachable = effects.filter(({ hasEmail }) => hasEmail).length
  const parts = [
    refunds.size > 0 ? t.allRefunded([...refunds].map(([currency, value]) => inMoney(String(value), currency))) : t.nothing,
    sessions > 0 ? t.returned(sessions) : '',
    t.reachable(reachable, effects.length),
  ]
  return t.sum(effects.length, parts.filter(Boolean).join(', '))
}
