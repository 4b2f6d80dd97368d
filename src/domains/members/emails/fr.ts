/** Emails to members, in French. Source: guide members §5.2 row 7, §10; identity §13. */
import type { EmailTemplatesOf } from '#kit/email/render.ts'
import type { MembersEmails } from './variables.ts'

export const membersEmails: EmailTemplatesOf<MembersEmails> = {
  MEMBER_APPROVED: ({ nickname, signInLink }) => ({
    subject: 'Votre inscription est acceptée',
    paragraphs: [`Bonjour ${nickname},`, 'Bienvenue ! Vous pouvez maintenant vous connecter.'],
    button: { label: 'Se connecter', url: signInLink },
  }),
  BIRTHDAY: ({ nickname, siteName, bookLink }) => ({
    subject: `Joyeux anniversaire, ${nickname} !`,
    paragraphs: [`Tous nos vœux de la part de ${siteName}.`],
    button: { label: 'Voir les prestations', url: bookLink },
  }),
  ACCOUNT_DELETED: ({ nickname, when }, moment) => ({
    subject: 'Votre compte a été supprimé',
    paragraphs: [
      `Bonjour ${nickname},`,
      `Votre compte et votre profil ont été supprimés le ${moment(when)}. Si vous ne vous y attendiez pas, contactez-nous rapidement.`,
    ],
  }),
}
