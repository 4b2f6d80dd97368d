/** Emails of the website, in German. */
import type { EmailTemplatesOf } from '#kit/email/render.ts'
import type { WebsiteEmails } from './variables.ts'

export const websiteEmails: EmailTemplatesOf<WebsiteEmails> = {
  'contact-message': (v) => ({
    subject: `Nachricht von ${v.senderName}`,
    paragraphs: [`${v.senderName} (${v.senderEmail}) hat dir über deine Website geschrieben:`, ...v.contactText.split(/\n{2,}/)],
    button: { label: 'Antworten', url: v.replyUrl },
  }),
}
