/** Emails about orders, in French. Source: guide pricing-plans §15. */
import type { EmailTemplatesOf } from '#kit/email/render.ts'
import { emailBuilders, optionalLine, invoiceRows, optionalText } from './builders.ts'
import type { OrderEmails } from './variables.ts'

const { toBuyer, toOwner } = emailBuilders({ hello: (name) => `Bonjour ${name},`, see: 'Voir la formule', open: 'Ouvrir' })

export const orderEmails: EmailTemplatesOf<OrderEmails> = {
  'plan-purchased': toBuyer(
    (v) => `Votre formule ${v.planName}`,
    (v) => [
      `Merci. ${v.priceSummary}.`,
      `Début : ${v.startDate}.`,
      ...optionalLine(v.endDate, `Fin : ${v.endDate}.`),
      ...optionalLine(v.nextPaymentDate, `Prochain paiement : ${v.nextPaymentAmount} le ${v.nextPaymentDate}.`),
      ...optionalLine(v.terms, v.terms ?? ''),
    ],
  ),
  'trial-started': toBuyer(
    (v) => `Votre essai gratuit de ${v.planName} a commencé`,
    (v) => [`Il est gratuit jusqu’au ${v.trialEndDate}. Votre premier paiement sera de ${v.firstPaymentAmount}.`],
  ),
  'trial-ending': toBuyer(
    (v) => `Votre essai gratuit de ${v.planName} se termine bientôt`,
    (v) => [
      `Il se termine le ${v.trialEndDate}. Votre premier paiement sera de ${v.firstPaymentAmount}.`,
      ...optionalLine(v.cancelLink, `Vous pouvez résilier avant cette date : ${v.cancelLink}`),
    ],
  ),
  'renewal-reminder': toBuyer(
    (v) => `${v.planName} se renouvelle bientôt`,
    (v) => [`Votre prochain paiement de ${v.nextPaymentAmount} aura lieu le ${v.nextPaymentDate}.`],
  ),
  'payment-receipt': toBuyer(
    (v) => `Reçu ${v.invoiceNumber} pour ${v.planName}`,
    (v) => [
      `Nous avons reçu ${v.total}.`,
      ...invoiceRows(v.lines, 'fr'),
      ...optionalLine(v.tax, `Taxes : ${v.tax}.`),
      ...optionalLine(v.cardLast4, `Payé avec la carte se terminant par ${v.cardLast4}.`),
      ...optionalLine(v.periodStart, `Période : ${v.periodStart}${optionalText(v.periodEnd, ` au ${v.periodEnd}`)}.`),
    ],
  ),
  'payment-failed': toBuyer(
    (v) => `Votre paiement pour ${v.planName} a échoué`,
    (v) => [
      `${v.reasonPlain} Montant : ${v.amount}.`,
      ...optionalLine(v.nextTryDate, `Nous réessaierons le ${v.nextTryDate}.`),
      `Payez au plus tard le ${v.graceEndDate} pour garder votre formule.`,
    ],
    { label: 'Changer de carte', url: (v) => v.updateCardLink },
  ),
  'payment-failed-again': toBuyer(
    (v) => `Dernière tentative de paiement pour ${v.planName}`,
    (v) => [`Nous essaierons une dernière fois le ${v.lastTryDate}. Changez de carte pour garder votre formule.`],
    { label: 'Changer de carte', url: (v) => v.updateCardLink },
  ),
  'payment-action-needed': toBuyer(
    (v) => `Confirmez votre paiement pour ${v.planName}`,
    (v) => [`Votre banque vous demande de le confirmer. Faites-le au plus tard le ${v.graceEndDate} pour garder votre formule.`],
    { label: 'Confirmer le paiement', url: (v) => v.authenticateLink },
  ),
  'plan-canceled-payment': toBuyer(
    (v) => `${v.planName} a pris fin`,
    (v) => [`${v.reasonPlain} Le paiement de ${v.amount} n’a pas abouti, votre formule est donc terminée.`],
    { label: 'Racheter', url: (v) => v.buyAgainLink },
  ),
  'renewal-canceled': toBuyer(
    (v) => `Votre formule ${v.planName} ne sera pas renouvelée`,
    (v) => [`Vous pouvez l’utiliser jusqu’au ${v.endDate}. Plus rien ne sera débité.`],
  ),
  'plan-canceled': toBuyer(
    (v) => `Votre formule ${v.planName} est résiliée`,
    (v) => [`Elle a pris fin le ${v.canceledDate}.`, ...optionalLine(v.refundAmount, `Nous vous remboursons ${v.refundAmount}.`)],
  ),
  'plan-started': toBuyer(
    (v) => `${v.planName} a commencé`,
    (v) => [`Vous pouvez l’utiliser depuis le ${v.startDate}.`],
  ),
  'plan-paused': toBuyer(
    (v) => `Votre formule ${v.planName} est suspendue`,
    (v) => [`Elle est suspendue depuis le ${v.pauseDate}. Rien n’est débité pendant ce temps.`],
  ),
  'plan-resumed': toBuyer(
    (v) => `${v.planName} a repris`,
    (v) => [
      `Elle a repris le ${v.resumeDate}.`,
      ...optionalLine(v.newEndDate, `Elle se termine maintenant le ${v.newEndDate}.`),
      ...optionalLine(v.nextPaymentDate, `Prochain paiement le ${v.nextPaymentDate}.`),
    ],
  ),
  'plan-extended': toBuyer(
    (v) => `Votre formule ${v.planName} a été prolongée`,
    (v) => [`Elle se termine maintenant le ${v.newEndDate} au lieu du ${v.oldEndDate}.`],
  ),
  'plan-ending': toBuyer(
    (v) => `${v.planName} se termine bientôt`,
    (v) => [`Elle se termine le ${v.endDate} et ne sera pas renouvelée.`],
    { label: 'Racheter', url: (v) => v.buyAgainLink },
  ),
  'plan-ended': toBuyer(
    (v) => `Votre formule ${v.planName} est terminée`,
    (v) => [`Elle s’est terminée le ${v.endDate}. Nous espérons vous revoir bientôt.`],
    { label: 'Racheter', url: (v) => v.buyAgainLink },
  ),
  'offline-order-created': toBuyer(
    (v) => `Votre formule ${v.planName}`,
    (v) => [`Début : ${v.startDate}.`, ...optionalLine(v.amountDue, `${v.amountDue} à payer sur place.`)],
  ),
  'offline-order-paid': toBuyer(
    (v) => `Paiement reçu pour ${v.planName}`,
    (v) => [`Nous avons reçu ${v.amount}. Merci.`],
  ),
  'refund-issued': toBuyer(
    (v) => `Remboursement : ${v.amount}`,
    (v) => [
      `Nous vous avons remboursé ${v.amount} pour ${v.planName}.`,
      ...optionalLine(v.cardLast4, `Le montant peut mettre quelques jours à apparaître sur votre carte se terminant par ${v.cardLast4}.`),
    ],
  ),
  'card-expiring': toBuyer(
    () => 'Votre carte expire bientôt',
    (v) => [`La carte se terminant par ${v.cardLast4} expire en ${v.expiry}. Remplacez-la pour garder ${v.planName}.`],
    { label: 'Changer de carte', url: (v) => v.updateCardLink },
  ),
  'new-order': toOwner(
    (v) => `Nouvelle commande : ${v.plan}`,
    (v) => [`${v.member} a commandé ${v.plan}. ${v.amount}.`],
  ),
  'member-canceled': toOwner(
    (v) => `${v.member} a résilié ${v.plan}`,
    (v) => [`${v.member} a résilié ${v.plan}.`, ...optionalLine(v.endDate, `Fin : ${v.endDate}.`)],
  ),
  'payment-failed-final': toOwner(
    (v) => `${v.plan} de ${v.member} a pris fin : impayé`,
    (v) => [`Le paiement de ${v.amount} n’a pas abouti. La formule est terminée.`],
  ),
  'dispute-opened': toOwner(
    (v) => `${v.member} conteste un paiement`,
    (v) => [`Le paiement de ${v.amount} pour ${v.plan} est contesté auprès de la banque. Plus rien n’est débité jusqu’à votre décision.`],
  ),
  'late-success-refunded': toOwner(
    (v) => `Le paiement tardif de ${v.member} a été remboursé`,
    (v) => [`${v.amount} pour ${v.plan} sont arrivés alors que rien n’était dû. Le remboursement est automatique.`],
  ),
}
