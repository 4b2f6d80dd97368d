/** Emails about staff, in German. */
import type { EmailTemplatesOf } from '#kit/email/render.ts'
import type { StaffEmails } from './variables.ts'

export const staffEmails: EmailTemplatesOf<StaffEmails> = {
  'staff-invitation': (v) => ({
    subject: `${v.siteName} lädt dich ins Team ein`,
    paragraphs: [
      `Hallo ${v.staffName},`,
      `${v.siteName} lädt dich ein, deinen Kalender selbst zu verwalten. Die Einladung gilt 30 Tage.`,
      'Melde dich mit dieser E-Mail-Adresse im Dashboard an, um sie anzunehmen.',
    ],
    button: { label: 'Dashboard öffnen', url: v.link },
  }),
}
