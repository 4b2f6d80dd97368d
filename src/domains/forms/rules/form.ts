/** What a form asks. Source: guide services-and-availability §12.3. */
import type { Language } from '#kit/pure/languages.ts'

/** A text in the languages that it was written in. */
export type Texts = Readonly<Partial<Record<Language, string>>>

export const fieldTypes = [
  'SHORT_TEXT',
  'LONG_TEXT',
  'NUMBER',
  'CHOICE',
  'CHOICES',
  'DATE',
  'PHONE',
  'EMAIL',
  'ADDRESS',
  'FILE',
  'CONSENT',
  'SIGNATURE',
] as const
export type FieldType = (typeof fieldTypes)[number]

export interface FormField {
  /** Key of the answer in a submission; never changes while the field lives. */
  target: string
  type: FieldType
  /** The question; with CONSENT the text that is agreed to. */
  label: Texts
  help?: Texts | null | undefined
  required: boolean
  /** CHOICE and CHOICES: what can be chosen. */
  options?: readonly { value: string; label: Texts }[] | null | undefined
  /** NUMBER: inclusive bounds. */
  minimum?: number | null | undefined
  maximum?: number | null | undefined
  /** Asked only when an earlier field has one of these values; a consent that is given has the value "true". */
  showWhen?: { target: string; values: readonly string[] } | null | undefined
}

/** BOOKING: asked with every booking of its services, beside name and email. INTAKE: asked once, or again after some months. */
export type FormKind = 'BOOKING' | 'INTAKE'

/** The built-in form of every site: name, email and phone, which our own pages ask in any case. */
export const defaultFormId = '00000000-0000-0000-0000-000000000000'

/** Targets of the contact, which every booking form has. */
export const contactTargets = ['first_name', 'last_name', 'email', 'phone'] as const

/** The text in a language, else in any that it was written in. */
export const textIn = (texts: Texts | null | undefined, language: Language): string =>
  texts?.[language] || Object.values(texts ?? {}).find((text) => text !== '') || ''
