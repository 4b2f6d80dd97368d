/** Booking rules as sentences, the way a customer would put them. Pure. */
import { currentMessages, defineDashboardMessages } from '#web/kit/messages.ts'
import { formatLeadTime } from '../../parts/amounts.ts'
import type { FeeWindow, PolicyForm } from './policy-form.ts'

const messages = defineDashboardMessages(
  {
    cancel: {
      may: (until: string | undefined, byLink: boolean) =>
        `Customers can cancel online ${until ? `up to ${until} before the start` : 'until the start'}${byLink ? ', including guests via their email link' : ' when signed in'}.`,
      mayNot: 'Customers can’t cancel online.',
    },
    move: {
      may: (until: string | undefined, byLink: boolean) =>
        `Customers can reschedule online ${until ? `up to ${until} before the start` : 'until the start'}${byLink ? ', including guests via their email link' : ' when signed in'}.`,
      mayNot: 'Customers can’t reschedule online.',
    },
    window: (opens: string | undefined, closes: string | undefined, afterStart: boolean) =>
      `${opens ? `Booking opens ${opens} before the start` : 'Booking is always open in advance'}${opens || closes ? '' : ','} and ${closes ? `closes ${closes} before it` : afterStart ? 'classes and courses can be booked after they start' : 'closes at the start'}.`,
    percent: (value: string) => `${value}% of the price`,
    feeStep: (fee: string, from: string | undefined) => (from === undefined ? `${fee} until the start` : `${fee} from ${from} before the start`),
    fee: (steps: readonly string[], byItself: boolean) =>
      `Late cancellations and no-shows are charged ${steps.join(', then ')}${byItself ? ', taken from the saved card automatically' : ', if you choose to'}.`,
    lowestFirst: 'If no one is chosen, free staff with the lowest rank come first.',
    highestFirst: 'If no one is chosen, free staff with the highest rank come first.',
    intakeAfter: 'Customers are asked to fill in an intake form after booking.',
    intakeRequired: 'Customers must fill in an intake form when booking.',
    intakeOptional: 'Customers can fill in an intake form when booking, or later.',
    people: (people: number) => (people === 1 ? 'Each booking is for one person.' : `Each booking is for up to ${people} people.`),
    waitlist: (places: number, hold: string) => `Full classes have a waitlist of ${places}. Offers expire after ${hold}.`,
    noWaitlist: 'Full classes have no waitlist.',
    card: 'A card is saved when booking.',
    opens: 'Booking opens',
    closes: 'Booking closes',
    lastCancel: 'Last moment to cancel online',
    lastMove: 'Last moment to reschedule online',
    costs: (fee: string) => `Cancelling costs ${fee} from`,
    start: 'Start',
  },
  {
    de: {
      cancel: {
        may: (until, byLink) =>
          `Kunden können online ${until ? `bis ${until} vor Beginn` : 'bis zum Beginn'} absagen${byLink ? ', auch Gäste über den Link in ihrer E-Mail' : ', wenn sie angemeldet sind'}.`,
        mayNot: 'Kunden können nicht online absagen.',
      },
      move: {
        may: (until, byLink) =>
          `Kunden können online ${until ? `bis ${until} vor Beginn` : 'bis zum Beginn'} verschieben${byLink ? ', auch Gäste über den Link in ihrer E-Mail' : ', wenn sie angemeldet sind'}.`,
        mayNot: 'Kunden können nicht online verschieben.',
      },
      window: (opens, closes, afterStart) =>
        `${opens ? `Die Buchung öffnet ${opens} vor Beginn` : 'Die Buchung ist im Voraus immer offen'}${closes ? ` und schließt ${closes} vor Beginn` : afterStart ? '; Kurse und Kursreihen sind auch nach Beginn buchbar' : ' und schließt mit dem Beginn'}.`,
      percent: (value) => `${value.replace('.', ',')} % des Preises`,
      feeStep: (fee, from) => (from === undefined ? `${fee} bis zum Beginn` : `${fee} ab ${from} vor Beginn`),
      fee: (steps, byItself) =>
        `Späte Absagen und Nichterscheinen kosten ${steps.join(', danach ')}${byItself ? ', automatisch von der gespeicherten Karte abgebucht' : ', wenn du es so entscheidest'}.`,
      lowestFirst: 'Ist niemand gewählt, kommt zuerst, wer frei ist und den niedrigsten Rang hat.',
      highestFirst: 'Ist niemand gewählt, kommt zuerst, wer frei ist und den höchsten Rang hat.',
      intakeAfter: 'Nach der Buchung werden Kunden gebeten, ein Aufnahmeformular auszufüllen.',
      intakeRequired: 'Kunden müssen beim Buchen ein Aufnahmeformular ausfüllen.',
      intakeOptional: 'Kunden können beim Buchen oder später ein Aufnahmeformular ausfüllen.',
      people: (people) => (people === 1 ? 'Jede Buchung gilt für eine Person.' : `Jede Buchung gilt für bis zu ${people} Personen.`),
      waitlist: (places, hold) =>
        `Volle Kurse haben eine Warteliste mit ${places === 1 ? '1 Platz' : `${places} Plätzen`}. Freie Plätze bleiben ${hold} reserviert.`,
      noWaitlist: 'Volle Kurse haben keine Warteliste.',
      card: 'Beim Buchen wird eine Karte gespeichert.',
      opens: 'Buchung öffnet',
      closes: 'Buchung schließt',
      lastCancel: 'Letzte Möglichkeit, online abzusagen',
      lastMove: 'Letzte Möglichkeit, online zu verschieben',
      costs: (fee) => `Absagen kostet ${fee} ab`,
      start: 'Beginn',
    },
  },
)
const text = currentMessages(messages)

