/** Values for the preview of a text message. */
import { Temporal } from 'temporal-polyfill'
import { dateFormat } from '#kit/pure/date-format.ts'
import type { Language } from '#kit/pure/languages.ts'
import type { textVariables } from './templates.ts'

type VariableName = (typeof textVariables)[number]
const words: Readonly<Record<Language, Readonly<Record<Exclude<VariableName, 'siteName' | 'manageLink' | 'startText' | 'offerUntilText'>, string>>>> = {
  en: {
    serviceName: 'Yoga flow',
    customerFirstName: 'Ida',
    staffName: 'Ana',
    locationText: 'Main street 1',
  },
  de: {
    serviceName: 'Yoga Flow',
    customerFirstName: 'Ida',
    staffName: 'Ana',
    locationText: 'Hauptstraße 1',
  },
  fr: {
    serviceName: 'Yoga flow',
    customerFirstName: 'Ida',
    staffName: 'Ana',
    locationText: '1 rue Principale',
  },
  es: {
    serviceName: 'Yoga flow',
    customerFirstName: 'Ida',
    staffName: 'Ana',
    locationText: 'Calle Mayor 1',
  },
}
/** Links are as long as this: the token of one booking. */
const TOKEN_LENGTH = 86

/** A Tuesday, and the day before. */
const times = { startText: Temporal.Instant.from('2027-05-04T18:00Z'), offerUntilText: Temporal.Instant.from('2027-05-03T17:30Z') }
const short = { weekday: 'short', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', timeZone: 'UTC' } as const

interface Sender {
  siteName: string
  origin: string
  language: Language
  /** IANA name of the zone of the business. */
  timeZone: string
}
/** A made-up value, as long as real ones are. */
export function sampleText(name: VariableName, { siteName, origin, language, timeZone }: Sender): string {
  if (name === 'siteName') return siteName
  if (name === 'startText' || name === 'offerUntilText') return dateFormat(language, timeZone, short).format(times[name].epochMilliseconds)
  return name === 'manageLink' ? `${origin}/booking/${'x'.repeat(TOKEN_LENGTH)}` : words[language][name]
}
