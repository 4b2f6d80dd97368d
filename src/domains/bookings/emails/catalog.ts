/** The emails about bookings in every language. */
import { defineEmails } from '#kit/email/render.ts'
import { bookingsEmails as de } from './de.ts'
import { bookingsEmails as en } from './en.ts'
import type { BookingsEmails } from './variables.ts'

export const bookingsEmailCatalog = defineEmails<BookingsEmails>({ en, de })
