/** French emails about bookings. Source: guide bookings §20.1. */
import type { EmailTemplatesOf } from '#kit/email/render.ts'
import { createEmailTemplates, formatZone } from './templates.ts'
import type { BookingsEmails } from './variables.ts'

const templates = createEmailTemplates('fr', {
  hello: (firstName) => (firstName ? `Bonjour ${firstName},` : 'Bonjour,'),
  see: 'Voir la réservation',
  open: 'Ouvrir la réservation',
  where: 'Lieu',
  with: 'Avec',
  price: 'Prix',
  extras: 'Suppléments',
  people: 'Personnes',
  calendar: 'Ajouter à l’agenda',
  online: 'Participer en ligne',
  intake: 'À remplir avant votre venue',
})
const { blocks, customerEmail, notice, where, price, calendar, online, intake, formatTime, formatLabelled, createSubject, createBusinessSubject } = templates

const cancellation = (v: { canceledBy?: string }): string =>
  v.canceledBy === 'the business' ? 'Nous sommes désolés, nous avons dû annuler cette réservation.' : 'Votre réservation est annulée.'
const latePayment = (v: { amount?: string }): string => (v.amount ? `Un paiement de ${v.amount}` : 'Un paiement')
const messageSubject = (v: BookingsEmails['session-message']): string => v.ownSubject || createSubject('À propos de votre réservation')(v)

