/** The emails about the community in every language. */
import { defineEmails } from '#kit/email/render.ts'
import type { EmailEditing } from '#kit/email/wording.ts'
import { communityTextBlocks as germanBlocks, communityEmails as de } from './de.ts'
import { communityTextBlocks as englishBlocks, communityEmails as en } from './en.ts'
import { communityTextBlocks as spanishBlocks, communityEmails as es } from './es.ts'
import { communityTextBlocks as frenchBlocks, communityEmails as fr } from './fr.ts'
import type { CommunityEmails } from './variables.ts'

export const communityEmailCatalog = defineEmails<CommunityEmails>({ en, de, fr, es })

export const communityEmailEditing: EmailEditing = { blocks: { en: englishBlocks, de: germanBlocks, fr: frenchBlocks, es: spanishBlocks } }
