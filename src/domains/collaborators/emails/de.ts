/** Emails to people who run a site, in German. Source: guide identity §13. */
import type { EmailTemplates } from '#kit/email/render.ts'

const text = (value: unknown): string => (value === undefined || value === null ? '' : String(value))

export const collaboratorsEmails: EmailTemplates = {
  OWNER_INVITATION: (v) => ({
    subject: `Hilf mit bei ${text(v.siteName)}`,
    paragraphs: [
      `${text(v.invitedBy) || text(v.siteName)} lädt dich in das Dashboard von ${text(v.siteName)} ein.`,
      `Der Link gilt einmal, ${text(v.expiresDays)} Tage lang.`,
    ],
    button: { label: 'Einladung annehmen', url: text(v.link) },
  }),
  OWNER_PASSWORD_RESET: (v) => ({
    subject: 'Ein neues Passwort für dein Dashboard',
    paragraphs: [`Der Link gilt einmal, ${text(v.expiresHours)} Stunden lang.`, 'Falls du nicht darum gebeten hast, vergiss diese Nachricht.'],
    button: { label: 'Neues Passwort setzen', url: text(v.link) },
  }),
}
