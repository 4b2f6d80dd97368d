/** Why a plan does not pay for a booking, as text for the customer or the business. Source: guide pricing-plans §13.3; bookings §12.7. */
import { Temporal } from 'temporal-polyfill'
import type { BaseContext } from '#kit/api/context.ts'
import { dateFormat } from '#kit/pure/date-format.ts'
import { type Language, type LocalizedText } from '#kit/pure/languages.ts'
import type { CoverageRefusal } from '#domains/orders/public.ts'
import { refuse } from '../../errors.ts'

/** Refuses with NOT_ENOUGH_BALANCE; `data.reason` is the rule of the guide that fails, the text gives names and dates. */
export function refuseByPlan(ctx: BaseContext, { reason, data }: CoverageRefusal, of: { start: Temporal.Instant; zone: string }): never {
  const day = (at: string | undefined, language: Language) =>
    at ? dateFormat(language, of.zone, { dateStyle: 'long', timeZone: of.zone }).format(Temporal.Instant.from(at).epochMilliseconds) : ''
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
  /** In French at the start of a sentence and within it. */
  formule: { start: string; within: string }
  /** In Spanish at the start of a sentence and within it. */
  spanish: { start: string; within: string }
}
function toPlanTerms({ planName }: CoverageRefusal['data'], mine: boolean): PlanTerms {
  const name = planName ? ` “${planName}”` : ''
  const german = planName ? ` Tarif „${planName}“` : ' Tarif'
  const french = planName ? ` formule « ${planName} »` : ' formule'
  const spanish = planName ? ` plan «${planName}»` : ' plan'
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
    formule: { start: `${mine ? 'Votre' : 'La'}${french}`, within: `${mine ? 'votre' : 'la'}${french}` },
    spanish: { start: `${mine ? 'Tu' : 'El'}${spanish}`, within: `${mine ? 'tu' : 'el'}${spanish}` },
  }
}

const describeNotOwner = (mine: boolean): LocalizedText =>
  mine
    ? {
        message: 'Please sign in as the member who has the plan.',
        de: 'Bitte melde dich als das Mitglied an, dem der Tarif gehört.',
        fr: 'Connectez-vous avec le compte du membre à qui appartient la formule.',
        es: 'Inicia sesión como el miembro que tiene el plan.',
      }
    : {
        message: 'This customer has no such plan: only members pay with a plan of their own.',
        de: 'Diese Person hat keinen solchen Tarif: Nur Mitglieder bezahlen mit ihrem eigenen.',
        fr: 'Cette personne n’a pas cette formule : seuls les membres paient avec la leur.',
        es: 'Esta persona no tiene ese plan: solo los miembros pagan con el suyo.',
      }

function describeNotActive(data: CoverageRefusal['data'], { plan, tarif, formule, spanish }: PlanTerms, day: ReaderContext['day']): LocalizedText {
  if (data.status === 'PENDING')
    return {
      message: `${plan} has not started yet: it starts on ${day(data.startDate, 'en')}.`,
      de: `${tarif.start} hat noch nicht begonnen: Er beginnt am ${day(data.startDate, 'de')}.`,
      fr: `${formule.start} n’a pas encore commencé : elle commence le ${day(data.startDate, 'fr')}.`,
      es: `${spanish.start} todavía no ha empezado: empieza el ${day(data.startDate, 'es')}.`,
    }
  if (data.status === 'PAUSED')
    return { message: `${plan} is paused.`, de: `${tarif.start} ist pausiert.`, fr: `${formule.start} est suspendue.`, es: `${spanish.start} está en pausa.` }
  return { message: `${plan} has ended.`, de: `${tarif.start} ist zu Ende.`, fr: `${formule.start} est terminée.`, es: `${spanish.start} ha terminado.` }
}

function describeNoBenefit(data: CoverageRefusal['data'], { mine, plan, tarif, formule, spanish }: PlanTerms): LocalizedText {
  if (data.planName)
    return {
      message: `${plan} is not for this service.`,
      de: `${tarif.start} gilt nicht für dieses Angebot.`,
      fr: `${formule.start} n’est pas valable pour cette prestation.`,
      es: `${spanish.start} no vale para este servicio.`,
    }
  return mine
    ? {
        message: 'You have no plan for this service.',
        de: 'Du hast keinen Tarif für dieses Angebot.',
        fr: 'Vous n’avez pas de formule pour cette prestation.',
        es: 'No tienes ningún plan para este servicio.',
      }
    : {
        message: 'This customer has no plan for this service.',
        de: 'Diese Person hat keinen Tarif für dieses Angebot.',
        fr: 'Cette personne n’a pas de formule pour cette prestation.',
        es: 'Esta persona no tiene ningún plan para este servicio.',
      }
}

const describeOutOfPeriod = (data: CoverageRefusal['data'], { inPlan, tarif, formule, spanish }: PlanTerms, { start, day }: ReaderContext): LocalizedText =>
  data.startDate && Temporal.Instant.compare(start, Temporal.Instant.from(data.startDate)) < 0
    ? {
        message: `This is before ${inPlan} starts on ${day(data.startDate, 'en')}.`,
        de: `Das ist, bevor ${tarif.nominative} am ${day(data.startDate, 'de')} beginnt.`,
        fr: `C’est avant le ${day(data.startDate, 'fr')}, date à laquelle ${formule.within} commence.`,
        es: `Es antes del ${day(data.startDate, 'es')}, cuando empieza ${spanish.within}.`,
      }
    : {
        message: `This is after ${inPlan} ends on ${day(data.endDate, 'en')}.`,
        de: `Das ist, nachdem ${tarif.nominative} am ${day(data.endDate, 'de')} endet.`,
        fr: `C’est après le ${day(data.endDate, 'fr')}, date à laquelle ${formule.within} se termine.`,
        es: `Es después del ${day(data.endDate, 'es')}, cuando termina ${spanish.within}.`,
      }

function describeBalance(data: CoverageRefusal['data'], { plan, tarif, formule, spanish }: PlanTerms): LocalizedText {
  const left = Number(data.availableBalance ?? 0)
  if (left === 0)
    return {
      message: `${plan} has no sessions left.`,
      de: `In ${tarif.dative} sind keine Besuche mehr übrig.`,
      fr: `${formule.start} n’a plus de séance.`,
      es: `A ${spanish.within} no le quedan sesiones.`,
    }
  return {
    message: `${plan} has ${left} ${left === 1 ? 'session' : 'sessions'} left; this booking needs ${data.requestedBalance}.`,
    de: `In ${tarif.dative} ${left === 1 ? 'ist noch 1 Besuch' : `sind noch ${left} Besuche`} übrig; diese Buchung braucht ${data.requestedBalance}.`,
    fr: `${formule.start} a encore ${left} ${left === 1 ? 'séance' : 'séances'} ; cette réservation en demande ${data.requestedBalance}.`,
    es: `A ${spanish.within} ${left === 1 ? 'le queda 1 sesión' : `le quedan ${left} sesiones`}; esta reserva necesita ${data.requestedBalance}.`,
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
        fr: `Le dernier paiement pour ${terms.formule.within} est en attente. Une fois réglé, la formule couvre à nouveau les réservations.`,
        es: `El último pago por ${terms.spanish.within} está pendiente. En cuanto se pague, el plan volverá a cubrir reservas.`,
      }
    case 'BENEFIT_NOT_FOUND':
      return describeNoBenefit(data, terms)
    case 'OUT_OF_PLAN_PERIOD':
      return describeOutOfPeriod(data, terms, reader)
    case 'NOT_ENOUGH_BALANCE':
      return describeBalance(data, terms)
  }
}
