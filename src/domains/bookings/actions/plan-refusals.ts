/** Why a plan does not pay for a booking, as text for the customer or the business. Source: guide pricing-plans §13.3; bookings §12.7. */
import { Temporal } from 'temporal-polyfill'
import type { BaseContext } from '#kit/api/context.ts'
import { dateLocale, type Language, type LocalizedText } from '#kit/pure/languages.ts'
import type { CoverageRefusal } from '#domains/orders/public.ts'
import { refuse } from '../errors.ts'

/** Refuses with NOT_ENOUGH_BALANCE; `data.reason` is the rule of the guide that fails, the text gives names and dates. */
export function refuseByPlan(ctx: BaseContext, { reason, data }: CoverageRefusal, of: { start: Temporal.Instant; zone: string }): never {
  const day = (at: string | undefined, language: Language) =>
    at ? Temporal.Instant.from(at).toZonedDateTimeISO(of.zone).toLocaleString(dateLocale(language), { dateStyle: 'long' }) : ''
  return refuse('NOT_ENOUGH_BALANCE', { reason, ...data }, describePlanRefusal({ reason, data }, { mine: ctx.caller.role !== 'owner', start: of.start, day }))
}

interface ReaderContext {
  /** The reader is the customer; else the business. */
  mine: boolean
  start: Temporal.Instant
  day(at: string | undefined, language: Language): string
}

/** The words that a sentence about the plan is made of: whose it is, and its name. */
interface PlanTerms {
  mine: boolean
  /** “Your plan “Gold”” at the start of a sentence. */
  plan: string
  /** “your plan “Gold”” within a sentence. */
  inPlan: string
  /** In German by case: nominative at the start and within a sentence, accusative, dative. */
  tarif: { start: string; nominative: string; accusative: string; dative: string }
}
function toPlanTerms({ planName }: CoverageRefusal['data'], mine: boolean): PlanTerms {
  const name = planName ? ` “${planName}”` : ''
  const german = planName ? ` Tarif „${planName}“` : ' Tarif'
  return {
    mine,
    plan: `${mine ? 'Your' : 'The'} plan${name}`,
    inPlan: `${mine ? 'your' : 'the'} plan${name}`,
    tarif: {
      start: `${mine ? 'Dein' : 'Der'}${german}`,
      nominative: `${mine ? 'dein' : 'der'}${german}`,
      accusative: `${mine ? 'deinen' : 'den'}${german}`,
      dative: `${mine ? 'deinem' : 'dem'}${german}`,
    },
  }
}

const describeNotOwner = (mine: boolean): LocalizedText =>
  mine
    ? { message: 'Please sign in as the member who has the plan.', de: 'Bitte melde dich als das Mitglied an, dem der Tarif gehört.' }
    : {
        message: 'This customer has no such plan: only members pay with a plan of their own.',
        de: 'Diese Person hat keinen solchen Tarif: Nur Mitglieder bezahlen mit ihrem eigenen.',
      }

function describeNotActive(data: CoverageRefusal['data'], { plan, tarif }: PlanTerms, day: ReaderContext['day']): LocalizedText {
  if (data.status === 'PENDING')
    return {
      message: `${plan} has not started yet: it starts on ${day(data.startDate, 'en')}.`,
      de: `${tarif.start} hat noch nicht begonnen: Er beginnt am ${day(data.startDate, 'de')}.`,
    }
  if (data.status === 'PAUSED') return { message: `${plan} is paused.`, de: `${tarif.start} ist pausiert.` }
  return { message: `${plan} has ended.`, de: `${tarif.start} ist zu Ende.` }
}

function describeNoBenefit(data: CoverageRefusal['data'], { mine, plan, tarif }: PlanTerms): LocalizedText {
  if (data.planName) return { message: `${plan} is not for this service.`, de: `${tarif.start} gilt nicht für dieses Angebot.` }
  return mine
    ? { message: 'You have no plan for this service.', de: 'Du hast keinen Tarif für dieses Angebot.' }
    : { message: 'This customer has no plan for this service.', de: 'Diese Person hat keinen Tarif für dieses Angebot.' }
}

const describeOutOfPeriod = (data: CoverageRefusal['data'], { inPlan, tarif }: PlanTerms, { start, day }: ReaderContext): LocalizedText =>
  data.startDate && Temporal.Instant.compare(start, Temporal.Instant.from(data.startDate)) < 0
    ? {
        message: `This is before ${inPlan} starts on ${day(data.startDate, 'en')}.`,
        de: `Das ist, bevor ${tarif.nominative} am ${day(data.startDate, 'de')} beginnt.`,
      }
    : {
        message: `This is after ${inPlan} ends on ${day(data.endDate, 'en')}.`,
        de: `Das ist, nachdem ${tarif.nominative} am ${day(data.endDate, 'de')} endet.`,
      }

function describeBalance(data: CoverageRefusal['data'], { plan, tarif }: PlanTerms): LocalizedText {
  const left = Number(data.availableBalance ?? 0)
  if (left === 0) return { message: `${plan} has no sessions left.`, de: `In ${tarif.dative} sind keine Besuche mehr übrig.` }
  return {
    message: `${plan} has ${left} ${left === 1 ? 'session' : 'sessions'} left; this booking needs ${data.requestedBalance}.`,
    de: `In ${tarif.dative} ${left === 1 ? 'ist noch 1 Besuch' : `sind noch ${left} Besuche`} übrig; diese Buchung braucht ${data.requestedBalance}.`,
  }
}

/** The text for a reason, with the name of the plan. */
export function describePlanRefusal({ reason, data }: CoverageRefusal, reader: ReaderContext): LocalizedText {
  const terms = toPlanTerms(data, reader.mine)
  switch (reason) {
    case 'NOT_OWNER':
      return describeNotOwner(reader.mine)
    case 'POOL_NOT_ACTIVE':
      return describeNotActive(data, terms, reader.day)
    case 'PAYMENT_DUE':
      return {
        message: `The latest payment for ${terms.inPlan} is open. Once it is paid, the plan pays for bookings again.`,
        de: `Die letzte Zahlung für ${terms.tarif.accusative} ist offen. Sobald sie bezahlt ist, gilt er wieder für Buchungen.`,
      }
    case 'BENEFIT_NOT_FOUND':
      return describeNoBenefit(data, terms)
    case 'OUT_OF_PLAN_PERIOD':
      return describeOutOfPeriod(data, terms, reader)
    case 'NOT_ENOUGH_BALANCE':
      return describeBalance(data, terms)
  }
}
