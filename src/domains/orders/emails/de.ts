/** Emails about orders, in German. Source: guide pricing-plans §15. */
import type { EmailTemplatesOf } from '#kit/email/render.ts'
import { emailBuilders, optionalLine, invoiceRows, optionalText } from './builders.ts'
import type { OrderEmails } from './variables.ts'

const { toBuyer, toOwner } = emailBuilders({ hello: (name) => `Hallo ${name}!`, see: 'Tarif ansehen', open: 'Öffnen' })

export const orderEmails: EmailTemplatesOf<OrderEmails> = {
  'plan-purchased': toBuyer(
    (v) => `Dein Tarif ${v.planName}`,
    (v) => [
      `Vielen Dank. ${v.priceSummary}.`,
      `Beginn: ${v.startDate}.`,
      ...optionalLine(v.endDate, `Ende: ${v.endDate}.`),
      ...optionalLine(v.nextPaymentDate, `Nächste Zahlung: ${v.nextPaymentAmount} am ${v.nextPaymentDate}.`),
      ...optionalLine(v.terms, v.terms ?? ''),
    ],
  ),
  'trial-started': toBuyer(
    (v) => `Deine Probezeit für ${v.planName} hat begonnen`,
    (v) => [`Sie ist bis zum ${v.trialEndDate} kostenlos. Danach beträgt die erste Zahlung ${v.firstPaymentAmount}.`],
  ),
  'trial-ending': toBuyer(
    (v) => `Deine Probezeit für ${v.planName} endet bald`,
    (v) => [
      `Sie endet am ${v.trialEndDate}. Danach beträgt die erste Zahlung ${v.firstPaymentAmount}.`,
      ...optionalLine(v.cancelLink, `Vorher kannst du kündigen: ${v.cancelLink}`),
    ],
  ),
  'renewal-reminder': toBuyer(
    (v) => `${v.planName} verlängert sich bald`,
    (v) => [`Die nächste Zahlung von ${v.nextPaymentAmount} ist am ${v.nextPaymentDate}.`],
  ),
  'payment-receipt': toBuyer(
    (v) => `Beleg ${v.invoiceNumber} für ${v.planName}`,
    (v) => [
      `Wir haben ${v.total} erhalten.`,
      ...invoiceRows(v.lines, 'de'),
      ...optionalLine(v.tax, `Steuer: ${v.tax}.`),
      ...optionalLine(v.cardLast4, `Bezahlt mit der Karte mit der Endung ${v.cardLast4}.`),
      ...optionalLine(v.periodStart, `Für ${v.periodStart}${optionalText(v.periodEnd, ` bis ${v.periodEnd}`)}.`),
    ],
  ),
  'payment-failed': toBuyer(
    (v) => `Deine Zahlung für ${v.planName} ist fehlgeschlagen`,
    (v) => [
      `${v.reasonPlain} Betrag: ${v.amount}.`,
      ...optionalLine(v.nextTryDate, `Wir versuchen es am ${v.nextTryDate} noch einmal.`),
      `Bitte zahle bis zum ${v.graceEndDate}, damit dein Tarif weiterläuft.`,
    ],
    { label: 'Karte ändern', url: (v) => v.updateCardLink },
  ),
  'payment-failed-again': toBuyer(
    (v) => `Letzter Zahlungsversuch für ${v.planName}`,
    (v) => [`Am ${v.lastTryDate} versuchen wir es ein letztes Mal. Mit einer anderen Karte läuft dein Tarif weiter.`],
    { label: 'Karte ändern', url: (v) => v.updateCardLink },
  ),
  'payment-action-needed': toBuyer(
    (v) => `Bitte bestätige deine Zahlung für ${v.planName}`,
    (v) => [`Deine Bank bittet um eine Bestätigung. Bitte bestätige die Zahlung bis zum ${v.graceEndDate}, damit dein Tarif weiterläuft.`],
    { label: 'Zahlung bestätigen', url: (v) => v.authenticateLink },
  ),
  'plan-canceled-payment': toBuyer(
    (v) => `${v.planName} ist beendet`,
    (v) => [`${v.reasonPlain} Weil die Zahlung von ${v.amount} fehlgeschlagen ist, ist dein Tarif beendet.`],
    { label: 'Erneut kaufen', url: (v) => v.buyAgainLink },
  ),
  'renewal-canceled': toBuyer(
    (v) => `${v.planName} wird nicht verlängert`,
    (v) => [`Du kannst den Tarif bis zum ${v.endDate} nutzen. Es wird nichts mehr abgebucht.`],
  ),
  'plan-canceled': toBuyer(
    (v) => `${v.planName} ist gekündigt`,
    (v) => [`Der Tarif endete am ${v.canceledDate}.`, ...optionalLine(v.refundAmount, `Wir erstatten dir ${v.refundAmount}.`)],
  ),
  'plan-started': toBuyer(
    (v) => `${v.planName} hat begonnen`,
    (v) => [`Seit dem ${v.startDate} kannst du den Tarif nutzen.`],
  ),
  'plan-paused': toBuyer(
    (v) => `${v.planName} pausiert`,
    (v) => [`Dein Tarif pausiert seit dem ${v.pauseDate}. Während der Pause wird nichts abgebucht.`],
  ),
  'plan-resumed': toBuyer(
    (v) => `${v.planName} geht weiter`,
    (v) => [
      `Der Tarif läuft seit dem ${v.resumeDate} wieder.`,
      ...optionalLine(v.newEndDate, `Er endet jetzt am ${v.newEndDate}.`),
      ...optionalLine(v.nextPaymentDate, `Nächste Zahlung am ${v.nextPaymentDate}.`),
    ],
  ),
  'plan-extended': toBuyer(
    (v) => `${v.planName} wurde verlängert`,
    (v) => [`Dein Tarif endet jetzt am ${v.newEndDate} statt am ${v.oldEndDate}.`],
  ),
  'plan-ending': toBuyer(
    (v) => `${v.planName} endet bald`,
    (v) => [`Der Tarif endet am ${v.endDate} und wird nicht verlängert.`],
    { label: 'Erneut kaufen', url: (v) => v.buyAgainLink },
  ),
  'plan-ended': toBuyer(
    (v) => `${v.planName} ist abgelaufen`,
    (v) => [`Dein Tarif endete am ${v.endDate}. Wir freuen uns auf ein Wiedersehen.`],
    { label: 'Erneut kaufen', url: (v) => v.buyAgainLink },
  ),
  'offline-order-created': toBuyer(
    (v) => `Dein Tarif ${v.planName}`,
    (v) => [`Beginn: ${v.startDate}.`, ...optionalLine(v.amountDue, `Bitte zahle ${v.amountDue} vor Ort.`)],
  ),
  'offline-order-paid': toBuyer(
    (v) => `Zahlung für ${v.planName} erhalten`,
    (v) => [`Wir haben ${v.amount} erhalten. Vielen Dank.`],
  ),
  'refund-issued': toBuyer(
    (v) => `Erstattung: ${v.amount}`,
    (v) => [
      `Wir haben dir ${v.amount} für ${v.planName} erstattet.`,
      ...optionalLine(v.cardLast4, `Der Betrag geht auf deine Karte mit der Endung ${v.cardLast4}. Das kann ein paar Tage dauern.`),
    ],
  ),
  'card-expiring': toBuyer(
    () => 'Deine Karte läuft bald ab',
    (v) => [`Deine Karte mit der Endung ${v.cardLast4} läuft ${v.expiry} ab. Bitte hinterlege eine neue, damit ${v.planName} weiterläuft.`],
    { label: 'Karte ändern', url: (v) => v.updateCardLink },
  ),
  'new-order': toOwner(
    (v) => `Neue Bestellung: ${v.plan}`,
    (v) => [`${v.member} hat ${v.plan} bestellt. ${v.amount}.`],
  ),
  'member-canceled': toOwner(
    (v) => `${v.member} hat ${v.plan} gekündigt`,
    (v) => [`${v.member} hat ${v.plan} gekündigt.`, ...optionalLine(v.endDate, `Ende: ${v.endDate}.`)],
  ),
  'payment-failed-final': toOwner(
    (v) => `${v.plan} von ${v.member} beendet: nicht bezahlt`,
    (v) => [`Die Zahlung von ${v.amount} ist fehlgeschlagen. Der Tarif ist beendet.`],
  ),
  'dispute-opened': toOwner(
    (v) => `${v.member} hat eine Zahlung angefochten`,
    (v) => [`Die Zahlung von ${v.amount} für ${v.plan} wurde angefochten. Bis du entscheidest, wird nichts mehr abgebucht.`],
  ),
  'late-success-refunded': toOwner(
    (v) => `Verspätete Zahlung von ${v.member} erstattet`,
    (v) => [`${v.amount} für ${v.plan} gingen ein, als nichts mehr fällig war. Der Betrag wird erstattet.`],
  ),
}
