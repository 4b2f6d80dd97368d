/** Emails to people who run a site, in German. Source: guide identity §13. */
import type { EmailTemplatesOf } from '#kit/email/render.ts'
import type { CollaboratorsEmails } from './variables.ts'

export const collaboratorsEmails: EmailTemplatesOf<CollaboratorsEmails> = {
  OWNER_INVITATION: (v) => ({
    subject: `Einladung zum Dashboard von ${v.siteName}`,
    paragraphs: [`${v.invitedBy || v.siteName} lädt dich zum Dashboard von ${v.siteName} ein.`, `Der Link gilt ${v.expiresDays} Tage und nur einmal.`],
    button: { label: 'Einladung annehmen', url: v.link },
  }),
  OWNER_PASSWORD_RESET: (v) => ({
    subject: 'Setze ein neues Passwort für das Dashboard',
    paragraphs: [`Der Link gilt ${v.expiresHours} Stunden und nur einmal.`, 'Falls du das nicht angefordert hast, ignoriere diese E-Mail.'],
    button: { label: 'Neues Passwort setzen', url: v.link },
  }),
}
