/** German emails about bookings. Source: guide bookings §20.1. */
import type { EmailTemplatesOf } from '#kit/email/render.ts'
import { about, labelled, createEmailTemplates, of, when, zone } from './templates.ts'
import type { BookingsEmails } from './variables.ts'

const { customerEmail, notice, where, price, calendar, online, blocks } = createEmailTemplates({
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
})

const cancellation = (v: { canceledBy?: string }): string =>
  v.canceledBy === 'the business' ? 'wir mussten diese Buchung leider absagen.' : 'deine Buchung ist abgesagt.'
const latePayment = (v: { amount?: string }): string => (v.amount ? `Eine Zahlung von ${v.amount}` : 'Eine Zahlung')
const messageSubject = (v: BookingsEmails['session-message']): string => v.ownSubject || about('Zu deiner Buchung')(v)

export const bookingsEmails: EmailTemplatesOf<BookingsEmails> = {
  'booking-requested': customerEmail(about('Anfrage erhalten'), (v) => ['danke für deine Anfrage. Wir melden uns bald.', when(v), where(v), price(v)]),
  'booking-confirmed': customerEmail(about('Bestätigt'), (v) => [
    'deine Buchung ist bestätigt.',
    when(v),
    where(v),
    price(v),
    online(v),
    v.policyText,
    calendar(v),
  ]),
  'booking-declined': customerEmail(about('Anfrage abgelehnt'), (v) => ['leider können wir diese Zeit nicht anbieten.', when(v), v.reason, v.refundText]),
  'booking-canceled': customerEmail(about('Abgesagt'), (v) => [cancellation(v), when(v), v.feeText, v.refundText, v.creditText, calendar(v)]),
  'booking-rescheduled': customerEmail(about('Neue Zeit'), (v) => [
    'deine Buchung hat eine neue Zeit.',
    when(v),
    labelled(v.oldStartText, 'Bisher'),
    where(v),
    labelled(v.oldLocationText, 'Bisheriger Ort'),
    labelled(v.oldStaffName, 'Bisher mit'),
    v.statusText,
    calendar(v),
  ]),
  'booking-changed': customerEmail(about('Geändert'), (v) => [
    'deine Buchung wurde geändert.',
    when(v),
    where(v),
    labelled(v.oldLocationText, 'Bisheriger Ort'),
    labelled(v.oldStaffName, 'Bisher mit'),
    calendar(v),
  ]),
  'booking-reminder': customerEmail(about('Erinnerung'), (v) => ['bis bald!', when(v), where(v), online(v)]),
  'payment-receipt-booking': customerEmail(
    (v) => `${v.receiptNumber ? `Beleg ${v.receiptNumber}` : 'Beleg'}: ${v.serviceName}`,
    (v) => [
      `wir haben ${v.paidText} erhalten${v.cardLast4 ? ` von deiner Karte mit der Endung ${v.cardLast4}` : ''}.`,
      when(v),
      ...(v.lines ?? []),
      labelled(v.receiptLink, 'Dein Beleg'),
    ],
  ),
  'payment-returned': customerEmail(about('Zahlung erstattet'), (v) => [v.refundText, when(v)]),
  'booking-refunded': customerEmail(
    (v) => `Erstattung: ${v.amount}`,
    (v) => [
      `wir haben dir ${v.amount} für diese Buchung über die ursprüngliche Zahlungsart erstattet. Bei Karten kann das ein paar Tage dauern.`,
      when(v),
      labelled(v.receiptLink, 'Dein Beleg'),
    ],
  ),
  'fee-charged': customerEmail(about('Stornogebühr abgebucht'), (v) => [
    `für die späte Absage oder den verpassten Termin haben wir ${v.amount}${v.cardLast4 ? ` von deiner Karte mit der Endung ${v.cardLast4}` : ''} abgebucht.`,
    when(v),
    labelled(v.receiptLink, 'Dein Beleg'),
  ]),
  'fee-failed': customerEmail(about('Gebühr offen'), (v) => [
    `wir konnten eine Gebühr von ${v.amount} nicht von deiner Karte abbuchen. Bitte melde dich bei uns.`,
    when(v),
  ]),
  'no-show': customerEmail(about('Wir haben dich vermisst'), (v) => ['du hast deinen Termin verpasst.', when(v), v.feeText]),
  'booking-follow-up': customerEmail(about('Schön, dass du da warst'), (v) => ['wir hoffen, es hat dir gefallen. Bis bald!', when(v)], 'Wieder buchen'),
  'visit-missed': customerEmail(
    () => 'Wir würden dich gern wiedersehen',
    (v) => ['dein letzter Besuch ist schon eine Weile her:', when(v)],
    'Wieder buchen',
  ),
  'session-message': customerEmail(messageSubject, (v) => [v.sessionMessage, when(v), where(v)]),
  'waitlist-joined': customerEmail(about('Du stehst auf der Warteliste'), (v) => [
    `der Kurs ist ausgebucht. Du stehst auf Platz ${v.position} der Warteliste. Wir schreiben dir, sobald ein Platz frei wird.`,
    when(v),
    where(v),
  ]),
  'waitlist-offer': customerEmail(
    about('Ein Platz ist frei'),
    (v) => [`ein Platz ist bis ${v.offerUntilText} ${zone(v)} für dich reserviert.`, when(v), where(v), price(v)],
    'Platz annehmen',
  ),
  'waitlist-missed': customerEmail(about('Dein Angebot ist abgelaufen'), (v) => [
    'der für dich reservierte Platz ging an die nächste Person. Du stehst weiter auf der Warteliste.',
    when(v),
  ]),
  'waitlist-closed': customerEmail(about('Abgesagt'), (v) => ['dieser Kurs findet nicht statt, deshalb ist die Warteliste geschlossen.', when(v)]),
  'new-booking': notice(of('Neue Buchung')),
  'booking-request': notice(of('Neue Buchungsanfrage'), () => ['Diese Anfrage wartet auf deine Antwort.']),
  'booking-canceled-by-customer': notice(of('Buchung abgesagt')),
  'booking-rescheduled-by-customer': notice(of('Buchung verschoben'), (v) => [labelled(v.oldStartText, 'Bisher')]),
  'double-booking': notice(of('Doppelbuchung'), () => ['Diese Buchung überschneidet sich mit einer anderen. Bitte prüfe deinen Kalender.']),
  'money-without-place': notice(of('Verspätete Zahlung erstattet'), (v) => [
    `${latePayment(v)} ging ein, als der Platz schon vergeben oder die Buchung vorbei war. Sie wird automatisch erstattet. Wir haben die Person informiert.`,
  ]),
  'booking-disputed': notice(of('Zahlung angefochten'), (v) => [
    `Die Zahlung von ${v.amount} wurde bei der Bank angefochten. Bis zur Entscheidung behält die Bank das Geld. Bitte nimm bei deinem Zahlungsanbieter Stellung.`,
  ]),
  'booking-refund-failed': notice(of('Erstattung fehlgeschlagen'), (v) => [
    `${v.amount} konnten nicht erstattet werden. ${v.problem}`.trim(),
    'Die Erstattung steht noch aus. Öffne die Buchung, um es noch einmal zu versuchen, oder erstatte das Geld auf anderem Weg.',
  ]),
  'fee-not-collected': notice(of('Gebühr nicht eingezogen'), (v) => [`Die gespeicherte Karte konnte nicht belastet werden. Offen: ${v.amount}.`]),
}

/** What the business may place in its own words. */
export const bookingsTextBlocks = { ...blocks, cancellation, latePayment, messageSubject }
