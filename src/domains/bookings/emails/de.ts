/** German emails about bookings. Source: guide bookings §20.1. */
import type { EmailTemplatesOf } from '#kit/email/render.ts'
import { createEmailTemplates, formatZone } from './templates.ts'
import type { BookingsEmails } from './variables.ts'

const templates = createEmailTemplates('de', {
  hello: (firstName) => (firstName ? `Hallo ${firstName},` : 'Hallo,'),
  see: 'Buchung ansehen',
  open: 'Buchung öffnen',
  where: 'Wo',
  with: 'Mit',
  price: 'Preis',
  extras: 'Extras',
  people: 'Personen',
  calendar: 'Zum Kalender hinzufügen',
  online: 'Online teilnehmen',
  intake: 'Bitte vor dem Termin ausfüllen',
})
const { blocks, customerEmail, notice, where, price, calendar, online, intake, formatTime, formatLabelled, createSubject, createBusinessSubject } = templates

const cancellation = (v: { canceledBy?: string }): string =>
  v.canceledBy === 'the business' ? 'wir mussten diese Buchung leider absagen.' : 'deine Buchung ist abgesagt.'
const latePayment = (v: { amount?: string }): string => (v.amount ? `Eine Zahlung von ${v.amount}` : 'Eine Zahlung')
const messageSubject = (v: BookingsEmails['session-message']): string => v.ownSubject || createSubject('Zu deiner Buchung')(v)

