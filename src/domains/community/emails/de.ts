/** Emails about the community, in German. Source: guide members §14. */
import type { EmailTemplates } from '#kit/email/render.ts'

export const communityEmails: EmailTemplates = {
  MEMBERS_REPORTED: ({ count, url }) => ({
    subject: count === 1 ? 'Ein Mitglied wurde gemeldet' : `${String(count)} Meldungen über Mitglieder`,
    paragraphs: ['Bitte prüfe die Meldungen und entscheide, was geschehen soll.'],
    button: { label: 'Meldungen ansehen', url: String(url) },
  }),
}
