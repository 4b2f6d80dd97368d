/** The emails about money in every language. */
import { defineEmails } from '#kit/email/render.ts'
import { paymentsEmails as de } from './de.ts'
import { paymentsEmails as en } from './en.ts'
import { paymentsEmails as es } from './es.ts'
import { paymentsEmails as fr } from './fr.ts'
import type { PaymentsEmails } from './variables.ts'

export const paymentsEmailCatalog = defineEmails<PaymentsEmails>({ en, de, fr, es })
