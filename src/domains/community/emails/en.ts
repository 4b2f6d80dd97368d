/** Emails about the community, in English. Source: guide members §14. */
import type { EmailTemplates } from '#kit/email/render.ts'

export const communityEmails: EmailTemplates = {
  MEMBERS_REPORTED: ({ count, url }) => ({
    subject: count === 1 ? 'A member was reported' : `${String(count)} reports about members`,
    paragraphs: ['Members reported others on your site. Review the reports and decide what to do.'],
    button: { label: 'Review reports', url: String(url) },
  }),
}
