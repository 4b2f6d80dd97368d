/** The fees of a booking policy as customers read them before they book. Pure, in the language of the page. */
import { formatPercent } from '#kit/pure/percent.ts'
import { pageLanguage } from '#web/language.ts'
import { currentMessages, defineMessages } from '../kit/messages.ts'
import type { FeeWindow, Service } from './catalog.ts'

type Unit = 'day' | 'hour' | 'minute'
const messages = defineMessages(
  {
    lead: (count: number, unit: Unit) => `${count} ${count === 1 ? unit : `${unit}s`}`,
    feeWithin: (fee: string, lead: string) => `Cancelling less than ${lead} before costs ${fee}.`,
    noShow: (fee: string) => `A missed booking costs ${fee}.`,
    percent: (value: string) => `${value} of the price`,
  },
  {
    de: {
      lead: (count, unit) => {
        const [one, many] = { day: ['Tag', 'Tage'], hour: ['Stunde', 'Stunden'], minute: ['Minute', 'Minuten'] }[unit]
        return `${count} ${count === 1 ? one : many}`
      },
      feeWithin: (fee, lead) => `Eine Absage weniger als ${lead} vorher kostet ${fee}.`,
      noShow: (fee) => `Eine verpasste Buchung kostet ${fee}.`,
      percent: (value) => `${value} des Preises`,
    },
    fr: {
      lead: (count, unit) => {
        const [one, many] = { day: ['jour', 'jours'], hour: ['heure', 'heures'], minute: ['minute', 'minutes'] }[unit]
        return `${count} ${count < 2 ? one : many}`
      },
      feeWithin: (fee, lead) => `Une annulation moins de ${lead} avant coûte ${fee}.`,
      noShow: (fee) => `Une absence coûte ${fee}.`,
      percent: (value) => `${value} du prix`,
    },
    es: {
      lead: (count, unit) => {
        const [one, many] = { day: ['día', 'días'], hour: ['hora', 'horas'], minute: ['minuto', 'minutos'] }[unit]
        return `${count} ${count === 1 ? one : many}`
      },
      feeWithin: (fee, lead) => `Cancelar con menos de ${lead} de antelación cuesta ${fee}.`,
      noShow: (fee) => `No presentarse cuesta ${fee}.`,
      percent: (value) => `el ${value} del precio`,
    },
  },
)

/** "2 days". */
export function formatLead(minutes: number): string {
  const { lead } = currentMessages(messages)
  return minutes % 1440 === 0 ? lead(minutes / 1440, 'day') : minutes % 60 === 0 ? lead(minutes / 60, 'hour') : lead(minutes, 'minute')
}

/** Fees by the time of a cancellation, the earliest first, and what a missed booking costs. Source: guide bookings §14. */
export function describeFees({ bookingPolicy }: Service, money: (value: string) => string): string[] {
  const t = currentMessages(messages)
  const rule = bookingPolicy?.cancellationFeePolicy
  const windows = (rule?.enabled ? (rule.cancellationWindows ?? []) : []).toSorted((a, b) => (b.startInMinutes ?? 0) - (a.startInMinutes ?? 0))
  const format = ({ amount, percentage }: FeeWindow) => (amount?.value ? money(amount.value) : t.percent(formatPercent(percentage ?? 0, pageLanguage())))
  const nearest = windows.at(-1)
  return [
    // One without a time counts from the start on: then nothing is cancelled any more.
    ...windows.flatMap((window) => (window.startInMinutes ? [t.feeWithin(format(window), formatLead(window.startInMinutes))] : [])),
    ...(nearest ? [t.noShow(format(nearest))] : []),
  ]
}

/** What the business says of it in words of its own. */
export function listOwnWords({ bookingPolicy }: Service): string[] {
  const own = bookingPolicy?.customPolicyDescription
  const words = own?.enabled ? (own.description ?? '').trim() : ''
  return words ? [words] : []
}
