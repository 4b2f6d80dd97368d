/** English emails about bookings. Source: guide bookings §20.1. */
import type { EmailTemplates } from '#kit/email/render.ts'
import { about, labelled, createEmailTemplates, list, of, text, when, zone } from './templates.ts'

const { letter, notice, where, price, calendar, online } = createEmailTemplates({
  hello: (firstName) => (firstName ? `Hi ${firstName},` : 'Hello,'),
  see: 'See your booking',
  open: 'Open the booking',
  where: 'Where',
  with: 'With',
  price: 'Price',
  people: 'People',
  calendar: 'Add it to your calendar',
  online: 'Join online',
})

export const bookingsEmails: EmailTemplates = {
  'booking-requested': letter(about('We received your request'), (v) => ['We received your request and will answer soon.', when(v), where(v), price(v)]),
  'booking-confirmed': letter(about('Confirmed'), (v) => [
    'Your booking is confirmed.',
    when(v),
    where(v),
    price(v),
    online(v),
    text(v, 'policyText'),
    calendar(v),
  ]),
  'booking-declined': letter(about('Not possible'), (v) => ['Sorry, this booking could not be made.', when(v), text(v, 'reason'), text(v, 'refundText')]),
  'booking-canceled': letter(about('Cancelled'), (v) => [
    text(v, 'canceledBy') === 'the business' ? 'We had to cancel this booking. We are sorry.' : 'This booking is cancelled.',
    when(v),
    text(v, 'feeText'),
    text(v, 'refundText'),
    text(v, 'creditText'),
    calendar(v),
  ]),
  'booking-rescheduled': letter(about('New time'), (v) => [
    'Your booking has a new time.',
    when(v),
    labelled(v, 'oldStartText', 'Before'),
    where(v),
    labelled(v, 'oldLocationText', 'Old place'),
    labelled(v, 'oldStaffName', 'Before with'),
    text(v, 'statusText'),
    calendar(v),
  ]),
  'booking-changed': letter(about('Changed'), (v) => [
    'Something about your booking has changed.',
    when(v),
    where(v),
    labelled(v, 'oldLocationText', 'Old place'),
    labelled(v, 'oldStaffName', 'Before with'),
    calendar(v),
  ]),
  'booking-reminder': letter(about('Reminder'), (v) => ['We look forward to seeing you.', when(v), where(v), online(v)]),
  'payment-receipt-booking': letter(
    (v) => `${text(v, 'receiptNumber') ? `Receipt ${text(v, 'receiptNumber')}` : 'Receipt'}: ${text(v, 'serviceName')}`,
    (v) => [
      `We received ${text(v, 'paidText')}${text(v, 'cardLast4') ? ` from the card ending in ${text(v, 'cardLast4')}` : ''}.`,
      when(v),
      ...list(v, 'lines'),
      labelled(v, 'receiptLink', 'Your receipt'),
    ],
  ),
  'payment-returned': letter(about('Your payment goes back to you'), (v) => [text(v, 'refundText'), when(v)]),
  'booking-refunded': letter(
    (v) => `${text(v, 'amount')} go back to you`,
    (v) => [
      `We have refunded ${text(v, 'amount')} for this booking. It goes back the way it came; on a card it shows after a few days.`,
      when(v),
      labelled(v, 'receiptLink', 'Your receipt'),
    ],
  ),
  'fee-charged': letter(about('A fee was charged'), (v) => [
    `We charged ${text(v, 'amount')}${text(v, 'cardLast4') ? ` to the card ending in ${text(v, 'cardLast4')}` : ''} for the late cancellation or missed booking.`,
    when(v),
    labelled(v, 'receiptLink', 'Your receipt'),
  ]),
  'fee-failed': letter(about('A fee is open'), (v) => [`A fee of ${text(v, 'amount')} is open: your card could not be charged. Please get in touch.`, when(v)]),
  'no-show': letter(about('We missed you'), (v) => ['You had a booking and could not come.', when(v), text(v, 'feeText')]),
  'waitlist-joined': letter(about('You are on the waiting list'), (v) => [
    `The class is full. You are number ${text(v, 'position')} on the waiting list, and we write to you when a place is free.`,
    when(v),
    where(v),
  ]),
  'waitlist-offer': letter(
    about('A place is free'),
    (v) => [`A place is free and kept for you until ${text(v, 'offerUntilText')} ${zone(v)}.`, when(v), where(v), price(v)],
    'Take the place',
  ),
  'waitlist-missed': letter(about('The place went on'), (v) => ['The place we kept for you went to the next person. You stay on the waiting list.', when(v)]),
  'waitlist-closed': letter(about('Cancelled'), (v) => ['This class does not take place, so the waiting list is closed.', when(v)]),
  'new-booking': notice(of('New booking')),
  'booking-request': notice(of('Please answer a request'), () => ['Somebody asks for this time and waits for your answer.']),
  'booking-canceled-by-customer': notice(of('Cancelled by the customer')),
  'booking-rescheduled-by-customer': notice(of('Moved by the customer'), (v) => [labelled(v, 'oldStartText', 'Before')]),
  'double-booking': notice(of('Two bookings at the same time'), () => ['This booking overlaps another one. Please look at the calendar.']),
  'money-without-place': notice(of('Paid too late'), (v) => [
    `${text(v, 'amount') || 'A payment'} came when the place was gone or the booking was over. What was taken here goes back by itself, and the customer has been told.`,
  ]),
  'booking-disputed': notice(of('A payment is disputed'), (v) => [
    `The bank of the customer disputes the payment of ${text(v, 'amount')}. It holds the money until the dispute is decided; answer it at your payment provider.`,
  ]),
  'booking-refund-failed': notice(of('A refund did not work'), (v) => [
    `${text(v, 'amount')} could not be given back. ${text(v, 'problem')}`.trim(),
    'The customer still waits for the money. Open the booking to try again, or give it back another way.',
  ]),
  'fee-not-collected': notice(of('A fee could not be collected'), (v) => [`The card on file was not charged: ${text(v, 'amount')} is open.`]),
}
