/** Emails about money, in French. Source: guide pricing-plans §9.6, §10.4. */
import type { EmailTemplatesOf } from '#kit/email/render.ts'
import type { PaymentsEmails } from './variables.ts'

const button = (url: string) => ({ label: 'Ouvrir', url })

export const paymentsEmails: EmailTemplatesOf<PaymentsEmails> = {
  'unclaimed-payment': (v) => ({
    subject: `Paiement non identifié de ${v.amount}`,
    paragraphs: [
      `Votre prestataire de paiement signale un paiement de ${v.amount} (${v.ref}) qui ne correspond à aucune réservation ni formule de ce site.`,
      'Il est inscrit dans vos comptes comme non acquis. Cherchez qui a payé, puis remboursez-le ou marquez-le comme réglé.',
    ],
    button: button(v.link),
  }),
  'clock-is-wrong': (v) => ({
    subject: 'Paiements suspendus : l’horloge du serveur est fausse',
    paragraphs: [
      `${v.reasonPlain} Les renouvellements et les fins de formule sont suspendus jusqu’à ce que ce soit corrigé.`,
      'Réglez l’horloge, ou redémarrez le serveur si elle est déjà juste.',
    ],
    button: button(v.link),
  }),
  'charges-stopped': (v) => ({
    subject: 'Paiements suspendus',
    paragraphs: [
      `Votre prestataire de paiement refuse nos demandes : ${v.reasonPlain} Vos formules n’ont pas changé. Les paiements reprendront automatiquement une fois le problème résolu.`,
    ],
    button: button(v.link),
  }),
}
