/** Emails about the community, in English. Source: guide members §14. */
import type { EmailTemplatesOf } from '#kit/email/render.ts'
import type { CommunityEmails } from './variables.ts'

export const communityEmails: EmailTemplatesOf<CommunityEmails> = {
  MEMBERS_REPORTED: ({ count, url }) => ({
    subject: count === 1 ? 'A member was reported' : `${count} reports about members`,
    paragraphs: ['Members reported others on your site. Review the reports and decide what to do.'],
    button: { label: 'Review reports', url: url },
  }),
}
