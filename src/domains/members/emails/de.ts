/** Emails to members, in German. Source: guide members §5.2 row 7, §10; identity §13. */
import type { EmailTemplatesOf } from '#kit/email/render.ts'
import type { MembersEmails } from './variables.ts'

export const membersEmails: EmailTemplatesOf<MembersEmails> = {
  MEMBER_APPROVED: ({ nickname, signInLink }) => ({
    subject: 'Deine Mitgliedschaft ist bestätigt',
    paragraphs: [`Hallo ${nickname},`, 'willkommen! Du kannst dich jetzt anmelden.'],
    button: { label: 'Anmelden', url: signInLink },
  }),
  BIRTHDAY: ({ nickname, siteName, bookLink }) => ({
    subject: `Alles Gute zum Geburtstag, ${nickname}!`,
    paragraphs: [`Herzliche Glückwünsche von ${siteName}.`],
    button: { label: 'Angebote ansehen', url: bookLink },
  }),
  ACCOUNT_DELETED: ({ nickname, when }, moment) => ({
    subject: 'Dein Konto wurde gelöscht',
    paragraphs: [
      `Hallo ${nickname},`,
      `dein Konto und dein Profil wurden am ${moment(when)} gelöscht. Falls du das nicht erwartet hast, melde dich bitte bei uns.`,
    ],
  }),
}
