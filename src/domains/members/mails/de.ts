/** Letters to members, in German. Source: guide members 5.2 row 7, 10. */
import type { MailTemplates } from '#kit/mail/render.ts'

export const membersMails: MailTemplates = {
  MEMBER_APPROVED: ({ nickname, url }) => ({
    subject: 'Du bist dabei',
    paragraphs: [`Hallo ${String(nickname)},`, 'deine Mitgliedschaft ist bestätigt. Du kannst dich jetzt anmelden.'],
    button: { label: 'Zur Seite', url: String(url) },
  }),
  ACCOUNT_DELETED: ({ nickname }) => ({
    subject: 'Dein Konto wurde gelöscht',
    paragraphs: [`Hallo ${String(nickname)},`, 'dein Konto und dein Profil sind gelöscht. Falls dich das überrascht, melde dich bald bei uns.'],
  }),
}
