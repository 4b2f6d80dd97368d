/** Emails about staff, in German. */
import type { EmailTemplatesOf } from '#kit/email/render.ts'
import type { StaffEmails } from './variables.ts'

export const staffEmails: EmailTemplatesOf<StaffEmails> = {
  'staff-invitation': (v) => ({
    subject: `${v.siteName} lädt dich ins Team ein`,
    paragraphs: [
      `Hallo ${v.staffName},`,
      `${v.siteName} lädt dich ein, deinen Kalender selbst zu verwalten. Die Einladung gilt 30 Tage.`,
      'Wähle ein Passwort oder melde dich mit deinem bisherigen an, um sie anzunehmen.',
    ],
    button: { label: 'Einladung annehmen', url: v.link },
  }),
  'time-off-requested': (v) => ({
    subject: `${v.staffName} möchte frei haben: ${v.days}`,
    paragraphs: [`${v.staffName} möchte frei haben: ${v.days}.`, v.reason && `Grund: ${v.reason}`, 'Was an diesen Tagen gebucht ist, steht neben der Anfrage.'],
    button: { label: 'Anfrage beantworten', url: v.link },
  }),
  'time-off-approved': (v) => ({
    subject: `Deine freie Zeit ist genehmigt: ${v.days}`,
    paragraphs: [`Hallo ${v.staffName},`, `deine freie Zeit ist genehmigt: ${v.days}. An diesen Tagen kann dich niemand buchen.`, v.note],
    button: { label: 'Freie Zeit ansehen', url: v.link },
  }),
  'time-off-declined': (v) => ({
    subject: `Deine freie Zeit wurde abgelehnt: ${v.days}`,
    paragraphs: [`Hallo ${v.staffName},`, `deine freie Zeit wurde leider abgelehnt: ${v.days}.`, v.note],
    button: { label: 'Freie Zeit ansehen', url: v.link },
  }),
}
