/** Sentences about what an action would do, from its dry run. Pure. */
import type { DryRun, Effect } from '#kit/pure/dry-run.ts'

export interface EffectFormats {
  money(value: string, currency: string): string
  /** A day and a time. */
  dateTime(at: string): string
  day(at: string): string
}
const sessions = (count: number): string => (count === 1 ? '1 plan session' : `${count} plan sessions`)
const bookings = (count: number): string => (count === 1 ? '1 booking' : `${count} bookings`)
const endsOn =
  (word: string) =>
  (effect: Effect, { day }: EffectFormats) =>
    `${effect.what} ${word}${effect.at ? ` ${day(effect.at)}` : ''}`

const describeSeries = ({ what, count = 0 }: Effect): string =>
  `${what}: ${count === 1 ? '1 session with bookings changes' : `${count} sessions with bookings change`}`
const members = (count: number): string => (count === 1 ? '1 member' : `${count} members`)

/** What one effect says, without the person. */
const texts: Readonly<Record<string, (effect: Effect, formats: EffectFormats) => string>> = {
  BOOKING_CREATED: ({ what, at }, { dateTime }) => `${what ?? 'Booking'}${at ? `, ${dateTime(at)}` : ''}, is booked`,
  BOOKING_FREE: ({ what, amount = '0', currency = '' }, { money }) => `${what ?? 'Booking'}: ${money(amount, currency)} is no longer asked for`,
  BOOKING_NOT_FREE: ({ what, amount = '0', currency = '' }, { money }) => `${what ?? 'Booking'}: ${money(amount, currency)} is asked for again`,
  BOOKING_RESIZED: ({ what, at, count = 0, amount, currency = '' }, { dateTime, money }) =>
    `${what ?? 'Booking'}${at ? `, ${dateTime(at)},` : ''} is for ${count === 1 ? '1 person' : `${count} people`}${amount === undefined ? '' : `, ${money(amount, currency)} in all`}`,
  BOOKING_CANCELED: ({ what, at }, { dateTime }) => `${what ?? 'Booking'}${at ? `, ${dateTime(at)}` : ''}, is cancelled`,
  BOOKING_DECLINED: ({ what, at }, { dateTime }) => `${what ?? 'Booking'}${at ? `, ${dateTime(at)}` : ''}, is declined`,
  BOOKING_CONFIRMED: ({ what, at }, { dateTime }) => `${what ?? 'Booking'}${at ? `, ${dateTime(at)}` : ''}, is confirmed`,
  BOOKING_MOVED: ({ what, at }, { dateTime }) => `${what ?? 'Booking'} moves${at ? ` to ${dateTime(at)}` : ''}`,
  SERIES_RESCHEDULED: describeSeries,
  SERIES_CHANGED: describeSeries,
  WAITLISTS_CHANGED: ({ count = 0, what }) => `${what}: ${count === 1 ? '1 person is' : `${count} people are`} on waitlists`,
  DOUBLE_BOOKED: ({ what, at = '' }, { dateTime }) => `Double booked with ${what || 'blocked time'}, ${dateTime(at)}`,
  DOUBLE_BOOKED_APPOINTMENT: ({ at = '' }, { dateTime }) => `Double booked with an appointment, ${dateTime(at)}`,
  DOUBLE_BOOKED_CALENDAR: ({ at = '' }, { dateTime }) => `Double booked with another calendar, ${dateTime(at)}`,
  BOOKINGS_JOINED: ({ count = 0 }) => `${bookings(count)} ${count === 1 ? 'moves' : 'move'} to the contact that is kept`,
  PLANS_JOINED: ({ count = 0 }) => `${count === 1 ? '1 plan moves' : `${count} plans move`} to the contact that is kept`,
  MEMBERS_APPROVED: ({ count = 0 }) => `${members(count)} approved`,
  MEMBERS_BLOCKED: ({ count = 0 }) => `${members(count)} blocked`,
  MEMBERS_DELETED: ({ count = 0 }) => `${members(count)} deleted`,
  MEMBERS_IMPORTED: ({ count = 0 }) => `${members(count)} imported`,
  MEMBERS_NOT_SHOWN: ({ count = 0 }) => `${members(count)} more, not looked at here`,
  MEMBER_SKIPPED: ({ what }) => `Skipped: ${what}`,
  PLAN_SESSIONS: ({ count = 0, what }) => `${sessions(Math.abs(count))}${what ? ` of ${what}` : ''} ${count > 0 ? 'added' : 'gone'}`,
  CHARGE: ({ amount = '0', currency = '', what }, { money }) => `${money(amount, currency)} charged to the saved card${what ? ` for ${what}` : ''}`,
  CHARGE_DECLINED: ({ amount = '0', currency = '' }, { money }) => `${money(amount, currency)} can’t be charged: there is no card that works`,
  FEE_WAIVED: ({ amount = '0', currency = '', what }, { money }) => `Fee of ${money(amount, currency)}${what ? ` for ${what}` : ''} waived`,
  PAYMENT_BY_HAND: ({ amount = '0', currency = '', what }, { money }) =>
    `${money(amount, currency)}${what ? ` for ${what}` : ''} recorded as paid, with a receipt`,
  PLAN_SOLD: endsOn('starts on'),
  PLAN_ENDED: ({ what }) => `${what} ends now`,
  PLAN_CANCELED: ({ what }) => `${what} is cancelled`,
  PLAN_NOT_RENEWED: endsOn('is not renewed and ends on'),
  PLAN_PAUSED: ({ what }) => `${what} is paused`,
  PLAN_RESUMED: endsOn('continues and ends on'),
  PLAN_EXTENDED: endsOn('ends on'),
  PLAN_MOVED: endsOn('starts on'),
  PLAN_PAID: ({ what }) => `${what} is paid`,
  REFUND: ({ amount = '0', currency = '' }, { money }) => `${money(amount, currency)} refunded`,
  REFUND_BY_HAND: ({ amount = '0', currency = '' }, { money }) => `${money(amount, currency)} recorded as returned`,
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
  if (emailCount === 0) return 'No emails are sent.'
  const people = new Set(emails.map(({ to }) => to)).size
  return `${emailCount === 1 ? '1 email is' : `${emailCount} emails are`} sent${people > 1 ? ` to ${people} people` : ''}:`
}
