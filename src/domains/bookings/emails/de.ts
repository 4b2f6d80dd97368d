/** German emails about bookings. Source: guide bookings §20.1. */
import type { EmailTemplates } from '#kit/email/render.ts'
import { about, labelled, createEmailTemplates, list, of, text, when, zone } from './templates.ts'

const { customerEmail, notice, where, price, calendar, online } = createEmailTemplates({
  hello: (firstName) => (firstName ? `Hallo ${firstName},` : 'Hallo,'),
  see: 'Meine Buchung ansehen',
  open: 'Buchung öffnen',
  where: 'Wo',
  with: 'Mit',
  price: 'Preis',
  people: 'Personen',
  calendar: 'In deinen Kalender eintragen',
  online: 'Online teilnehmen',
})

export const bookingsEmails: EmailTemplates = {
  'booking-requested': customerEmail(about('Deine Anfrage ist da'), (v) => [
    'wir haben deine Anfrage erhalten und antworten bald.',
    when(v),
    where(v),
    price(v),
  ]),
  'booking-confirmed': customerEmail(about('Bestätigt'), (v) => [
    'deine Buchung ist bestätigt.',
    when(v),
    where(v),
    price(v),
    online(v),
    text(v, 'policyText'),
    calendar(v),
  ]),
  'booking-declined': customerEmail(about('Nicht möglich'), (v) => [
    'leider hat diese Buchung nicht geklappt.',
    when(v),
    text(v, 'reason'),
    text(v, 'refundText'),
  ]),
  'booking-canceled': customerEmail(about('Abgesagt'), (v) => [
    text(v, 'canceledBy') === 'the business' ? 'wir mussten diese Buchung leider absagen.' : 'diese Buchung ist abgesagt.',
    when(v),
    text(v, 'feeText'),
    text(v, 'refundText'),
    text(v, 'creditText'),
    calendar(v),
  ]),
  'booking-rescheduled': customerEmail(about('Neue Zeit'), (v) => [
    'deine Buchung hat eine neue Zeit.',
    when(v),
    labelled(v, 'oldStartText', 'Bisher'),
    where(v),
    labelled(v, 'oldLocationText', 'Bisheriger Ort'),
    labelled(v, 'oldStaffName', 'Bisher mit'),
    text(v, 'statusText'),
    calendar(v),
  ]),
  'booking-changed': customerEmail(about('Geändert'), (v) => [
    'an deiner Buchung hat sich etwas geändert.',
    when(v),
    where(v),
    labelled(v, 'oldLocationText', 'Bisheriger Ort'),
    labelled(v, 'oldStaffName', 'Bisher mit'),
    calendar(v),
  ]),
  'booking-reminder': customerEmail(about('Erinnerung'), (v) => ['wir freuen uns auf dich.', when(v), where(v), online(v)]),
  'payment-receipt-booking': customerEmail(
    (v) => `${text(v, 'receiptNumber') ? `Beleg ${text(v, 'receiptNumber')}` : 'Beleg'}: ${text(v, 'serviceName')}`,
    (v) => [
      `wir haben ${text(v, 'paidText')} erhalten${text(v, 'cardLast4') ? `, bezahlt mit der Karte, die auf ${text(v, 'cardLast4')} endet` : ''}.`,
      when(v),
      ...list(v, 'lines'),
      labelled(v, 'receiptLink', 'Dein Beleg'),
    ],
  ),
  'payment-returned': customerEmail(about('Deine Zahlung geht an dich zurück'), (v) => [text(v, 'refundText'), when(v)]),
  'booking-refunded': customerEmail(
    (v) => `${text(v, 'amount')} gehen an dich zurück`,
    (v) => [
      `wir haben dir ${text(v, 'amount')} für diese Buchung erstattet. Das Geld geht den Weg zurück, den es kam; auf einer Karte siehst du es nach ein paar Tagen.`,
      when(v),
      labelled(v, 'receiptLink', 'Dein Beleg'),
    ],
  ),
  'fee-charged': customerEmail(about('Eine Gebühr wurde abgebucht'), (v) => [
    `für die späte Absage oder den verpassten Termin haben wir ${text(v, 'amount')} abgebucht${
      text(v, 'cardLast4') ? `, von der Karte, die auf ${text(v, 'cardLast4')} endet` : ''
    }.`,
    when(v),
    labelled(v, 'receiptLink', 'Dein Beleg'),
  ]),
  'fee-failed': customerEmail(about('Eine Gebühr ist offen'), (v) => [
    `eine Gebühr von ${text(v, 'amount')} ist offen: Deine Karte konnte nicht belastet werden. Bitte melde dich bei uns.`,
    when(v),
  ]),
  'no-show': customerEmail(about('Du hast gefehlt'), (v) => ['du hattest eine Buchung und konntest nicht kommen.', when(v), text(v, 'feeText')]),
  'waitlist-joined': customerEmail(about('Du stehst auf der Warteliste'), (v) => [
    `der Kurs ist voll. Du bist Nummer ${text(v, 'position')} auf der Warteliste, und wir schreiben dir, sobald ein Platz frei ist.`,
    when(v),
    where(v),
  ]),
  'waitlist-offer': customerEmail(
    about('Ein Platz ist frei'),
    (v) => [`ein Platz ist frei und wird für dich freigehalten bis ${text(v, 'offerUntilText')} ${zone(v)}.`, when(v), where(v), price(v)],
    'Platz annehmen',
  ),
  'waitlist-missed': customerEmail(about('Der Platz ist vergeben'), (v) => [
    'der Platz, den wir für dich freigehalten haben, ging an die nächste Person. Du bleibst auf der Warteliste.',
    when(v),
  ]),
  'waitlist-closed': customerEmail(about('Abgesagt'), (v) => ['dieser Kurs findet nicht statt, deshalb ist die Warteliste geschlossen.', when(v)]),
  'new-booking': notice(of('Neue Buchung')),
  'booking-request': notice(of('Bitte beantworte eine Anfrage'), () => ['Jemand fragt nach dieser Zeit und wartet auf deine Antwort.']),
  'booking-canceled-by-customer': notice(of('Abgesagt')),
  'booking-rescheduled-by-customer': notice(of('Verschoben'), (v) => [labelled(v, 'oldStartText', 'Bisher')]),
  'double-booking': notice(of('Zwei Buchungen zur selben Zeit'), () => ['Diese Buchung überschneidet sich mit einer anderen. Bitte sieh in den Kalender.']),
  'money-without-place': notice(of('Zu spät bezahlt'), (v) => [
    `${text(v, 'amount') ? `Eine Zahlung von ${text(v, 'amount')}` : 'Eine Zahlung'} kam, als der Platz vergeben oder die Buchung schon vorbei war. Was hier abgebucht wurde, geht von selbst zurück; wir haben es der Kundin oder dem Kunden geschrieben.`,
  ]),
  'booking-disputed': notice(of('Eine Zahlung wird bestritten'), (v) => [
    `Die Bank bestreitet die Zahlung von ${text(v, 'amount')}. Sie behält das Geld, bis der Fall entschieden ist; antworte bei deinem Zahlungsanbieter.`,
  ]),
  'booking-refund-failed': notice(of('Eine Erstattung hat nicht geklappt'), (v) => [
    `${text(v, 'amount')} ließen sich nicht erstatten. ${text(v, 'problem')}`.trim(),
    'Das Geld steht noch aus. Öffne die Buchung, um es noch einmal zu versuchen, oder zahle es auf anderem Weg zurück.',
  ]),
  'fee-not-collected': notice(of('Eine Gebühr wurde nicht abgebucht'), (v) => [
    `Die hinterlegte Karte konnte nicht belastet werden: ${text(v, 'amount')} sind offen.`,
  ]),
}
