/** Formats times, amounts and texts in the language of the reader. */
import type { Temporal } from 'temporal-polyfill'
import { dateFormat } from '#kit/pure/date-format.ts'
import { type Language, translate, type LocalizedText } from '#kit/pure/languages.ts'
import { fromMinor, formatMoney } from '#kit/pure/money.ts'

export interface LocaleFormatter {
  language: Language
  /** Day and time in a zone (IANA name). */
  formatDateTime(at: Temporal.Instant, zone: string): string
  /** The same in few characters, without the year. */
  formatShortDateTime(at: Temporal.Instant, zone: string): string
  /** An amount in minor units. */
  formatAmount(amount: number, currency: string): string
  translate(text: LocalizedText, values?: Readonly<Record<string, unknown>>): string
}
/** A text that is rendered once the language is known. */
export type TextRenderer = (formatter: LocaleFormatter) => string

/** `businessZone` (IANA name) decides how English is written. Source: decision 0043. */
export const createLocaleFormatter = (language: Language, businessZone: string): LocaleFormatter => ({
  language,
  formatDateTime: (at, zone) =>
    dateFormat(language, businessZone, {
      weekday: 'long',
      year: 'numeric',
      month: 'long',
      day: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      timeZone: zone,
    }).format(at.epochMilliseconds),
  formatShortDateTime: (at, zone) =>
    dateFormat(language, businessZone, { weekday: 'short', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', timeZone: zone }).format(
      at.epochMilliseconds,
    ),
  formatAmount: (amount, currency) => formatMoney(fromMinor(BigInt(amount), currency), currency, language),
  translate: (text, values) => translate(text, language, values),
})

/** Variables of an email, some of them not yet in a language. */
export type Renderable<V> = { readonly [K in keyof V]: V[K] | TextRenderer }

/** The variables of an email, with all text renderers applied. */
export const renderVariables = <V extends object>(formatter: LocaleFormatter, variables: Renderable<V>): V =>
  Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, typeof value === 'function' ? (value as TextRenderer)(formatter) : value])) as V
