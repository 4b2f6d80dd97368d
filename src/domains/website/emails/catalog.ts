/** The emails of the website in every language. */
import { defineEmails } from '#kit/email/render.ts'
import { websiteEmails as de } from './de.ts'
import { websiteEmails as en } from './en.ts'
import { websiteEmails as es } from './es.ts'
import { websiteEmails as fr } from './fr.ts'
import type { WebsiteEmails } from './variables.ts'

export const websiteEmailCatalog = defineEmails<WebsiteEmails>({ en, de, fr, es })
