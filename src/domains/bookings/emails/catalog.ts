/** The emails about bookings in every language. */
import { defineEmails } from '#kit/email/render.ts'
import type { EmailEditing } from '#kit/email/wording.ts'
import { bookingsTextBlocks as germanBlocks, bookingsEmails as de } from './de.ts'
import { bookingsTextBlocks, bookingsEmails as en } from './en.ts'
import type { BookingsEmails } from './variables.ts'

export const bookingsEmailCatalog = defineEmails<BookingsEmails>({ en, de })

/** A booking has parts or sessions in place of one time; a receipt has lines for several bookings. */
export const bookingsEmailEditing: EmailEditing = {
  blocks: { en: bookingsTextBlocks, de: germanBlocks },
  marks: { parts: undefined, sessions: undefined, lines: ['{{lines}}'], calendarFile: undefined },
}
