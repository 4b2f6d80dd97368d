/** The emails of sign-in in every language. */
import { defineEmails } from '#kit/email/render.ts'
import type { EmailEditing } from '#kit/email/wording.ts'
import { identityTextBlocks as germanBlocks, identityEmails as de } from './de.ts'
import { identityTextBlocks as englishBlocks, identityEmails as en } from './en.ts'
import { identityTextBlocks as spanishBlocks, identityEmails as es } from './es.ts'
import { identityTextBlocks as frenchBlocks, identityEmails as fr } from './fr.ts'
import type { IdentityEmails } from './variables.ts'

export const identityEmailCatalog = defineEmails<IdentityEmails>({ en, de, fr, es })

export const identityEmailEditing: EmailEditing = { blocks: { en: englishBlocks, de: germanBlocks, fr: frenchBlocks, es: spanishBlocks } }
