/** Emails about staff, in English. */
import type { EmailTemplatesOf } from '#kit/email/render.ts'
import type { StaffEmails } from './variables.ts'

export const staffEmails: EmailTemplatesOf<StaffEmails> = {
  'staff-invitation': (v) => ({
    subject: `${v.siteName} invites you to the team`,
    paragraphs: [
      `Hi ${v.staffName},`,
      `${v.siteName} invites you to manage your own calendar. The invitation expires in 30 days.`,
      'Choose a password, or sign in with the one that you have, to accept.',
    ],
    button: { label: 'Accept invitation', url: v.link },
  }),
  'time-off-requested': (v) => ({
    subject: `${v.staffName} requests time off: ${v.days}`,
    paragraphs: [
      `${v.staffName} would like to be off on ${v.days}.`,
      v.reason && `Reason: ${v.reason}`,
      'What is booked on these days is listed beside the request.',
    ],
    button: { label: 'Answer request', url: v.link },
  }),
  'time-off-approved': (v) => ({
    subject: `Your time off is approved: ${v.days}`,
    paragraphs: [`Hi ${v.staffName},`, `Your time off on ${v.days} is approved. Clients can’t book you on these days.`, v.note],
    button: { label: 'View time off', url: v.link },
  }),
  'time-off-declined': (v) => ({
    subject: `Your time off was declined: ${v.days}`,
    paragraphs: [`Hi ${v.staffName},`, `Your time off on ${v.days} was declined.`, v.note],
    button: { label: 'View time off', url: v.link },
  }),
}
