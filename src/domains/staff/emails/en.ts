/** Emails about staff, in English. */
import type { EmailTemplates } from '#kit/email/render.ts'

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

export const staffEmails: EmailTemplates = {
  'staff-invitation': (v) => ({
    subject: `${text(v.siteName)} invites you to the team`,
    paragraphs: [
      `Hi ${text(v.staffName)},`,
      `${text(v.siteName)} invites you to manage your own calendar. The invitation expires in 30 days.`,
      'Sign in to the dashboard with this email to accept.',
    ],
    button: { label: 'Open dashboard', url: text(v.link) },
  }),
}
