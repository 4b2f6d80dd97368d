/** Emails to people who run a site, in German. Source: guide identity §13. */
import type { EmailTemplates } from '#kit/email/render.ts'

const text = (value: unknown): string => (value === undefined || value === null ? '' : String(value))

export const collaboratorsEmails: EmailTemplates = {
  OWNER_INVITATION: (v) => ({
    subject: `Einladung zum Dashboard von ${text(v.siteName)}`,
    paragraphs: [
      `${text(v.invitedBy) || text(v.siteName)} lädt dich zum Dashboard von ${text(v.siteName)} ein.`,
      `Der Link gilt ${text(v.expiresDays)} Tage und nur einmal.`,
    ],
    button: { label: 'Einladung annehmen', url: text(v.link) },
  }),
  OWNER_PASSWORD_RESET: (v) => ({
    subject: 'Setze ein neues Passwort für das Dashboard',
    paragraphs: [`Der Link gilt ${text(v.expiresHours)} Stunden und nur einmal.`, 'Falls du das nicht angefordert hast, ignoriere diese E-Mail.'],
    button: { label: 'Neues Passwort setzen', url: text(v.link) },
  }),
}
