/** Emails about orders, in German. Source: guide pricing-plans §15. */
import type { EmailTemplates } from '#kit/email/render.ts'
import { emailBuilders, optionalLine, invoiceRows, optionalText } from './builders.ts'

const { mail, toOwner } = emailBuilders({ hello: (name) => `Hallo ${name}!`, see: 'Meinen Tarif ansehen', open: 'Öffnen' })

export const orderEmails: EmailTemplates = {
  'plan-purchased': mail(
    (v) => `${v['planName']} gehört dir`,
    (v) => [
      `Vielen Dank. ${v['priceSummary']}.`,
      `Beginn: ${v['startDate']}.`,
      ...optionalLine(v['endDate'], `Ende: ${v['endDate']}.`),
      ...optionalLine(v['nextPaymentDate'], `Nächste Zahlung: ${v['nextPaymentAmount']} am ${v['nextPaymentDate']}.`),
      ...optionalLine(v['terms'], String(v['terms'])),
    ],
  ),
  'trial-started': mail(
    (v) => `Deine Probezeit für ${v['planName']} hat begonnen`,
    (v) => [`Bis zum ${v['trialEndDate']} ist alles kostenlos. Danach beträgt die erste Zahlung ${v['firstPaymentAmount']}.`],
  ),
  'trial-ending': mail(
    (v) => `Deine Probezeit für ${v['planName']} endet bald`,
    (v) => [
      `Sie endet am ${v['trialEndDate']}. Danach beträgt die erste Zahlung ${v['firstPaymentAmount']}.`,
      ...optionalLine(v['cancelLink'], `Vorher kannst du kündigen: ${v['cancelLink']}`),
    ],
  ),
  'renewal-reminder': mail(
    (v) => `${v['planName']} verlängert sich bald`,
    (v) => [`Die nächste Zahlung von ${v['nextPaymentAmount']} ist am ${v['nextPaymentDate']}.`],
  ),
  'payment-receipt': mail(
    (v) => `Beleg ${v['invoiceNumber']} für ${v['planName']}`,
    (v) => [
      `Wir haben ${v['total']} erhalten.`,
      ...invoiceRows(v['lines']),
      ...optionalLine(v['tax'], `Steuer: ${v['tax']}.`),
      ...optionalLine(v['cardLast4'], `Bezahlt mit der Karte, die auf ${v['cardLast4']} endet.`),
      ...optionalLine(v['periodStart'], `Für ${v['periodStart']}${optionalText(v['periodEnd'], ` bis ${v['periodEnd']}`)}.`),
    ],
  ),
  'payment-failed': mail(
    (v) => `Deine Zahlung für ${v['planName']} hat nicht geklappt`,
    (v) => [
      `${v['reasonPlain']} Es geht um ${v['amount']}.`,
      ...optionalLine(v['nextTryDate'], `Wir versuchen es am ${v['nextTryDate']} noch einmal.`),
      `Bitte zahle bis zum ${v['graceEndDate']}, damit dein Tarif weiterläuft.`,
    ],
    'Karte ändern',
  ),
  'payment-failed-again': mail(
    (v) => `Letzter Versuch für deine Zahlung: ${v['planName']}`,
    (v) => [`Am ${v['lastTryDate']} versuchen wir es ein letztes Mal. Mit einer anderen Karte läuft dein Tarif weiter.`],
    'Karte ändern',
  ),
  'payment-action-needed': mail(
    (v) => `Deine Bank möchte etwas von dir wissen: ${v['planName']}`,
    (v) => [`Bitte bestätige die Zahlung bis zum ${v['graceEndDate']}, damit dein Tarif weiterläuft.`],
    'Zahlung bestätigen',
  ),
  'plan-canceled-payment': mail(
    (v) => `${v['planName']} ist beendet`,
    (v) => [`${v['reasonPlain']} Die Zahlung von ${v['amount']} kam nicht zustande, deshalb ist der Tarif beendet.`],
    'Noch einmal kaufen',
  ),
  'renewal-canceled': mail(
    (v) => `${v['planName']} wird nicht verlängert`,
    (v) => [`Du kannst den Tarif bis zum ${v['endDate']} nutzen. Es wird nichts mehr abgebucht.`],
  ),
  'plan-canceled': mail(
    (v) => `${v['planName']} ist gekündigt`,
    (v) => [`Der Tarif endete am ${v['canceledDate']}.`, ...optionalLine(v['refundAmount'], `${v['refundAmount']} gehen an dich zurück.`)],
  ),
  'plan-started': mail(
    (v) => `${v['planName']} hat begonnen`,
    (v) => [`Seit dem ${v['startDate']} kannst du den Tarif nutzen.`],
  ),
  'plan-paused': mail(
    (v) => `${v['planName']} pausiert`,
    (v) => [`Der Tarif pausiert seit dem ${v['pauseDate']}. Solange er pausiert, wird nichts abgebucht.`],
  ),
  'plan-resumed': mail(
    (v) => `${v['planName']} geht weiter`,
    (v) => [
      `Der Tarif läuft seit dem ${v['resumeDate']} wieder.`,
      ...optionalLine(v['newEndDate'], `Er endet jetzt am ${v['newEndDate']}.`),
      ...optionalLine(v['nextPaymentDate'], `Nächste Zahlung am ${v['nextPaymentDate']}.`),
    ],
  ),
  'plan-extended': mail(
    (v) => `${v['planName']} läuft länger`,
    (v) => [`Statt am ${v['oldEndDate']} endet der Tarif jetzt am ${v['newEndDate']}.`],
  ),
  'plan-ending': mail(
    (v) => `${v['planName']} endet bald`,
    (v) => [`Der Tarif endet am ${v['endDate']} und wird nicht verlängert.`],
    'Noch einmal kaufen',
  ),
  'plan-ended': mail(
    (v) => `${v['planName']} ist zu Ende`,
    (v) => [`Der Tarif endete am ${v['endDate']}. Wir freuen uns, wenn du wiederkommst.`],
    'Noch einmal kaufen',
  ),
  'offline-order-created': mail(
    (v) => `${v['planName']} gehört dir`,
    (v) => [`Beginn: ${v['startDate']}.`, ...optionalLine(v['amountDue'], `Bitte zahle ${v['amountDue']} am Empfang.`)],
  ),
  'offline-order-paid': mail(
    (v) => `Zahlung für ${v['planName']} erhalten`,
    (v) => [`Wir haben ${v['amount']} erhalten. Vielen Dank.`],
  ),
  'refund-issued': mail(
    (v) => `${v['amount']} gehen an dich zurück`,
    (v) => [
      `Wir haben ${v['amount']} für ${v['planName']} erstattet.`,
      ...optionalLine(v['cardLast4'], `Das Geld geht auf die Karte, die auf ${v['cardLast4']} endet; Banken brauchen dafür ein paar Tage.`),
    ],
  ),
  'card-expiring': mail(
    () => 'Deine Karte läuft bald ab',
    (v) => [`Die Karte, die auf ${v['cardLast4']} endet, läuft ${v['expiry']} ab. Bitte gib eine andere an, damit ${v['planName']} weiterläuft.`],
    'Karte ändern',
  ),
  'new-order': toOwner(
    (v) => `Neue Bestellung: ${v['plan']}`,
    (v) => [`${v['member']} hat ${v['plan']} bestellt. ${v['amount']}.`],
  ),
  'member-canceled': toOwner(
    (v) => `${v['member']} hat ${v['plan']} gekündigt`,
    (v) => [`${v['member']} hat ${v['plan']} gekündigt.`, ...optionalLine(v['endDate'], `Ende: ${v['endDate']}.`)],
  ),
  'payment-failed-final': toOwner(
    (v) => `${v['plan']} von ${v['member']} ist beendet: nicht bezahlt`,
    (v) => [`Die Zahlung von ${v['amount']} kam nicht zustande, deshalb ist der Tarif beendet.`],
  ),
  'dispute-opened': toOwner(
    (v) => `${v['member']} bestreitet eine Zahlung`,
    (v) => [`Die Bank von ${v['member']} bestreitet die Zahlung von ${v['amount']} für ${v['plan']}. Bis du entscheidest, wird nichts mehr abgebucht.`],
  ),
  'late-success-refunded': toOwner(
    (v) => `Eine späte Zahlung von ${v['member']} ging zurück`,
    (v) => [`${v['amount']} für ${v['plan']} kamen an, als nichts mehr zu zahlen war. Der Betrag wird erstattet.`],
  ),
  'unclaimed-payment': toOwner(
    (v) => `${v['amount']} sind eingegangen und gehören zu nichts`,
    (v) => [
      `Dein Zahlungsanbieter meldet eine Zahlung von ${v['amount']} (${v['ref']}), die zu keiner Buchung und keinem Tarif dieser Website gehört.`,
      'Sie steht in deinen Büchern als nicht verdient. Finde heraus, wer bezahlt hat; dann erstatte sie oder vermerke, dass sie geklärt ist.',
    ],
  ),
  'clock-is-wrong': toOwner(
    () => 'Zahlungen stehen still: die Uhr des Servers geht falsch',
    (v) => [
      `${v['reasonPlain']} Bis das behoben ist, wird keine Verlängerung abgebucht und kein Tarif endet von selbst.`,
      'Stelle die Uhr richtig, oder starte den Server neu, wenn sie jetzt richtig geht.',
    ],
  ),
  'charges-stopped': toOwner(
    () => 'Zahlungen stehen still',
    (v) => [
      `Der Zahlungsanbieter lehnt unsere Anfragen ab: ${v['reasonPlain']} An den Tarifen hat sich nichts geändert. Sobald das behoben ist, wird von selbst weiter abgebucht.`,
    ],
  ),
}
