/** Emails about the community, in German. Source: guide members §14. */
import type { EmailTemplatesOf } from '#kit/email/render.ts'
import type { CommunityEmails } from './variables.ts'

export const communityEmails: EmailTemplatesOf<CommunityEmails> = {
  MEMBERS_REPORTED: ({ count, url }) => ({
    subject: count === 1 ? 'Ein Mitglied wurde gemeldet' : `${count} Meldungen über Mitglieder`,
    paragraphs: ['Bitte prüfe die Meldungen und entscheide, was geschehen soll.'],
    button: { label: 'Meldungen ansehen', url: url },
  }),
}
