/** Emails about the community, in English. Source: guide members §14. */
import type { EmailTemplates } from '#kit/email/render.ts'

export const communityEmails: EmailTemplates = {
  MEMBERS_REPORTED: ({ count, url }) => ({
    subject: count === 1 ? 'A member was reported' : `${String(count)} reports about members`,
    paragraphs: ['Members told you about others of your site. Look at what they say and decide what to do.'],
    button: { label: 'See the reports', url: String(url) },
  }),
}
