/** Emails to people who run a site, in English. Source: guide identity §13. */
import type { EmailTemplatesOf } from '#kit/email/render.ts'
import type { CollaboratorsEmails } from './variables.ts'

export const collaboratorsEmails: EmailTemplatesOf<CollaboratorsEmails> = {
  OWNER_INVITATION: (v) => ({
    subject: `You’re invited to ${v.siteName}`,
    paragraphs: [`${v.invitedBy || v.siteName} invited you to the dashboard of ${v.siteName}.`, `The link works once and expires in ${v.expiresDays} days.`],
    button: { label: 'Accept invitation', url: v.link },
  }),
  OWNER_PASSWORD_RESET: (v) => ({
    subject: 'Reset your dashboard password',
    paragraphs: [`The link works once and expires in ${v.expiresHours} hours.`, 'If you didn’t ask for it, ignore this email.'],
    button: { label: 'Set new password', url: v.link },
  }),
}
