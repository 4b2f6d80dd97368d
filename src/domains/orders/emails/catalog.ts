/** The emails about orders in every language. */
import { defineEmails } from '#kit/email/render.ts'
import { orderEmails as de } from './de.ts'
import { orderEmails as en } from './en.ts'
import type { OrderEmails } from './variables.ts'

export const orderEmailCatalog = defineEmails<OrderEmails>({ en, de })
