/** The price of an order as a sentence: "7 days free, then $44.00 once, then $40.00 every month". Source: guide pricing-plans §6.4. */
import type { Language } from '#kit/pure/languages.ts'
import { formatMoney } from '#kit/pure/money.ts'
import type { WireModel } from './order.ts'
import type { PriceSpan } from './price.ts'

interface PriceMessages {
  free: string
  freeFor: (time: string) => string
  once: (amount: string) => string
  lasting: (amount: string, time: string) => string
  times: (count: number) => string
  next: string
  every: (count: number, unit: string) => string
  time: (count: number, unit: string) => string
}
const germanTimes: Record<string, [one: string, many: string, each: string]> = {
  DAY: ['Tag', 'Tage', 'jeden Tag'],
  WEEK: ['Woche', 'Wochen', 'jede Woche'],
  MONTH: ['Monat', 'Monate', 'jeden Monat'],
  YEAR: ['Jahr', 'Jahre', 'jedes Jahr'],
}
const frenchTimes: Record<string, [one: string, many: string, each: string]> = {
  DAY: ['jour', 'jours', 'tous les'],
  WEEK: ['semaine', 'semaines', 'toutes les'],
  MONTH: ['mois', 'mois', 'tous les'],
  YEAR: ['an', 'ans', 'tous les'],
}
const spanishTimes: Record<string, [one: string, many: string]> = {
  DAY: ['día', 'días'],
  WEEK: ['semana', 'semanas'],
  MONTH: ['mes', 'meses'],
  YEAR: ['año', 'años'],
}
const frenchUnit = (unit: string) => frenchTimes[unit] ?? [unit, unit, 'tous les']
const spanishUnit = (unit: string) => spanishTimes[unit] ?? [unit, unit]
const germanUnit = (unit: string) => germanTimes[unit] ?? [unit, unit, unit]
const messages: Record<Language, PriceMessages> = {
  en: {
    free: 'free',
    freeFor: (time) => `${time} free`,
    once: (amount) => `${amount} once`,
    lasting: (amount, time) => `${amount} for ${time}`,
    times: (count) => `, ${count} times`,
    next: ', then ',
    every: (count, unit) => (count === 1 ? `every ${unit.toLowerCase()}` : `every ${count} ${unit.toLowerCase()}s`),
    time: (count, unit) => `${count} ${unit.toLowerCase()}${count === 1 ? '' : 's'}`,
  },
  de: {
    free: 'kostenlos',
    freeFor: (time) => `${time} kostenlos`,
    once: (amount) => `einmal ${amount}`,
    lasting: (amount, time) => `${amount} für ${time}`,
    times: (count) => `, ${count}-mal`,
    next: ', danach ',
    every: (count, unit) => (count === 1 ? germanUnit(unit)[2] : `alle ${count} ${germanUnit(unit)[1]}`),
    time: (count, unit) => `${count} ${germanUnit(unit)[count === 1 ? 0 : 1]}`,
  },
  fr: {
    free: 'gratuit',
    freeFor: (time) => `${time} d’essai gratuit`,
    once: (amount) => `${amount} une fois`,
    lasting: (amount, time) => `${amount} pour ${time}`,
    times: (count) => `, ${count} fois`,
    next: ', puis ',
    every: (count, unit) => `${frenchUnit(unit)[2]} ${count === 1 ? '' : `${count} `}${frenchUnit(unit)[1]}`,
    time: (count, unit) => `${count} ${frenchUnit(unit)[count < 2 ? 0 : 1]}`,
  },
  es: {
    free: 'gratis',
    freeFor: (time) => `${time} gratis`,
    once: (amount) => `${amount} una vez`,
    lasting: (amount, time) => `${amount} por ${time}`,
    times: (count) => `, ${count} veces`,
    next: ', después ',
    every: (count, unit) => (count === 1 ? `cada ${spanishUnit(unit)[0]}` : `cada ${count} ${spanishUnit(unit)[1]}`),
    time: (count, unit) => `${count} ${spanishUnit(unit)[count === 1 ? 0 : 1]}`,
  },
}

/** The sentence in a language. `spans` in the order of time; amounts as the language writes them. */
export function formatPriceSummary(
  of: { model: WireModel; spans: readonly PriceSpan[]; trialDays: number },
  money: (amount: string, currency: string) => string = formatMoney,
  language: Language = 'en',
): string {
  const t = messages[language]
  const parts: string[] = of.trialDays > 0 ? [t.freeFor(t.time(of.trialDays, 'DAY'))] : []
  const { subscription, singlePaymentForDuration } = of.model
  for (const { duration, price } of of.spans) {
    const amount = /[1-9]/.test(price.total) ? money(price.total, price.currency) : t.free
    if (!subscription) parts.push(singlePaymentForDuration ? t.lasting(amount, t.time(singlePaymentForDuration.count, singlePaymentForDuration.unit)) : amount)
    else {
      const { count, unit } = subscription.cycleDuration
      const times = duration.numberOfCycles
      parts.push(times === 1 ? t.once(amount) : `${amount} ${t.every(count, unit)}${times === undefined ? '' : t.times(times)}`)
    }
  }
  return parts.join(t.next)
}
