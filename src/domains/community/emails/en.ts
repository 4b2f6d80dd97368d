/** Emails about the community, in English. Source: guide members §14. */
import type { EmailTemplatesOf } from '#kit/email/render.ts'
import type { CommunityEmails } from './variables.ts'

const title = ({ count }: CommunityEmails['MEMBERS_REPORTED']): string => (count === 1 ? 'A member was reported' : `${count} reports about members`)

export const communityEmails: EmailTemplatesOf<CommunityEmails> = {
  MEMBERS_REPORTED: (v) => ({
    subject: title(v),
    paragraphs: ['Members reported others on your site. Review the reports and decide what to do.'],
    button: { label: 'Review reports', url: v.url },
  }),
}

/** What the business may place in its own words. */
export const communityTextBlocks = { title }
