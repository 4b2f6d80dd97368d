/** Values for the preview of an email of which none was sent yet. */
import { Temporal } from 'temporal-polyfill'
import { dateFormat } from '#kit/pure/date-format.ts'
import type { Language } from '#kit/pure/languages.ts'

interface SampleOptions {
  language: Language
  /** Where links lead. */
  origin: string
  /** ISO 4217. */
  currency: string
  /** An instant as ISO text, in UTC. */
  at: string
  /** IANA name of the zone of the business. */
  timeZone: string
}

const words = {
  en: {
    service: 'Yoga flow',
    plan: 'Monthly membership',
    place: 'Main street 1',
    duration: '1 h',
    decline: 'Your card was declined.',
    device: 'Firefox on Windows',
    policy: 'You can cancel free of charge up to 24 hours before the start.',
    contact: 'Is there a class for beginners?',
    message: 'Please bring a mat and something warm to wear.',
    terms: 'Renews every month until you cancel.',
    payment: 'Pay in person',
    extras: 'Hot stones, 2 × Towel',
  },
  de: {
    service: 'Yoga Flow',
    plan: 'Monatskarte',
    place: 'Hauptstraße 1',
    duration: '1 h',
    decline: 'Deine Karte wurde abgelehnt.',
    device: 'Firefox unter Windows',
    policy: 'Du kannst bis 24 Stunden vor Beginn kostenlos absagen.',
    contact: 'Gibt es auch einen Kurs für Anfänger?',
    message: 'Bitte bring eine Matte und etwas Warmes zum Anziehen mit.',
    terms: 'Verlängert sich jeden Monat, bis du kündigst.',
    payment: 'Zahlung vor Ort',
    extras: 'Heiße Steine, 2 × Handtuch',
  },
  fr: {
    service: 'Yoga flow',
    plan: 'Abonnement mensuel',
    place: '1 rue Principale',
    duration: '1 h',
    decline: 'Votre carte a été refusée.',
    device: 'Firefox sur Windows',
    policy: 'Vous pouvez annuler gratuitement jusqu’à 24 heures avant le début.',
    contact: 'Y a-t-il un cours pour débutants ?',
    message: 'Apportez un tapis et un vêtement chaud.',
    terms: 'Se renouvelle chaque mois jusqu’à votre résiliation.',
    payment: 'À payer sur place',
    extras: 'Pierres chaudes, 2 × serviette',
  },
  es: {
    service: 'Yoga flow',
    plan: 'Abono mensual',
    place: 'Calle Mayor 1',
    duration: '1 h',
    decline: 'Tu tarjeta ha sido rechazada.',
    device: 'Firefox en Windows',
    policy: 'Puedes cancelar gratis hasta 24 horas antes del inicio.',
    contact: '¿Hay alguna clase para principiantes?',
    message: 'Trae una esterilla y algo de abrigo.',
    terms: 'Se renueva cada mes hasta que canceles.',
    payment: 'Pago en el local',
    extras: 'Piedras calientes, 2 × toalla',
  },
} satisfies Record<Language, Record<string, string>>

type SampleValue = string | number | readonly string[]

const whatMayBeAbsent =
  /^(ownerMessage|feeText|refundText|creditText|balanceText|statusText|tax|oldStaffName|oldLocationText|calendarFile|conferencingLink|message|reason|note|approvalNote)$/
const createFormat =
  ({ language, at, timeZone }: SampleOptions) =>
  (options: Intl.DateTimeFormatOptions, hoursBefore = 0): string =>
    dateFormat(language, timeZone, { ...options, timeZone }).format(Temporal.Instant.from(at).subtract({ hours: hoursBefore }).epochMilliseconds)
/** Values by the names of the variables that take them: the first that fits counts. Formatting is slow: only what is asked for is formatted. */
function listSamples(sample: SampleOptions): readonly (readonly [RegExp, SampleValue | (() => string)])[] {
  const { language, origin, currency, at, timeZone } = sample
  const say = words[language]
  const format = createFormat(sample)
  return [
    [/^(parts|sessions|lines)$/, []],
    [whatMayBeAbsent, ''],
    [/(Link|link|Url|url)$/, origin],
    [/^(code)$/, '123456'],
    [/^factor$/, 'TOTP'],
    [/^(added|oldParticipants)$/, 1],
    [/^canceledBy$/, 'you'],
    [/^(when|at)$/, at],
    // As the policy of the sample says.
    [/^cancelUntilText$/, () => format({ dateStyle: 'full', timeStyle: 'short' }, 24)],
    [/(StartText|startText|UntilText)$/, () => format({ dateStyle: 'full', timeStyle: 'short' })],
    [/^timeZoneName$/, timeZone],
    [/(Date|^days|periodStart|periodEnd)$/, () => format({ dateStyle: 'long' })],
    [/([aA]mount|total|priceText|priceSummary|paidText|amountDue)$/, () => (40).toLocaleString(language, { style: 'currency', currency })],
    [/^(participants|position|count)$/, 2],
    [/^expires/, 15],
    [/Number$/, 7],
    [/Last4$/, '4242'],
    [/^expiry$/, () => `${at.slice(5, 7)}/${Number(at.slice(0, 4)) + 3}`],
    [/(reasonPlain|problem)$/, say.decline],
    [/^device$/, say.device],
    [/^(ip|requestIp)$/, '203.0.113.7'],
    [/^policyText$/, say.policy],
    [/^paymentText$/, say.payment],
    [/^ownSubject$/, say.service],
    [/^sessionMessage$/, say.message],
    [/^contactText$/, say.contact],
    [/^terms$/, say.terms],
    [/^extrasText$/, say.extras],
    [/^customerPhone$/, '+49 30 1234567'],
    [/^ref$/, 'pi_3Pq81'],
    [/^calendarName$/, 'Ida’s calendar'],
    [/(firstName|FirstName|nickname|invitedBy|customerName|memberName|member|staffName|senderName)$/, 'Ida'],
    [/^serviceName$/, say.service],
    [/^(planName|plan)$/, say.plan],
    [/(locationText)$/, say.place],
    [/(durationText)$/, say.duration],
    [/([eE]mail)$/, 'ida@example.org'],
  ]
}

/** A made-up value for a variable of this name; its name for one that no email has. */
export function sampleValue(name: string, sample: SampleOptions): SampleValue {
  const found = listSamples(sample).find(([pattern]) => pattern.test(name))?.[1]
  return typeof found === 'function' ? found() : (found ?? name.replaceAll(/([a-z])([A-Z])/g, (_all, a: string, b: string) => `${a} ${b.toLowerCase()}`))
}
