/** Why a plan does not pay for a booking, as text for the customer or the business. Source: guide pricing-plans §13.3; bookings §12.7. */
import { Temporal } from 'temporal-polyfill'
import type { BaseContext } from '#kit/api/context.ts'
import type { Language, LocalizedText } from '#kit/pure/languages.ts'
import type { CoverageRefusal } from '#domains/orders/public.ts'
import { refuse } from '../errors.ts'

/** Refuses with NOT_ENOUGH_BALANCE; `data.reason` is the rule of the guide that fails, the text gives names and dates. */
export function refuseByPlan(ctx: BaseContext, { reason, data }: CoverageRefusal, of: { start: Temporal.Instant; zone: string }): never {
  const day = (at: string | undefined, language: Language) =>
    at ? Temporal.Instant.from(at).toZonedDateTimeISO(of.zone).toLocaleString(language, { dateStyle: 'long' }) : ''
  return refuse('NOT_ENOUGH_BALANCE', { reason, ...data }, describePlanRefusal({ reason, data }, { mine: ctx.caller.role !== 'owner', start: of.start, day }))
}

interface ReaderContext {
  /** The reader is the customer; else the business. */
  mine: boolean
  start: Temporal.Instant
  day(at: string | undefined, language: Language): string
}
/** The text for a reason, with the name of the plan. */
export function describePlanRefusal({ reason, data }: CoverageRefusal, { mine, start, day }: ReaderContext): LocalizedText {
  const name = data.planName ? ` “${data.planName}”` : ''
  const namedDe = data.planName ? ` „${data.planName}“` : ''
  const en = `${mine ? 'Your' : 'The'} plan${name}`
  const de = `${mine ? 'Dein' : 'Der'} Tarif${namedDe}`
  const both = (message: string, german: string): LocalizedText => ({ message, de: german })
  switch (reason) {
    case 'NOT_OWNER':
      return mine
        ? both('Please sign in as the member who has the plan.', 'Bitte melde dich als das Mitglied an, dem der Tarif gehört.')
        : both(
            'This customer has no such plan: only members pay with a plan of their own.',
            'Diese Person hat keinen solchen Tarif: Nur Mitglieder bezahlen mit ihrem eigenen.',
          )
    case 'POOL_NOT_ACTIVE':
      if (data.status === 'PENDING')
        return both(
          `${en} has not started yet: it starts on ${day(data.startDate, 'en')}.`,
          `${de} hat noch nicht begonnen: Er beginnt am ${day(data.startDate, 'de')}.`,
        )
      if (data.status === 'PAUSED') return both(`${en} is paused.`, `${de} ist pausiert.`)
      return both(`${en} has ended.`, `${de} ist zu Ende.`)
    case 'PAYMENT_DUE':
      return both(
        `The latest payment for ${mine ? 'your' : 'the'} plan${name} is open. Once it is paid, the plan pays for bookings again.`,
        `Die letzte Zahlung für ${mine ? 'deinen' : 'den'} Tarif${namedDe} ist offen. Sobald sie bezahlt ist, gilt er wieder für Buchungen.`,
      )
    case 'BENEFIT_NOT_FOUND':
      return data.planName
        ? both(`${en} is not for this service.`, `${de} gilt nicht für dieses Angebot.`)
        : both(
            mine ? 'You have no plan for this service.' : 'This customer has no plan for this service.',
            mine ? 'Du hast keinen Tarif für dieses Angebot.' : 'Diese Person hat keinen Tarif für dieses Angebot.',
          )
    case 'OUT_OF_PLAN_PERIOD':
      return data.startDate && Temporal.Instant.compare(start, Temporal.Instant.from(data.startDate)) < 0
        ? both(
            `This is before ${mine ? 'your' : 'the'} plan${name} starts on ${day(data.startDate, 'en')}.`,
            `Das ist, bevor ${mine ? 'dein' : 'der'} Tarif${namedDe} am ${day(data.startDate, 'de')} beginnt.`,
          )
        : both(
            `This is after ${mine ? 'your' : 'the'} plan${name} ends on ${day(data.endDate, 'en')}.`,
            `Das ist, nachdem ${mine ? 'dein' : 'der'} Tarif${namedDe} am ${day(data.endDate, 'de')} endet.`,
          )
    case 'NOT_ENOUGH_BALANCE': {
      const left = Number(data.availableBalance ?? 0)
      if (left === 0) return both(`${en} has no sessions left.`, `In ${mine ? 'deinem' : 'dem'} Tarif${namedDe} sind keine Besuche mehr übrig.`)
      return both(
        `${en} has ${left} ${left === 1 ? 'session' : 'sessions'} left; this booking needs ${data.requestedBalance}.`,
        `In ${mine ? 'deinem' : 'dem'} Tarif${namedDe} ${left === 1 ? 'ist noch 1 Besuch' : `sind noch ${left} Besuche`} übrig; diese Buchung braucht ${data.requestedBalance}.`,
      )
    }
  }
}
