/** Emails about the community, in French. Source: guide members §14. */
import type { EmailTemplatesOf } from '#kit/email/render.ts'
import type { CommunityEmails } from './variables.ts'

const title = ({ count }: CommunityEmails['MEMBERS_REPORTED']): string =>
  count === 1 ? 'Un membre a été signalé' : `${count} signalements concernant des membres`

export const communityEmails: EmailTemplatesOf<CommunityEmails> = {
  MEMBERS_REPORTED: (v) => ({
    subject: title(v),
    paragraphs: ['Des membres ont signalé d’autres membres de votre site. Examinez les signalements et décidez de la suite.'],
    button: { label: 'Examiner les signalements', url: v.url },
  }),
}

/** What the business may place in its own words. */
export const communityTextBlocks = { title }
