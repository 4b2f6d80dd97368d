/** The emails about bookings in every language. */
import { defineEmails } from '#kit/email/render.ts'
import type { EmailEditing } from '#kit/email/wording.ts'
import { bookingsTextBlocks as germanBlocks, bookingsEmails as de } from './de.ts'
import { bookingsTextBlocks, bookingsEmails as en } from './en.ts'
import { bookingsTextBlocks as spanishBlocks, bookingsEmails as es } from './es.ts'
import { bookingsTextBlocks as frenchBlocks, bookingsEmails as fr } from './fr.ts'
import type { BookingsEmails } from './variables.ts'

export const bookingsEmailCatalog = defineEmails<BookingsEmails>({ en, de, fr, es })

/** A booking has parts or sessions in place of one time; a receipt has lines for several bookings. */
export const bookingsEmailEditing: EmailEditing = {
  blocks: { en: bookingsTextBlocks, de: germanBlocks, fr: frenchBlocks, es: spanishBlocks },
  marks: { parts: undefined, sessions: undefined, lines: ['{{lines}}'], calendarFile: undefined },
}
