/** Emails to people who run a site, in French. Source: guide identity §13. */
import type { EmailTemplatesOf } from '#kit/email/render.ts'
import type { CollaboratorsEmails } from './variables.ts'

export const collaboratorsEmails: EmailTemplatesOf<CollaboratorsEmails> = {
  OWNER_INVITATION: (v) => ({
    subject: `Invitation au tableau de bord de ${v.siteName}`,
    paragraphs: [
      `${v.invitedBy || v.siteName} vous invite au tableau de bord de ${v.siteName}.`,
      `Le lien ne sert qu’une fois et expire dans ${v.expiresDays} jours.`,
    ],
    button: { label: 'Accepter l’invitation', url: v.link },
  }),
  OWNER_PASSWORD_RESET: (v) => ({
    subject: 'Définissez un nouveau mot de passe pour le tableau de bord',
    paragraphs: [`Le lien ne sert qu’une fois et expire dans ${v.expiresHours} heures.`, 'Si vous ne l’avez pas demandé, ignorez cet e-mail.'],
    button: { label: 'Définir un nouveau mot de passe', url: v.link },
  }),
}
