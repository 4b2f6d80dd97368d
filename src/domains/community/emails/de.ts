/** Emails about the community, in German. Source: guide members §14. */
import type { EmailTemplatesOf } from '#kit/email/render.ts'
import type { CommunityEmails } from './variables.ts'

const title = ({ count }: CommunityEmails['MEMBERS_REPORTED']): string => (count === 1 ? 'Ein Mitglied wurde gemeldet' : `${count} Meldungen über Mitglieder`)

export const communityEmails: EmailTemplatesOf<CommunityEmails> = {
  MEMBERS_REPORTED: (v) => ({
    subject: title(v),
    paragraphs: ['Bitte prüfe die Meldungen und entscheide, was geschehen soll.'],
    button: { label: 'Meldungen ansehen', url: v.url },
  }),
}

/** What the business may place in its own words. */
export const communityTextBlocks = { title }
