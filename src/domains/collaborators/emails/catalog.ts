/** The emails to people who run a site in every language. */
import { defineEmails } from '#kit/email/render.ts'
import { collaboratorsEmails as de } from './de.ts'
import { collaboratorsEmails as en } from './en.ts'
import { collaboratorsEmails as es } from './es.ts'
import { collaboratorsEmails as fr } from './fr.ts'
import type { CollaboratorsEmails } from './variables.ts'

export const collaboratorsEmailCatalog = defineEmails<CollaboratorsEmails>({ en, de, fr, es })
