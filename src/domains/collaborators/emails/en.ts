/** Emails to people who run a site, in English. Source: guide identity §13. */
import type { EmailTemplates } from '#kit/email/render.ts'

const text = (value: unknown): string => (value === undefined || value === null ? '' : String(value))

export const collaboratorsEmails: EmailTemplates = {
  OWNER_INVITATION: (v) => ({
    subject: `You’re invited to ${text(v.siteName)}`,
    paragraphs: [
      `${text(v.invitedBy) || text(v.siteName)} invited you to the dashboard of ${text(v.siteName)}.`,
      `The link works once and expires in ${text(v.expiresDays)} days.`,
    ],
    button: { label: 'Accept invitation', url: text(v.link) },
  }),
  OWNER_PASSWORD_RESET: (v) => ({
    subject: 'Reset your dashboard password',
    paragraphs: [`The link works once and expires in ${text(v.expiresHours)} hours.`, 'If you didn’t ask for it, ignore this email.'],
    button: { label: 'Set new password', url: text(v.link) },
  }),
}
