/** The emails about staff in every language. */
import { defineEmails } from '#kit/email/render.ts'
import { staffEmails as de } from './de.ts'
import { staffEmails as en } from './en.ts'
import { staffEmails as es } from './es.ts'
import { staffEmails as fr } from './fr.ts'
import type { StaffEmails } from './variables.ts'

export const staffEmailCatalog = defineEmails<StaffEmails>({ en, de, fr, es })