export const bookingsEmails: EmailTemplatesOf<BookingsEmails> = {
  'booking-requested': customerEmail(createSubject('Demande reçue'), (v) => [
    'Merci pour votre demande. Nous vous répondrons bientôt.',
    formatTime(v),
    where(v),
    price(v),
    intake(v),
    v.approvalNote,
  ]),
  'booking-confirmed': customerEmail(createSubject('Réservation confirmée'), (v) => [
    'Votre réservation est confirmée.',
    formatTime(v),
    where(v),
    price(v),
    online(v),
    intake(v),
    v.cancelUntilText && `Vous pouvez annuler en ligne jusqu’au ${v.cancelUntilText}.`,
    v.policyText,
    calendar(v),
  ]),
  'booking-declined': customerEmail(createSubject('Demande refusée'), (v) => [
    'Malheureusement, nous ne pouvons pas proposer cet horaire.',
    formatTime(v),
    v.reason,
    v.refundText,
  ]),
  'booking-canceled': customerEmail(createSubject('Réservation annulée'), (v) => [
    cancellation(v),
    formatTime(v),
    v.feeText,
    v.refundText,
    v.creditText,
    calendar(v),
  ]),
  'booking-rescheduled': customerEmail(createSubject('Nouvel horaire'), (v) => [
    'Votre réservation a un nouvel horaire.',
    formatTime(v),
    formatLabelled(v.oldStartText, 'Auparavant'),
    where(v),
    formatLabelled(v.oldLocationText, 'Ancien lieu'),
    formatLabelled(v.oldStaffName, 'Auparavant avec'),
    v.statusText,
    calendar(v),
  ]),
  'booking-changed': customerEmail(createSubject('Réservation modifiée'), (v) => [
    'Votre réservation a été modifiée.',
    formatTime(v),
    where(v),
    formatLabelled(v.oldLocationText, 'Ancien lieu'),
    formatLabelled(v.oldStaffName, 'Auparavant avec'),
    calendar(v),
  ]),
  'booking-participants-changed': customerEmail(createSubject('Nombre de personnes modifié'), (v) => [
    'Le nombre de personnes de votre réservation a été modifié.',
    formatTime(v),
    where(v),
    formatLabelled(v.participants, 'Personnes'),
    formatLabelled(v.oldParticipants, 'Auparavant'),
    v.balanceText,
  ]),
  'booking-reminder': customerEmail(createSubject('Rappel'), (v) => ['À bientôt !', formatTime(v), where(v), online(v), intake(v)]),
  'payment-receipt-booking': customerEmail(
    (v) => `${v.receiptNumber ? `Reçu ${v.receiptNumber}` : 'Reçu'} : ${v.serviceName}`,
    (v) => [
      `Nous avons reçu ${v.paidText}${v.cardLast4 ? ` de la carte se terminant par ${v.cardLast4}` : ''}.`,
      formatTime(v),
      ...(v.lines ?? []),
      formatLabelled(v.receiptLink, 'Votre reçu'),
    ],
  ),
  'payment-returned': customerEmail(createSubject('Paiement remboursé'), (v) => [v.refundText, formatTime(v)]),
  'booking-refunded': customerEmail(
    (v) => `Remboursement : ${v.amount}`,
    (v) => [
      `Nous vous avons remboursé ${v.amount} pour cette réservation sur le moyen de paiement d’origine. Sur une carte, cela peut prendre quelques jours.`,
      formatTime(v),
      formatLabelled(v.receiptLink, 'Votre reçu'),
    ],
  ),
  'payment-link': customerEmail(
    createSubject('Paiement'),
    (v) => [`Il reste ${v.amountDue} à payer pour cette réservation. Vous pouvez régler en ligne.`, formatTime(v)],
    'Payer',
    (v) => v.payLink,
  ),
  'fee-charged': customerEmail(createSubject('Frais d’annulation débités'), (v) => [
    `Nous avons débité ${v.amount}${v.cardLast4 ? ` de la carte se terminant par ${v.cardLast4}` : ''} pour l’annulation tardive ou l’absence.`,
    formatTime(v),
    formatLabelled(v.receiptLink, 'Votre reçu'),
  ]),
  'fee-failed': customerEmail(createSubject('Frais impayés'), (v) => [
    `Nous n’avons pas pu débiter des frais de ${v.amount} de votre carte. Contactez-nous, s’il vous plaît.`,
    formatTime(v),
  ]),
  'no-show': customerEmail(createSubject('Vous nous avez manqué'), (v) => ['Vous avez manqué votre réservation.', formatTime(v), v.feeText]),
  'booking-follow-up': customerEmail(
    createSubject('Merci de votre visite'),
    (v) => ['Nous espérons que cela vous a plu. À bientôt !', formatTime(v)],
    'Réserver à nouveau',
  ),
  'visit-missed': customerEmail(
    () => 'Nous serions ravis de vous revoir',
    (v) => ['Votre dernière visite remonte à un moment :', formatTime(v)],
    'Réserver à nouveau',
  ),
  'session-message': customerEmail(messageSubject, (v) => [v.sessionMessage, formatTime(v), where(v)]),
  'waitlist-joined': customerEmail(createSubject('Vous êtes sur la liste d’attente'), (v) => [
    `Le cours est complet. Vous êtes numéro ${v.position} sur la liste d’attente. Nous vous écrirons dès qu’une place se libère.`,
    formatTime(v),
    where(v),
  ]),
  'waitlist-offer': customerEmail(
    createSubject('Une place s’est libérée'),
    (v) => [`Une place vous est gardée jusqu’au ${v.offerUntilText} ${formatZone(v)}.`, formatTime(v), where(v), price(v)],
    'Prendre la place',
  ),
  'waitlist-missed': customerEmail(createSubject('Votre place n’est plus gardée'), (v) => [
    'La place que nous vous gardions a été proposée à la personne suivante. Vous restez sur la liste d’attente.',
    formatTime(v),
  ]),
  'waitlist-closed': customerEmail(createSubject('Cours annulé'), (v) => ['Ce cours n’aura pas lieu, la liste d’attente est donc fermée.', formatTime(v)]),
  'new-booking': notice(createBusinessSubject('Nouvelle réservation')),
  'booking-request': notice(createBusinessSubject('Nouvelle demande de réservation'), () => ['Cette demande attend votre réponse.']),
  'booking-canceled-by-customer': notice(createBusinessSubject('Réservation annulée par le client')),
  'booking-rescheduled-by-customer': notice(createBusinessSubject('Réservation déplacée par le client'), (v) => [formatLabelled(v.oldStartText, 'Auparavant')]),
  'double-booking': notice(createBusinessSubject('Double réservation'), () => ['Cette réservation en chevauche une autre. Vérifiez votre agenda.']),
  'money-without-place': notice(createBusinessSubject('Paiement tardif remboursé'), (v) => [
    `${latePayment(v)} est arrivé alors que la place était prise ou la réservation terminée. Il est remboursé automatiquement et le client a été prévenu.`,
  ]),
  'booking-disputed': notice(createBusinessSubject('Paiement contesté'), (v) => [
    `La banque du client conteste le paiement de ${v.amount} et retient l’argent jusqu’à la décision. Répondez depuis votre compte chez le prestataire de paiement.`,
  ]),
  'booking-refund-failed': notice(createBusinessSubject('Échec du remboursement'), (v) => [
    `${v.amount} n’ont pas pu être remboursés. ${v.problem}`.trim(),
    'Le client n’a pas reçu le remboursement. Ouvrez la réservation pour réessayer, ou remboursez-le autrement.',
  ]),
  'fee-not-collected': notice(createBusinessSubject('Frais non encaissés'), (v) => [
    `La carte enregistrée n’a pas pu être débitée. Il reste ${v.amount} à payer.`,
  ]),
}

/** What the business may place in its own words. */
export const bookingsTextBlocks = { ...blocks, cancellation, latePayment, messageSubject }
