/** Emails to members, in German. Source: guide members §5.2 row 7, §10; identity §13. */
import type { EmailTemplates } from '#kit/email/render.ts'

export const membersEmails: EmailTemplates = {
  MEMBER_APPROVED: ({ nickname, signInLink }) => ({
    subject: 'Deine Mitgliedschaft ist bestätigt',
    paragraphs: [`Hallo ${String(nickname)},`, 'willkommen! Du kannst dich jetzt anmelden.'],
    button: { label: 'Anmelden', url: String(signInLink) },
  }),
  ACCOUNT_DELETED: ({ nickname, when }, moment) => ({
    subject: 'Dein Konto wurde gelöscht',
    paragraphs: [
      `Hallo ${String(nickname)},`,
      `dein Konto und dein Profil wurden am ${moment(when)} gelöscht. Falls du das nicht erwartet hast, melde dich bitte bei uns.`,
    ],
  }),
}
