/** The emails about connected calendars in every language. */
import { defineEmails } from '#kit/email/render.ts'
import type { EmailEditing } from '#kit/email/wording.ts'
import { connectedCalendarsTextBlocks as germanBlocks, connectedCalendarsEmails as de } from './de.ts'
import { connectedCalendarsTextBlocks as englishBlocks, connectedCalendarsEmails as en } from './en.ts'
import { connectedCalendarsTextBlocks as spanishBlocks, connectedCalendarsEmails as es } from './es.ts'
import { connectedCalendarsTextBlocks as frenchBlocks, connectedCalendarsEmails as fr } from './fr.ts'
import type { ConnectedCalendarsEmails } from './variables.ts'

export const connectedCalendarsEmailCatalog = defineEmails<ConnectedCalendarsEmails>({ en, de, fr, es })

export const connectedCalendarsEmailEditing: EmailEditing = { blocks: { en: englishBlocks, de: germanBlocks, fr: frenchBlocks, es: spanishBlocks }, marks: {} }