export interface PolicySentence {
  about: 'book' | 'cancel' | 'move' | 'people' | 'waiting' | 'fee' | 'card' | 'staff' | 'intake' | 'text'
  text: string
}

const selfServiceSentence = (kind: 'cancel' | 'move', { allowed, limited, minutes, byLink }: PolicyForm['cancel']): string =>
  allowed ? text[kind].may(limited ? formatLeadTime(minutes) : undefined, byLink) : text[kind].mayNot

const bookingWindowSentence = ({ early, late, afterStart }: PolicyForm): string =>
  text.window(early.on ? formatLeadTime(early.minutes) : undefined, late.on ? formatLeadTime(late.minutes) : undefined, afterStart)

const formatFee = (window: FeeWindow, money: (value: string) => string): string => (window.kind === 'AMOUNT' ? money(window.value) : text.percent(window.value))
function feeSentence({ fee: { windows, byItself } }: PolicyForm, money: (value: string) => string): string {
  const steps = windows.map((window) => text.feeStep(formatFee(window, money), window.minutes === undefined ? undefined : formatLeadTime(window.minutes)))
  return text.fee(steps, byItself)
}

const staffSentences = {
  ANYONE: [],
  LOWEST_FIRST: [{ about: 'staff' as const, text: text.lowestFirst }],
  HIGHEST_FIRST: [{ about: 'staff' as const, text: text.highestFirst }],
}
const intakeSentence = ({ timing, required }: PolicyForm['intake']): string =>
  timing === 'AFTER_BOOKING' ? text.intakeAfter : required ? text.intakeRequired : text.intakeOptional

/** One sentence for each active rule. `money` formats an amount in the currency of the site. */
export function policySentences(form: PolicyForm, money: (value: string) => string): PolicySentence[] {
  return [
    { about: 'book', text: bookingWindowSentence(form) },
    { about: 'cancel', text: selfServiceSentence('cancel', form.cancel) },
    { about: 'move', text: selfServiceSentence('move', form.move) },
    { about: 'people', text: text.people(form.people) },
    {
      about: 'waiting',
      text: form.waiting.on ? text.waitlist(form.waiting.places, formatLeadTime(form.waiting.minutes)) : text.noWaitlist,
    },
    ...(form.fee.on ? [{ about: 'fee' as const, text: feeSentence(form, money) }] : []),
    ...(form.savesCard ? [{ about: 'card' as const, text: text.card }] : []),
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
    ...(form.early.on ? [{ what: text.opens, at: before(form.early.minutes) }] : []),
    ...(form.late.on ? [{ what: text.closes, at: before(form.late.minutes) }] : form.afterStart ? [] : [{ what: text.closes, at: start }]),
    ...until(text.lastCancel, form.cancel),
    ...until(text.lastMove, form.move),
    ...(form.fee.on
      ? form.fee.windows.flatMap((window) => (window.minutes === undefined ? [] : [{ what: text.costs(formatFee(window, money)), at: before(window.minutes) }]))
      : []),
    { what: text.start, at: start },
  ]
  return moments.toSorted((a, b) => a.at - b.at)
}
