/** Booking rules as sentences, the way a customer would put them. Pure. */
import { formatLeadTime } from '../../parts/amounts.ts'
import type { FeeWindow, PolicyForm } from './policy-form.ts'

export interface PolicySentence {
  about: 'book' | 'cancel' | 'move' | 'people' | 'waiting' | 'fee' | 'card' | 'staff' | 'intake' | 'text'
  text: string
}

const selfServiceSentence = (verb: string, { allowed, limited, minutes, byLink }: PolicyForm['cancel']): string =>
  !allowed
    ? `Customers can’t ${verb} online.`
    : `Customers can ${verb} online ${limited ? `up to ${formatLeadTime(minutes)} before the start` : 'until the start'}${byLink ? ', including guests via their email link' : ' when signed in'}.`

function bookingWindowSentence({ early, late, afterStart }: PolicyForm): string {
  const opens = early.on ? `Booking opens ${formatLeadTime(early.minutes)} before the start` : 'Booking is always open in advance'
  const closes = late.on
    ? `closes ${formatLeadTime(late.minutes)} before it`
    : afterStart
      ? 'classes and courses can be booked after they start'
      : 'closes at the start'
  return early.on || late.on ? `${opens} and ${closes}.` : `${opens}, and ${closes}.`
}

const formatFee = (window: FeeWindow, money: (value: string) => string): string =>
  window.kind === 'AMOUNT' ? money(window.value) : `${window.value}% of the price`
function feeSentence({ fee: { windows, byItself } }: PolicyForm, money: (value: string) => string): string {
  const steps = windows.map(
    (window) => `${formatFee(window, money)} ${window.minutes === undefined ? 'until the start' : `from ${formatLeadTime(window.minutes)} before the start`}`,
  )
  return `Late cancellations and no-shows are charged ${steps.join(', then ')}${byItself ? ', taken from the saved card automatically' : ', if you choose to'}.`
}

const staffSentences = {
  ANYONE: [],
  LOWEST_FIRST: [{ about: 'staff' as const, text: 'If no one is chosen, free staff with the lowest rank come first.' }],
  HIGHEST_FIRST: [{ about: 'staff' as const, text: 'If no one is chosen, free staff with the highest rank come first.' }],
}
const intakeSentence = ({ timing, required }: PolicyForm['intake']): string =>
  timing === 'AFTER_BOOKING'
    ? 'Customers are asked to fill in an intake form after booking.'
    : required
      ? 'Customers must fill in an intake form when booking.'
      : 'Customers can fill in an intake form when booking, or later.'

/** One sentence for each active rule. `money` formats an amount in the currency of the site. */
export function policySentences(form: PolicyForm, money: (value: string) => string): PolicySentence[] {
  return [
    { about: 'book', text: bookingWindowSentence(form) },
    { about: 'cancel', text: selfServiceSentence('cancel', form.cancel) },
    { about: 'move', text: selfServiceSentence('reschedule', form.move) },
    { about: 'people', text: form.people === 1 ? 'Each booking is for one person.' : `Each booking is for up to ${form.people} people.` },
    {
      about: 'waiting',
      text: form.waiting.on
        ? `Full classes have a waitlist of ${form.waiting.places}. Offers expire after ${formatLeadTime(form.waiting.minutes)}.`
        : 'Full classes have no waitlist.',
    },
    ...(form.fee.on ? [{ about: 'fee' as const, text: feeSentence(form, money) }] : []),
    ...(form.savesCard ? [{ about: 'card' as const, text: 'A card is saved when booking.' }] : []),
    ...staffSentences[form.staffOrder],
    ...(form.intake.on ? [{ about: 'intake' as const, text: intakeSentence(form.intake) }] : []),
    ...(form.text.on && form.text.words.trim() ? [{ about: 'text' as const, text: form.text.words.trim() }] : []),
  ]
}

/** A moment that the rules set for one session. */
export interface PolicyMoment {
  what: string
  /** Epoch milliseconds. */
  at: number
}
/** What the rules mean for a session that starts at `start` (epoch milliseconds), in the order in which it happens. */
export function policyMoments(form: PolicyForm, start: number, money: (value: string) => string): PolicyMoment[] {
  const before = (minutes: number) => start - minutes * 60_000
  const until = (what: string, { allowed, limited, minutes }: PolicyForm['cancel']) => (allowed ? [{ what, at: limited ? before(minutes) : start }] : [])
  const moments = [
    ...(form.early.on ? [{ what: 'Booking opens', at: before(form.early.minutes) }] : []),
    ...(form.late.on ? [{ what: 'Booking closes', at: before(form.late.minutes) }] : form.afterStart ? [] : [{ what: 'Booking closes', at: start }]),
    ...until('Last moment to cancel online', form.cancel),
    ...until('Last moment to reschedule online', form.move),
    ...(form.fee.on
      ? form.fee.windows.flatMap((window) =>
          window.minutes === undefined ? [] : [{ what: `Cancelling costs ${formatFee(window, money)} from`, at: before(window.minutes) }],
        )
      : []),
    { what: 'Start', at: start },
  ]
  return moments.toSorted((a, b) => a.at - b.at)
}
