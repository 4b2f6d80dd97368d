/** Emails about staff, in English. */
import type { EmailTemplatesOf } from '#kit/email/render.ts'
import type { StaffEmails } from './variables.ts'

export const staffEmails: EmailTemplatesOf<StaffEmails> = {
  'staff-invitation': (v) => ({
    subject: `${v.siteName} invites you to the team`,
    paragraphs: [
      `Hi ${v.staffName},`,
      `${v.siteName} invites you to manage your own calendar. The invitation expires in 30 days.`,
      'Sign in to the dashboard with this email to accept.',
    ],
    button: { label: 'Open dashboard', url: v.link },
  }),
}
