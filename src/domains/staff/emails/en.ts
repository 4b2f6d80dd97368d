/** Emails about staff, in English. */
import type { EmailTemplates } from '#kit/email/render.ts'

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

export const staffEmails: EmailTemplates = {
  'staff-invitation': (v) => ({
    subject: `${text(v.siteName)} invites you to the team`,
    paragraphs: [
      `Hello ${text(v.staffName)},`,
      `${text(v.siteName)} would like you to look after your own calendar. The invitation is open for 30 days.`,
      'Sign in to the dashboard with this email address to accept it.',
    ],
    button: { label: 'Open the dashboard', url: text(v.link) },
  }),
}
