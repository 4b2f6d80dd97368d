/** English emails about bookings. Source: guide bookings §20.1. */
import type { EmailTemplatesOf } from '#kit/email/render.ts'
import { createEmailTemplates, formatZone } from './templates.ts'
import type { BookingsEmails } from './variables.ts'

const templates = createEmailTemplates('en', {
  hello: (firstName) => (firstName ? `Hi ${firstName},` : 'Hello,'),
  see: 'View booking',
  open: 'Open booking',
  where: 'Where',
  with: 'With',
  price: 'Price',
  extras: 'Extras',
  people: 'People',
  calendar: 'Add to calendar',
  online: 'Join online',
  intake: 'Please fill in before you come',
})
const { blocks, customerEmail, notice, where, price, calendar, online, intake, formatTime, formatLabelled, createSubject, createBusinessSubject } = templates

const cancellation = (v: { canceledBy?: string }): string =>
  v.canceledBy === 'the business' ? 'We’re sorry, we had to cancel this booking.' : 'This booking is cancelled.'
const latePayment = (v: { amount?: string }): string => `${v.amount || 'A payment'} arrived`
const messageSubject = (v: BookingsEmails['session-message']): string => v.ownSubject || createSubject('About your booking')(v)

export const bookingsEmails: EmailTemplatesOf<BookingsEmails> = {
  'booking-requested': customerEmail(createSubject('Request received'), (v) => [
    'Thanks for your request. We’ll get back to you soon.',
    formatTime(v),
    where(v),
    price(v),
    intake(v),
    v.approvalNote,
  ]),
  'booking-confirmed': customerEmail(createSubject('Confirmed'), (v) => [
    'Your booking is confirmed.',
    formatTime(v),
    where(v),
    price(v),
    online(v),
    intake(v),
    v.cancelUntilText && `You can cancel online until ${v.cancelUntilText}.`,
    v.policyText,
    calendar(v),
  ]),
  'booking-declined': customerEmail(createSubject('Request declined'), (v) => ['Sorry, we can’t offer this time.', formatTime(v), v.reason, v.refundText]),
  'booking-canceled': customerEmail(createSubject('Cancelled'), (v) => [cancellation(v), formatTime(v), v.feeText, v.refundText, v.creditText, calendar(v)]),
  'booking-rescheduled': customerEmail(createSubject('New time'), (v) => [
    'Your booking has a new time.',
    formatTime(v),
    formatLabelled(v.oldStartText, 'Previously'),
    where(v),
    formatLabelled(v.oldLocationText, 'Previous location'),
    formatLabelled(v.oldStaffName, 'Previously with'),
    v.statusText,
    calendar(v),
  ]),
  'booking-changed': customerEmail(createSubject('Changed'), (v) => [
    'Your booking has changed.',
    formatTime(v),
    where(v),
    formatLabelled(v.oldLocationText, 'Previous location'),
    formatLabelled(v.oldStaffName, 'Previously with'),
    calendar(v),
  ]),
  'booking-participants-changed': customerEmail(createSubject('Number of people changed'), (v) => [
    'The number of people for your booking has changed.',
    formatTime(v),
    where(v),
    formatLabelled(v.participants, 'People'),
    formatLabelled(v.oldParticipants, 'Previously'),
    v.balanceText,
  ]),
  'booking-reminder': customerEmail(createSubject('Reminder'), (v) => ['See you soon!', formatTime(v), where(v), online(v), intake(v)]),
  'payment-receipt-booking': customerEmail(
    (v) => `${v.receiptNumber ? `Receipt ${v.receiptNumber}` : 'Receipt'}: ${v.serviceName}`,
    (v) => [
      `We received ${v.paidText}${v.cardLast4 ? ` from the card ending in ${v.cardLast4}` : ''}.`,
      formatTime(v),
      ...(v.lines ?? []),
      formatLabelled(v.receiptLink, 'Your receipt'),
    ],
  ),
  'payment-returned': customerEmail(createSubject('Payment refunded'), (v) => [v.refundText, formatTime(v)]),
  'booking-refunded': customerEmail(
    (v) => `Refund: ${v.amount}`,
    (v) => [
      `We refunded ${v.amount} for this booking to your original payment method. On a card, it can take a few days to appear.`,
      formatTime(v),
      formatLabelled(v.receiptLink, 'Your receipt'),
    ],
  ),
  'payment-link': customerEmail(
    createSubject('Payment'),
    (v) => [`${v.amountDue} is open for this booking. You can pay it online.`, formatTime(v)],
    'Pay now',
    (v) => v.payLink,
  ),
  'fee-charged': customerEmail(createSubject('Cancellation fee charged'), (v) => [
    `We charged ${v.amount}${v.cardLast4 ? ` to the card ending in ${v.cardLast4}` : ''} for the late cancellation or missed booking.`,
    formatTime(v),
    formatLabelled(v.receiptLink, 'Your receipt'),
  ]),
  'fee-failed': customerEmail(createSubject('Fee unpaid'), (v) => [`We couldn’t charge your card for a fee of ${v.amount}. Please contact us.`, formatTime(v)]),
  'no-show': customerEmail(createSubject('We missed you'), (v) => ['You missed your booking.', formatTime(v), v.feeText]),
  'booking-follow-up': customerEmail(
    createSubject('Thank you for coming'),
    (v) => ['We hope you enjoyed it. See you again soon!', formatTime(v)],
    'Book again',
  ),
  'visit-missed': customerEmail(
    () => 'We’d love to see you again',
    (v) => ['It’s been a while since your last visit:', formatTime(v)],
    'Book again',
  ),
  'session-message': customerEmail(messageSubject, (v) => [v.sessionMessage, formatTime(v), where(v)]),
  'waitlist-joined': customerEmail(createSubject('You’re on the waitlist'), (v) => [
    `The class is full. You’re number ${v.position} on the waitlist. We’ll email you when a spot opens up.`,
    formatTime(v),
    where(v),
  ]),
  'waitlist-offer': customerEmail(
    createSubject('A spot opened up'),
    (v) => [`A spot is held for you until ${v.offerUntilText} ${formatZone(v)}.`, formatTime(v), where(v), price(v)],
    'Claim spot',
  ),
  'waitlist-missed': customerEmail(createSubject('Your offer expired'), (v) => [
    'The spot we held for you went to the next person. You’re still on the waitlist.',
    formatTime(v),
  ]),
  'waitlist-closed': customerEmail(createSubject('Cancelled'), (v) => ['This class won’t take place, so the waitlist is closed.', formatTime(v)]),
  'new-booking': notice(createBusinessSubject('New booking')),
  'booking-request': notice(createBusinessSubject('New booking request'), () => ['This request is waiting for your answer.']),
  'booking-canceled-by-customer': notice(createBusinessSubject('Cancelled by the customer')),
  'booking-rescheduled-by-customer': notice(createBusinessSubject('Rescheduled by the customer'), (v) => [formatLabelled(v.oldStartText, 'Previously')]),
  'double-booking': notice(createBusinessSubject('Double booking'), () => ['This booking overlaps another one. Please check your calendar.']),
  'money-without-place': notice(createBusinessSubject('Late payment refunded'), (v) => [
    `${latePayment(v)} after the spot was taken or the booking had ended. It’s refunded automatically, and the customer has been notified.`,
  ]),
  'booking-disputed': notice(createBusinessSubject('Payment disputed'), (v) => [
    `The customer’s bank disputes the payment of ${v.amount} and holds the money until the dispute is decided. Respond in your payment provider’s dashboard.`,
  ]),
  'booking-refund-failed': notice(createBusinessSubject('Refund failed'), (v) => [
    `${v.amount} couldn’t be refunded. ${v.problem}`.trim(),
    'The customer hasn’t received the refund. Open the booking to try again, or refund it another way.',
  ]),
  'fee-not-collected': notice(createBusinessSubject('Fee not collected'), (v) => [`We couldn’t charge the card on file. ${v.amount} is still unpaid.`]),
}

/** What the business may place in its own words. */
export const bookingsTextBlocks = { ...blocks, cancellation, latePayment, messageSubject }
