/** Emails of the website, in English. */
import type { EmailTemplatesOf } from '#kit/email/render.ts'
import type { WebsiteEmails } from './variables.ts'

export const websiteEmails: EmailTemplatesOf<WebsiteEmails> = {
  'contact-message': (v) => ({
    subject: `Message from ${v.senderName}`,
    paragraphs: [`${v.senderName} (${v.senderEmail}) wrote to you on your site:`, ...v.contactText.split(/\n{2,}/)],
    button: { label: 'Reply', url: v.replyUrl },
  }),
}
