/** Emails of the website, in Spanish. */
import type { EmailTemplatesOf } from '#kit/email/render.ts'
import type { WebsiteEmails } from './variables.ts'

export const websiteEmails: EmailTemplatesOf<WebsiteEmails> = {
  'contact-message': (v) => ({
    subject: `Mensaje de ${v.senderName}`,
    paragraphs: [`${v.senderName} (${v.senderEmail}) te ha escrito desde tu sitio:`, ...v.contactText.split(/\n{2,}/)],
    button: { label: 'Responder', url: v.replyUrl },
  }),
}
