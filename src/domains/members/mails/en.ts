/** Letters to members, in English. Source: guide members 5.2 row 7, 10. */
import type { MailTemplates } from '#kit/mail/render.ts'

export const membersMails: MailTemplates = {
  MEMBER_APPROVED: ({ nickname, url }) => ({
    subject: "You're in",
    paragraphs: [`Hello ${String(nickname)},`, 'your membership was approved. You can sign in now.'],
    button: { label: 'Go to the site', url: String(url) },
  }),
  ACCOUNT_DELETED: ({ nickname }) => ({
    subject: 'Your account was deleted',
    paragraphs: [`Hello ${String(nickname)},`, 'your account and profile are gone. If you did not expect this, answer to the owner of the site soon.'],
  }),
}
