/** How times, amounts and sentences are said in the language of whoever reads. */
import type { Temporal } from 'temporal-polyfill'
import { type Language, said, type Sentence } from '#kit/pure/languages.ts'
import { fromMinor, moneyIn } from '#kit/pure/money.ts'

export interface Tongue {
  language: Language
  /** Day and time in a zone (IANA name). */
  clock(at: Temporal.Instant, zone: string): string
  /** An amount in minor units. */
  money(amount: number, currency: string): string
  say(sentence: Sentence, values?: Readonly<Record<string, unknown>>): string
}
/** Words that wait for a language. */
export type Spoken = (tongue: Tongue) => string

export const tongueOf = (language: Language): Tongue => ({
  language,
  clock: (at, zone) =>
    at.toZonedDateTimeISO(zone).toLocaleString(language, {
      weekday: 'long',
      year: 'numeric',
      month: 'long',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
    }),
  money: (amount, currency) => moneyIn(fromMinor(BigInt(amount), currency), currency, language),
  say: (sentence, values) => said(sentence, language, values),
})

/** The variables of a letter, with all words said in a language. */
export const spokenBy = (tongue: Tongue, variables: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, typeof value === 'function' ? (value as Spoken)(tongue) : value]))
