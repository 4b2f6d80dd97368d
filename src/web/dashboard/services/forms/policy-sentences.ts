/** Booking rules as sentences, the way a customer would put them. Pure. */
import { formatLeadTime } from '../../parts/amounts.ts'
import type { FeeWindow, PolicyForm } from './policy-form.ts'

export interface PolicySentence {
  about: 'book' | 'cancel' | 'move' | 'people' | 'waiting' | 'fee' | 'card' | 'text'
  text: string
}

const selfServiceSentence = (verb: string, { allowed, limited, minutes, byLink }: PolicyForm['cancel']): string =>
  !allowed
    ? `Customers cannot ${verb} online; they have to ask you.`
    : `Customers ${verb} online ${limited ? `up to ${formatLeadTime(minutes)} before the start` : 'until the start'}${byLink ? ', guests by the link in their email' : ', signed in only'}.`

function bookingWindowSentence({ early, late, afterStart }: PolicyForm): string {
  const opens = early.on ? `Booking opens ${formatLeadTime(early.minutes)} before the start` : 'Booking is open at any time ahead'
  const closes = late.on
    ? `closes ${formatLeadTime(late.minutes)} before it`
    : afterStart
      ? 'classes and courses can still be booked after they have begun'
      : 'closes when it begins'
  return early.on || late.on ? `${opens} and ${closes}.` : `${opens}, and ${closes}.`
}

const formatFee = (window: FeeWindow, money: (value: string) => string): string =>
  window.kind === 'AMOUNT' ? money(window.value) : `${window.value} % of the price`
function feeSentence({ fee: { windows, byItself } }: PolicyForm, money: (value: string) => string): string {
  const steps = windows.map(
    (window) => `${formatFee(window, money)} ${window.minutes === undefined ? 'until the start' : `from ${formatLeadTime(window.minutes)} before`}`,
  )
  return `Who cancels late or does not come owes ${steps.join(', then ')}; ${byItself ? 'it is taken from the saved card' : 'you decide each time whether to take it'}.`
}

/** One sentence for each rule that says something. `money` writes an amount in the currency of the site. */
export function policySentences(form: PolicyForm, money: (value: string) => string): PolicySentence[] {
  return [
    { about: 'book', text: bookingWindowSentence(form) },
    { about: 'cancel', text: selfServiceSentence('cancel', form.cancel) },
    { about: 'move', text: selfServiceSentence('move their booking', form.move) },
    { about: 'people', text: form.people === 1 ? 'Each booking is for one person.' : `One booking may be for up to ${form.people} people.` },
    {
      about: 'waiting',
      text: form.waiting.on
        ? `A full class has a waiting list of ${form.waiting.fieldPatterns}; who is offered a place has ${formatLeadTime(form.waiting.minutes)} to take it.`
        : 'A full class has no waiting list.',
    },
    ...(form.fee.on ? [{ about: 'fee' as const, text: feeSentence(form, money) }] : []),
    ...(form.savesCard ? [{ about: 'card' as const, text: 'A card is saved when somebody books.' }] : []),
    ...(form.text.on && form.text.words.trim() ? [{ about: 'text' as const, text: form.text.words.trim() }] : []),
  ]
}
