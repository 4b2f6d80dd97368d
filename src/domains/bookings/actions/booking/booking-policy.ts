/** The booking policy of a service: what it says about booking now, and the copy that a booking keeps. Source: guide services-and-availability §9.2, §9.5. */
import { Temporal } from 'temporal-polyfill'
import type { BaseContext } from '#kit/api/context.ts'
import type { LocalizedText } from '#kit/pure/languages.ts'
import { refuse } from '../../errors.ts'
import { formatDuration } from '../../rules/duration-text.ts'
import { getPolicyFlags, type PolicySnapshot } from '../../rules/policy.ts'
import { toNumber, type BookableService } from './bookable-service.ts'
import type { BookingSlot } from './resolve-slot.ts'

/** A copy of the policy: later changes of the policy do not touch the booking. Source: guide services-and-availability §9.5. */
export function createPolicySnapshot({ service }: BookableService): PolicySnapshot {
  const cancel = service.policy.cancellationPolicy
  const move = service.policy.reschedulePolicy
  const fee = service.policy.cancellationFeePolicy
  const text = service.policy.customPolicyDescription
  const intake = service.policy.intakeFormPolicy
  return {
    policyId: service.policyId,
    revision: String(service.policyRevision),
    cancellation: {
      enabled: cancel.enabled === true,
      limited: cancel.limitLatestCancellation === true,
      latestMinutes: toNumber(cancel.latestCancellationInMinutes) ?? 1440,
      allowAnonymous: cancel.allowAnonymous !== false,
    },
    reschedule: {
      enabled: move.enabled === true,
      limited: move.limitLatestReschedule === true,
      latestMinutes: toNumber(move.latestRescheduleInMinutes) ?? 1440,
      allowAnonymous: move.allowAnonymous !== false,
    },
    cancellationFee: {
      enabled: fee.enabled === true,
      windows: (fee.cancellationWindows ?? []).map((w) => ({
        ...(w.amount?.value && { amount: w.amount.value }),
        ...(w.percentage && { percentage: w.percentage }),
        ...(w.startInMinutes && { startInMinutes: w.startInMinutes }),
      })),
      autoCollect: fee.autoCollectFeeEnabled !== false,
    },
    saveCard: service.policy.saveCreditCardPolicy.enabled === true,
    customDescription: text.enabled ? String(text.description ?? '') : null,
    ...(intake.enabled && intake.formId && { intakeFormId: intake.formId }),
  }
}

/** The flags of the booking policy that forbid booking the slot now. Source: guide services-and-availability §9.2. */
export function checkBookingPolicy(ctx: BaseContext, { service }: BookableService, slot: BookingSlot): ReturnType<typeof getPolicyFlags> {
  const early = service.policy.limitEarlyBookingPolicy
  const late = service.policy.limitLateBookingPolicy
  const next = slot.sessionStarts.find((at) => Temporal.Instant.compare(at, ctx.now) > 0) ?? null
  return getPolicyFlags(
    {
      type: service.type,
      onlineEnabled: service.onlineBooking.enabled !== false,
      earliestMinutes: early.enabled ? toNumber(early.earliestBookingInMinutes) : null,
      latestMinutes: late.enabled ? toNumber(late.latestBookingInMinutes) : null,
      bookAfterStart: service.policy.bookAfterStartPolicy.enabled === true,
    },
    { start: slot.start, end: slot.end, nextStart: next, lastStart: slot.sessionStarts.at(-1) ?? slot.start },
    ctx.now,
  )
}

/** Refuses with BOOKING_POLICY_VIOLATION a slot that customers may not book now; the text names the limit. */
export function assertBookingPolicy(ctx: BaseContext, bookable: BookableService, slot: BookingSlot): void {
  const flags = checkBookingPolicy(ctx, bookable, slot)
  if (Object.keys(flags).length === 0) return
  const late = bookable.service.policy.limitLateBookingPolicy
  const early = bookable.service.policy.limitEarlyBookingPolicy
  if (flags.bookOnlineDisabled)
    refuse('BOOKING_POLICY_VIOLATION', flags, {
      message: 'This cannot be booked online.',
      de: 'Das ist nicht online buchbar.',
      fr: 'La réservation en ligne n’est pas possible.',
      es: 'Esto no se puede reservar en línea.',
    })
  if (flags.tooLateToBook && !late.enabled)
    refuse('BOOKING_POLICY_VIOLATION', flags, {
      message: 'This has already started.',
      de: 'Das hat schon begonnen.',
      fr: 'C’est déjà commencé.',
      es: 'Esto ya ha empezado.',
    })
  const minutes = toNumber(flags.tooLateToBook ? late.latestBookingInMinutes : early.earliestBookingInMinutes) ?? 0
  refuse('BOOKING_POLICY_VIOLATION', flags, flags.tooLateToBook ? bookEarlier(minutes) : bookLater(minutes))
}
const bookEarlier = (minutes: number): LocalizedText => ({
  message: `Please book at least ${formatDuration(minutes, 'en')} ahead.`,
  de: `Bitte buche mindestens ${formatDuration(minutes, 'de')} im Voraus.`,
  fr: `Réservez au moins ${formatDuration(minutes, 'fr')} à l’avance.`,
  es: `Reserva con al menos ${formatDuration(minutes, 'es')} de antelación.`,
})
const bookLater = (minutes: number): LocalizedText => ({
  message: `You can book this at most ${formatDuration(minutes, 'en')} ahead.`,
  de: `Das lässt sich höchstens ${formatDuration(minutes, 'de')} im Voraus buchen.`,
  fr: `La réservation est possible au plus tôt ${formatDuration(minutes, 'fr')} à l’avance.`,
  es: `Puedes reservarlo con un máximo de ${formatDuration(minutes, 'es')} de antelación.`,
})
