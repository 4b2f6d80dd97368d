/** The emails of this domain: the test of another one. */
import { defineEmails, type EmailContent } from '#kit/email/render.ts'
import type { NotificationsEmails } from './variables.ts'

const copy =
  (label: string) =>
  ({ subject, text }: NotificationsEmails['template-test']): EmailContent => ({ subject: `${label}: ${subject}`, paragraphs: text.split('\n\n') })

export const notificationsEmails = defineEmails<NotificationsEmails>({ en: { 'template-test': copy('Test') }, de: { 'template-test': copy('Test') } })
