/** The emails of this domain: the test of another one. */
import { defineEmails, type EmailContent } from '#kit/email/render.ts'
import { joinLabel, type Language } from '#kit/pure/languages.ts'
import type { NotificationsEmails } from './variables.ts'

const copy =
  (label: string, language: Language) =>
  ({ subject, text }: NotificationsEmails['template-test']): EmailContent => ({ subject: joinLabel(label, subject, language), paragraphs: text.split('\n\n') })

export const notificationsEmails = defineEmails<NotificationsEmails>({
  en: { 'template-test': copy('Test', 'en') },
  de: { 'template-test': copy('Test', 'de') },
  fr: { 'template-test': copy('Essai', 'fr') },
  es: { 'template-test': copy('Prueba', 'es') },
})
