/** What a field lacks by its own constraints (`required`, `min`, `type="email"` …), as a sentence that says what to do. */
import { currentMessages, defineDashboardMessages } from '#web/kit/messages.ts'
import { pageLanguage } from '#web/language.ts'
import { formatDay } from '#web/kit/days.ts'

const t = currentMessages(
  defineDashboardMessages(
    {
      missing: 'Fill in this field.',
      missingChoice: 'Choose one.',
      missingConsent: 'Tick this box to continue.',
      missingDate: 'Enter a date.',
      missingTime: 'Enter a time.',
      email: 'Enter an email address, such as name@example.com.',
      url: 'Enter a full address that starts with https://.',
      number: 'Enter a number.',
      short: (least: number) => `Enter at least ${least} characters.`,
      low: (least: string) => `Enter ${least} or more.`,
      high: (most: string) => `Enter ${most} or less.`,
      early: (first: string) => `Choose ${first} or a later day.`,
      late: (last: string) => `Choose ${last} or an earlier day.`,
      step: (step: string) => `Enter a multiple of ${step}.`,
      other: 'Check this field.',
    },
    {
      de: {
        missing: 'Fülle dieses Feld aus.',
        missingChoice: 'Wähle etwas aus.',
        missingConsent: 'Setze hier ein Häkchen, um fortzufahren.',
        missingDate: 'Gib ein Datum ein.',
        missingTime: 'Gib eine Uhrzeit ein.',
        email: 'Gib eine E-Mail-Adresse ein, z. B. name@example.com.',
        url: 'Gib eine vollständige Adresse ein, die mit https:// beginnt.',
        number: 'Gib eine Zahl ein.',
        short: (least) => `Gib mindestens ${least} Zeichen ein.`,
        low: (least) => `Gib ${least} oder mehr ein.`,
        high: (most) => `Gib ${most} oder weniger ein.`,
        early: (first) => `Wähle den ${first} oder einen späteren Tag.`,
        late: (last) => `Wähle den ${last} oder einen früheren Tag.`,
        step: (step) => `Gib ein Vielfaches von ${step} ein.`,
        other: 'Prüfe dieses Feld.',
      },
    },
  ),
)

/** What says how a field is wrong: of an element of the page, or as a test gives it. */
export interface Constraints {
  validity: Partial<ValidityState>
  title?: string
  min?: string
  max?: string
  step?: string
  minLength?: number
}

const missing: Partial<Record<string, string>> = {
  checkbox: t.missingConsent,
  radio: t.missingChoice,
  'select-one': t.missingChoice,
  date: t.missingDate,
  time: t.missingTime,
  number: t.number,
}
const nameDay = (day: string): string => formatDay(day, pageLanguage(), { dateStyle: 'long' })

/** One sentence that says what to do. The title of a field tells what its pattern asks for; one without asks for more than spaces. */
export function describeProblem(field: Constraints, type: string): string {
  const { validity, min = '', max = '' } = field
  // A date of which a part is written is empty for the browser.
  if (validity.badInput) return missing[type] ?? t.other
  if (validity.valueMissing) return missing[type] ?? t.missing
  if (validity.typeMismatch) return type === 'email' ? t.email : t.url
  if (validity.tooShort) return t.short(field.minLength ?? 1)
  if (validity.rangeUnderflow) return type === 'date' ? t.early(nameDay(min)) : t.low(min)
  if (validity.rangeOverflow) return type === 'date' ? t.late(nameDay(max)) : t.high(max)
  if (validity.stepMismatch) return t.step(field.step ?? '1')
  return field.title || (validity.patternMismatch ? t.missing : t.other)
}
