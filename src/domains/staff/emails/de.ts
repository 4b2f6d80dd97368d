/** Emails about staff, in German. */
import type { EmailTemplates } from '#kit/email/render.ts'

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

export const staffEmails: EmailTemplates = {
  'staff-invitation': (v) => ({
    subject: `${text(v.siteName)} lädt dich ins Team ein`,
    paragraphs: [
      `Hallo ${text(v.staffName)},`,
      `${text(v.siteName)} lädt dich ein, deinen Kalender selbst zu verwalten. Die Einladung gilt 30 Tage.`,
      'Melde dich mit dieser E-Mail-Adresse im Dashboard an, um sie anzunehmen.',
    ],
    button: { label: 'Dashboard öffnen', url: text(v.link) },
  }),
}
