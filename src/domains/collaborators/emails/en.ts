/** Emails to people who run a site, in English. Source: guide identity §13. */
import type { EmailTemplates } from '#kit/email/render.ts'

const text = (value: unknown): string => (value === undefined || value === null ? '' : String(value))

export const collaboratorsEmails: EmailTemplates = {
  OWNER_INVITATION: (v) => ({
    subject: `Help run ${text(v.siteName)}`,
    paragraphs: [
      `${text(v.invitedBy) || text(v.siteName)} invites you to the dashboard of ${text(v.siteName)}.`,
      `The link works once, for ${text(v.expiresDays)} days.`,
    ],
    button: { label: 'Accept the invitation', url: text(v.link) },
  }),
  OWNER_PASSWORD_RESET: (v) => ({
    subject: 'A new password for your dashboard',
    paragraphs: [`The link works once, for ${text(v.expiresHours)} hours.`, 'If you did not ask for it, ignore this message.'],
    button: { label: 'Set a new password', url: text(v.link) },
  }),
}
