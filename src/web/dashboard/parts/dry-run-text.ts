/** Sentences about what an action would do, from its dry run. Pure. */
import type { DryRun, Effect } from '#kit/pure/dry-run.ts'
import { currentMessages } from '#web/kit/messages.ts'
import { messages } from './dry-run-text.messages.ts'

export interface EffectFormats {
  money(value: string, currency: string): string
  /** A day and a time. */
  dateTime(at: string): string
  day(at: string): string
}

const t = currentMessages(messages)
const toName = (effect: Effect): string => effect.what ?? t.booking
/** The booked thing and its time. */
const toBooking = (effect: Effect, { dateTime }: EffectFormats): string => `${toName(effect)}${effect.at ? `, ${dateTime(effect.at)}` : ''}`
const toAmount = ({ amount = '0', currency = '' }: Effect, { money }: EffectFormats): string => money(amount, currency)
const onDay =
  (say: (plan: string | undefined, day: string | undefined) => string) =>
  ({ what, at }: Effect, { day }: EffectFormats) =>
    say(what, at && day(at))

/** What one effect says, without the person. */
const texts: Readonly<Record<string, (effect: Effect, formats: EffectFormats) => string>> = {
  BOOKING_CREATED: (effect, formats) => t.bookingCreated(toBooking(effect, formats)),
  BOOKING_FREE: (effect, formats) => t.bookingFree(toName(effect), toAmount(effect, formats)),
  BOOKING_NOT_FREE: (effect, formats) => t.bookingNotFree(toName(effect), toAmount(effect, formats)),
  BOOKING_RESIZED: (effect, formats) =>
    t.bookingResized(
      `${toBooking(effect, formats)}${effect.at ? ',' : ''}`,
      effect.count ?? 0,
      effect.amount === undefined ? undefined : toAmount(effect, formats),
    ),
  BOOKING_CANCELED: (effect, formats) => t.bookingCancelled(toBooking(effect, formats)),
  BOOKING_DECLINED: (effect, formats) => t.bookingDeclined(toBooking(effect, formats)),
  BOOKING_CONFIRMED: (effect, formats) => t.bookingConfirmed(toBooking(effect, formats)),
  BOOKING_MOVED: (effect, { dateTime }) => t.bookingMoved(toName(effect), effect.at && dateTime(effect.at)),
  SERIES_RESCHEDULED: ({ what, count = 0 }) => t.seriesChanged(what, count),
  SERIES_CHANGED: ({ what, count = 0 }) => t.seriesChanged(what, count),
  WAITLISTS_CHANGED: ({ what, count = 0 }) => t.waitlistsChanged(what, count),
  DOUBLE_BOOKED: ({ what, at = '' }, { dateTime }) => t.doubleBooked(what, dateTime(at)),
  DOUBLE_BOOKED_APPOINTMENT: ({ at = '' }, { dateTime }) => t.doubleBookedAppointment(dateTime(at)),
  DOUBLE_BOOKED_CALENDAR: ({ at = '' }, { dateTime }) => t.doubleBookedCalendar(dateTime(at)),
  BOOKINGS_JOINED: ({ count = 0 }) => t.bookingsJoined(count),
  PLANS_JOINED: ({ count = 0 }) => t.plansJoined(count),
  MEMBERS_APPROVED: ({ count = 0 }) => t.membersApproved(count),
  MEMBERS_BLOCKED: ({ count = 0 }) => t.membersBlocked(count),
  MEMBERS_DELETED: ({ count = 0 }) => t.membersDeleted(count),
  MEMBERS_IMPORTED: ({ count = 0 }) => t.membersImported(count),
  MEMBERS_NOT_SHOWN: ({ count = 0 }) => t.membersNotShown(count),
  MEMBER_SKIPPED: ({ what }) => t.memberSkipped(what),
  PLAN_SESSIONS: ({ count = 0, what }) => (count > 0 ? t.sessionsAdded(count, what) : t.sessionsGone(-count, what)),
  CHARGE: (effect, formats) => t.charge(toAmount(effect, formats), effect.what),
  CHARGE_DECLINED: (effect, formats) => t.chargeDeclined(toAmount(effect, formats)),
  FEE_WAIVED: (effect, formats) => t.feeWaived(toAmount(effect, formats), effect.what),
  PAYMENT_BY_HAND: (effect, formats) => t.paymentByHand(toAmount(effect, formats), effect.what),
  PLAN_SOLD: onDay(t.planStarts),
  PLAN_ENDED: ({ what }) => t.planEndsNow(what),
  PLAN_CANCELED: ({ what }) => t.planCancelled(what),
  PLAN_NOT_RENEWED: onDay(t.planNotRenewed),
  PLAN_PAUSED: ({ what }) => t.planPaused(what),
  PLAN_RESUMED: onDay(t.planResumed),
  PLAN_EXTENDED: onDay(t.planEnds),
  PLAN_MOVED: onDay(t.planStarts),
  PLAN_PAID: ({ what }) => t.planPaid(what),
  REFUND: (effect, formats) => t.refunded(toAmount(effect, formats)),
  REFUND_BY_HAND: (effect, formats) => t.refundedByHand(toAmount(effect, formats)),
}

/** `Yoga, Mon 3 March, 18:00, is cancelled`, with the person when one is named. */
export function describeRunEffect(effect: Effect, formats: EffectFormats): { title: string; who?: string } {
  const title = texts[effect.kind]?.(effect, formats) ?? effect.what ?? ''
  return { title: title.charAt(0).toUpperCase() + title.slice(1), ...(effect.who && { who: effect.who }) }
}

const ranks = [/^(SERIES|WAITLIST|DOUBLE_BOOKED)/, /^(REFUND|CHARGE|PAYMENT|FEE)/, /^PLAN/]

/** Plan sessions of one plan in one line, and series and their conflicts before money, plans and bookings. */
export function orderEffects(effects: readonly Effect[]): Effect[] {
  const merged = new Map<string, Effect>()
  for (const effect of effects) {
    const key = `${effect.kind} ${effect.id}`
    const known = merged.get(key)
    if (known?.count !== undefined && effect.count !== undefined) merged.set(key, { ...known, count: known.count + effect.count })
    else merged.set(known ? `${key} ${merged.size}` : key, effect)
  }
  const rank = ({ kind }: Effect): number => {
    const found = ranks.findIndex((pattern) => pattern.test(kind))
    return found === -1 ? ranks.length : found
  }
  return [...merged.values()].filter(({ count }) => count !== 0).toSorted((a, b) => rank(a) - rank(b))
}

/** `2 emails: to mia@example.com and 1 more.` */
export function describeEmailCount({ emails, emailCount }: DryRun): string {
  return emailCount === 0 ? t.noEmails : t.emails(emailCount, new Set(emails.map(({ to }) => to)).size)
}
