/** Emails to members, in English. Source: guide members §5.2 row 7, §10; identity §13. */
import type { EmailTemplatesOf } from '#kit/email/render.ts'
import type { MembersEmails } from './variables.ts'

export const membersEmails: EmailTemplatesOf<MembersEmails> = {
  MEMBER_APPROVED: ({ nickname, signInLink }) => ({
    subject: "You're in",
    paragraphs: [`Hi ${nickname},`, 'Your membership was approved. You can sign in now.'],
    button: { label: 'Sign in', url: signInLink },
  }),
  BIRTHDAY: ({ nickname, siteName, bookLink }) => ({
    subject: `Happy birthday, ${nickname}!`,
    paragraphs: [`All the best from everyone at ${siteName}.`],
    button: { label: 'See what’s on', url: bookLink },
  }),
  ACCOUNT_DELETED: ({ nickname, when }, moment) => ({
    subject: 'Your account was deleted',
    paragraphs: [`Hi ${nickname},`, `Your account and profile were deleted on ${moment(when)}. If you didn’t expect this, contact the site owner soon.`],
  }),
}