export const bookingsEmails: EmailTemplatesOf<BookingsEmails> = {
  'booking-requested': customerEmail(createSubject('Anfrage erhalten'), (v) => [
    'danke für deine Anfrage. Wir melden uns bald.',
    formatTime(v),
    where(v),
    price(v),
    intake(v),
    v.approvalNote,
  ]),
  'booking-confirmed': customerEmail(createSubject('Bestätigt'), (v) => [
    'deine Buchung ist bestätigt.',
    formatTime(v),
    where(v),
    price(v),
    online(v),
    intake(v),
    v.cancelUntilText && `Online absagen kannst du bis ${v.cancelUntilText}.`,
    v.policyText,
    calendar(v),
  ]),
  'booking-declined': customerEmail(createSubject('Anfrage abgelehnt'), (v) => [
    'leider können wir diese Zeit nicht anbieten.',
    formatTime(v),
    v.reason,
    v.refundText,
  ]),
  'booking-canceled': customerEmail(createSubject('Abgesagt'), (v) => [cancellation(v), formatTime(v), v.feeText, v.refundText, v.creditText, calendar(v)]),
  'booking-rescheduled': customerEmail(createSubject('Neue Zeit'), (v) => [
    'deine Buchung hat eine neue Zeit.',
    formatTime(v),
    formatLabelled(v.oldStartText, 'Bisher'),
    where(v),
    formatLabelled(v.oldLocationText, 'Bisheriger Ort'),
    formatLabelled(v.oldStaffName, 'Bisher mit'),
    v.statusText,
    calendar(v),
  ]),
  'booking-changed': customerEmail(createSubject('Geändert'), (v) => [
    'deine Buchung wurde geändert.',
    formatTime(v),
    where(v),
    formatLabelled(v.oldLocationText, 'Bisheriger Ort'),
    formatLabelled(v.oldStaffName, 'Bisher mit'),
    calendar(v),
  ]),
  'booking-participants-changed': customerEmail(createSubject('Personenzahl geändert'), (v) => [
    'die Personenzahl deiner Buchung wurde geändert.',
    formatTime(v),
    where(v),
    formatLabelled(v.participants, 'Personen'),
    formatLabelled(v.oldParticipants, 'Bisher'),
    v.balanceText,
  ]),
  'booking-reminder': customerEmail(createSubject('Erinnerung'), (v) => ['bis bald!', formatTime(v), where(v), online(v), intake(v)]),
  'payment-receipt-booking': customerEmail(
    (v) => `${v.receiptNumber ? `Beleg ${v.receiptNumber}` : 'Beleg'}: ${v.serviceName}`,
    (v) => [
      `wir haben ${v.paidText} erhalten${v.cardLast4 ? ` von deiner Karte mit der Endung ${v.cardLast4}` : ''}.`,
      formatTime(v),
      ...(v.lines ?? []),
      formatLabelled(v.receiptLink, 'Dein Beleg'),
    ],
  ),
  'payment-returned': customerEmail(createSubject('Zahlung erstattet'), (v) => [v.refundText, formatTime(v)]),
  'booking-refunded': customerEmail(
    (v) => `Erstattung: ${v.amount}`,
    (v) => [
      `wir haben dir ${v.amount} für diese Buchung über die ursprüngliche Zahlungsart erstattet. Bei Karten kann das ein paar Tage dauern.`,
      formatTime(v),
      formatLabelled(v.receiptLink, 'Dein Beleg'),
    ],
  ),
  'payment-link': customerEmail(
    createSubject('Zahlung'),
    (v) => [`für diese Buchung sind noch ${v.amountDue} offen. Du kannst den Betrag online bezahlen.`, formatTime(v)],
    'Jetzt bezahlen',
    (v) => v.payLink,
  ),
  'fee-charged': customerEmail(createSubject('Stornogebühr abgebucht'), (v) => [
    `für die späte Absage oder den verpassten Termin haben wir ${v.amount}${v.cardLast4 ? ` von deiner Karte mit der Endung ${v.cardLast4}` : ''} abgebucht.`,
    formatTime(v),
    formatLabelled(v.receiptLink, 'Dein Beleg'),
  ]),
  'fee-failed': customerEmail(createSubject('Gebühr offen'), (v) => [
    `wir konnten eine Gebühr von ${v.amount} nicht von deiner Karte abbuchen. Bitte melde dich bei uns.`,
    formatTime(v),
  ]),
  'no-show': customerEmail(createSubject('Wir haben dich vermisst'), (v) => ['du hast deinen Termin verpasst.', formatTime(v), v.feeText]),
  'booking-follow-up': customerEmail(
    createSubject('Schön, dass du da warst'),
    (v) => ['wir hoffen, es hat dir gefallen. Bis bald!', formatTime(v)],
    'Wieder buchen',
  ),
  'visit-missed': customerEmail(
    () => 'Wir würden dich gern wiedersehen',
    (v) => ['dein letzter Besuch ist schon eine Weile her:', formatTime(v)],
    'Wieder buchen',
  ),
  'session-message': customerEmail(messageSubject, (v) => [v.sessionMessage, formatTime(v), where(v)]),
  'waitlist-joined': customerEmail(createSubject('Du stehst auf der Warteliste'), (v) => [
    `der Kurs ist ausgebucht. Du stehst auf Platz ${v.position} der Warteliste. Wir schreiben dir, sobald ein Platz frei wird.`,
    formatTime(v),
    where(v),
  ]),
  'waitlist-offer': customerEmail(
    createSubject('Ein Platz ist frei'),
    (v) => [`ein Platz ist bis ${v.offerUntilText} ${formatZone(v)} für dich reserviert.`, formatTime(v), where(v), price(v)],
    'Platz annehmen',
  ),
  'waitlist-missed': customerEmail(createSubject('Dein Angebot ist abgelaufen'), (v) => [
    'der für dich reservierte Platz ging an die nächste Person. Du stehst weiter auf der Warteliste.',
    formatTime(v),
  ]),
  'waitlist-closed': customerEmail(createSubject('Abgesagt'), (v) => [
    'dieser Kurs findet nicht statt, deshalb ist die Warteliste geschlossen.',
    formatTime(v),
  ]),
  'new-booking': notice(createBusinessSubject('Neue Buchung')),
  'booking-request': notice(createBusinessSubject('Neue Buchungsanfrage'), () => ['Diese Anfrage wartet auf deine Antwort.']),
  'booking-canceled-by-customer': notice(createBusinessSubject('Buchung abgesagt')),
  'booking-rescheduled-by-customer': notice(createBusinessSubject('Buchung verschoben'), (v) => [formatLabelled(v.oldStartText, 'Bisher')]),
  'double-booking': notice(createBusinessSubject('Doppelbuchung'), () => ['Diese Buchung überschneidet sich mit einer anderen. Bitte prüfe deinen Kalender.']),
  'money-without-place': notice(createBusinessSubject('Verspätete Zahlung erstattet'), (v) => [
    `${latePayment(v)} ging ein, als der Platz schon vergeben oder die Buchung vorbei war. Sie wird automatisch erstattet. Wir haben die Person informiert.`,
  ]),
  'booking-disputed': notice(createBusinessSubject('Zahlung angefochten'), (v) => [
    `Die Zahlung von ${v.amount} wurde bei der Bank angefochten. Bis zur Entscheidung behält die Bank das Geld. Bitte nimm bei deinem Zahlungsanbieter Stellung.`,
  ]),
  'booking-refund-failed': notice(createBusinessSubject('Erstattung fehlgeschlagen'), (v) => [
    `${v.amount} konnten nicht erstattet werden. ${v.problem}`.trim(),
    'Die Erstattung steht noch aus. Öffne die Buchung, um es noch einmal zu versuchen, oder erstatte das Geld auf anderem Weg.',
  ]),
  'fee-not-collected': notice(createBusinessSubject('Gebühr nicht eingezogen'), (v) => [
    `Die gespeicherte Karte konnte nicht belastet werden. Offen: ${v.amount}.`,
  ]),
}

/** What the business may place in its own words. */
export const bookingsTextBlocks = { ...blocks, cancellation, latePayment, messageSubject }
