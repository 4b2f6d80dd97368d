/** Emails of the website, in French. */
import type { EmailTemplatesOf } from '#kit/email/render.ts'
import type { WebsiteEmails } from './variables.ts'

export const websiteEmails: EmailTemplatesOf<WebsiteEmails> = {
  'contact-message': (v) => ({
    subject: `Message de ${v.senderName}`,
    paragraphs: [`${v.senderName} (${v.senderEmail}) vous a écrit depuis votre site :`, ...v.contactText.split(/\n{2,}/)],
    button: { label: 'Répondre', url: v.replyUrl },
  }),
}
