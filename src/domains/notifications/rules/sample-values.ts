/** Values for the preview of an email of which none was sent yet. */
import { Temporal } from 'temporal-polyfill'
import type { Language } from '#kit/pure/languages.ts'

interface SampleOptions {
  language: Language
  /** Where links lead. */
  origin: string
  /** ISO 4217. */
  currency: string
  /** An instant as ISO text, in UTC. */
  at: string
}

const words: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: { service: 'Yoga flow', plan: 'Monthly membership', place: 'Main street 1', duration: '1 h', expiry: '03/2030', reason: 'Your card was declined.' },
  de: { service: 'Yoga Flow', plan: 'Monatskarte', place: 'Hauptstraße 1', duration: '1 h', expiry: '03/2030', reason: 'Deine Karte wurde abgelehnt.' },
}

type SampleValue = string | number | readonly string[]

/** A made-up value for a variable of this name. */
export function sampleValue(name: string, { language, origin, currency, at }: SampleOptions): SampleValue {
  const { service, plan, place, duration, expiry, reason } = words[language] as Record<string, string>
  const instant = Temporal.Instant.from(at)
  // Formatting is slow: only what is asked for is formatted.
  const rows: readonly (readonly [RegExp, SampleValue | (() => string)])[] = [
    [/^(parts|sessions|lines)$/, []],
    [/^(ownerMessage|feeText|refundText|creditText|statusText|tax|oldStaffName|oldLocationText|calendarFile|conferencingLink|message|reason)$/, ''],
    [/(Link|link|Url|url)$/, origin],
    [/^(code)$/, '123456'],
    [/^factor$/, 'TOTP'],
    [/^added$/, 1],
    [/^canceledBy$/, 'you'],
    [/^(when|at)$/, at],
    [/(StartText|startText|UntilText)$/, () => instant.toLocaleString(language, { dateStyle: 'full', timeStyle: 'short', timeZone: 'UTC' })],
    [/^timeZoneName$/, 'UTC'],
    [/(Date|periodStart|periodEnd)$/, () => instant.toLocaleString(language, { dateStyle: 'long', timeZone: 'UTC' })],
    [/([aA]mount|total|priceText|paidText|amountDue)$/, () => (40).toLocaleString(language, { style: 'currency', currency })],
    [/^(participants|position|count)$/, 2],
    [/^expires/, 15],
    [/Number$/, 7],
    [/Last4$/, '4242'],
    [/^expiry$/, expiry as string],
    [/(reasonPlain|problem)$/, reason as string],
    [/(firstName|FirstName|nickname|customerName|memberName|member|staffName)$/, 'Ida'],
    [/^serviceName$/, service as string],
    [/^(planName|plan)$/, plan as string],
    [/(locationText)$/, place as string],
    [/(durationText)$/, duration as string],
    [/([eE]mail)$/, 'ida@example.org'],
  ]
  const found = rows.find(([pattern]) => pattern.test(name))?.[1]
  return typeof found === 'function' ? found() : (found ?? name.replaceAll(/([a-z])([A-Z])/g, (_all, a: string, b: string) => `${a} ${b.toLowerCase()}`))
}
