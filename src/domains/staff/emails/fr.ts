/** Emails about staff, in French. */
import type { EmailTemplatesOf } from '#kit/email/render.ts'
import type { StaffEmails } from './variables.ts'

export const staffEmails: EmailTemplatesOf<StaffEmails> = {
  'staff-invitation': (v) => ({
    subject: `${v.siteName} vous invite dans son équipe`,
    paragraphs: [
      `Bonjour ${v.staffName},`,
      `${v.siteName} vous invite à gérer vous-même votre agenda. L’invitation expire dans 30 jours.`,
      'Pour l’accepter, choisissez un mot de passe ou connectez-vous avec celui que vous avez déjà.',
    ],
    button: { label: 'Accepter l’invitation', url: v.link },
  }),
  'time-off-requested': (v) => ({
    subject: `${v.staffName} demande un congé : ${v.days}`,
    paragraphs: [
      `${v.staffName} souhaite un congé : ${v.days}.`,
      v.reason && `Motif : ${v.reason}`,
      'Les réservations de ces jours figurent à côté de la demande.',
    ],
    button: { label: 'Répondre à la demande', url: v.link },
  }),
  'time-off-approved': (v) => ({
    subject: `Votre congé est accepté : ${v.days}`,
    paragraphs: [`Bonjour ${v.staffName},`, `Votre congé est accepté : ${v.days}. Personne ne peut vous réserver ces jours-là.`, v.note],
    button: { label: 'Voir les congés', url: v.link },
  }),
  'time-off-declined': (v) => ({
    subject: `Votre congé a été refusé : ${v.days}`,
    paragraphs: [`Bonjour ${v.staffName},`, `Votre congé a malheureusement été refusé : ${v.days}.`, v.note],
    button: { label: 'Voir les congés', url: v.link },
  }),
}
