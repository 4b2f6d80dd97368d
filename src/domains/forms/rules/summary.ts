/** What a form asks, in the words of the public platform. Source: guide services-and-availability §12.3. */
import { translate, type Language, type LocalizedText } from '#kit/pure/languages.ts'
import { contactTargets, textIn, type FormField, type FieldType, type FormKind } from './form.ts'

/** The types of the answers that we take: an address is one text, of several choices the values. */
const summaryTypes = {
  SHORT_TEXT: 'STRING',
  LONG_TEXT: 'STRING',
  NUMBER: 'NUMBER',
  CHOICE: 'STRING',
  CHOICES: 'ARRAY',
  DATE: 'DATE',
  PHONE: 'PHONE',
  EMAIL: 'EMAIL',
  ADDRESS: 'STRING',
  FILE: 'WIX_FILE',
  CONSENT: 'BOOLEAN',
  SIGNATURE: 'SIGNATURE',
} as const satisfies Record<FieldType, string>
export type SummaryType = (typeof summaryTypes)[FieldType]

const contactLabels: Readonly<Record<(typeof contactTargets)[number], { label: LocalizedText; type: SummaryType }>> = {
  first_name: { label: { message: 'First name', de: 'Vorname', fr: 'Prénom', es: 'Nombre' }, type: 'STRING' },
  last_name: { label: { message: 'Last name', de: 'Nachname', fr: 'Nom', es: 'Apellidos' }, type: 'STRING' },
  email: { label: { message: 'Email', de: 'E-Mail', fr: 'E-mail', es: 'Correo electrónico' }, type: 'EMAIL' },
  phone: { label: { message: 'Phone', de: 'Telefon', fr: 'Téléphone', es: 'Teléfono' }, type: 'PHONE' },
}

export interface SummaryField {
  target: string
  label: string
  type: SummaryType
  options: { label: string; value: string }[]
}

/** The fields in the order in which they are asked: a booking form asks for the contact first, one of its own fields of that target once. */
export function summarizeFields({ kind, fields }: { kind: FormKind; fields: readonly FormField[] }, language: Language): SummaryField[] {
  const own = fields.map(({ target, type, label, options }) => ({
    target,
    label: textIn(label, language),
    type: summaryTypes[type],
    options: (options ?? []).map((option) => ({ label: textIn(option.label, language) || option.value, value: option.value })),
  }))
  const named = new Set(own.map(({ target }) => target))
  const contact = kind === 'BOOKING' ? contactTargets.filter((target) => !named.has(target)) : []
  return [
    ...contact.map((target) => ({ target, label: translate(contactLabels[target].label, language), type: contactLabels[target].type, options: [] })),
    ...own,
  ]
}
