/** The emails to members in every language. */
import { defineEmails } from '#kit/email/render.ts'
import { membersEmails as de } from './de.ts'
import { membersEmails as en } from './en.ts'
import { membersEmails as es } from './es.ts'
import { membersEmails as fr } from './fr.ts'
import type { MembersEmails } from './variables.ts'

export const membersEmailCatalog = defineEmails<MembersEmails>({ en, de, fr, es })
