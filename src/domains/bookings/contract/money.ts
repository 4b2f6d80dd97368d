/** Money of one booking: payments, refunds, disputes, receipts. Own operations of this product. */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { Guid, Maybe } from '#kit/api/wire.ts'
import { Booking, customers, Notification, Taxes } from './shapes.ts'
import { ByToken } from './links.ts'
import { CancellationOutcome } from './manage.ts'
import { Coupon } from './pages.ts'

const Text = Type.String()
const ById = Type.Object({ id: Guid })
/** Amounts are decimal strings with the digits of the currency. */
export const BookingMoney = Type.Object({
  bookingId: Guid,
  currency: Text,
  total: Text,
  coupon: Type.Optional(Coupon),
  taxes: Taxes,
  /** What the customer agreed to when a card was kept for fees. */
  feeConsent: Type.Optional(Type.Object({ text: Text, date: Text })),
  /** Payments for the price minus refunds. */
  paid: Text,
  /** Still to be paid, unless the booking is cancelled or declined. */
  open: Text,
  payments: Type.Array(
    Type.Object({
      /** The receipt. */
      id: Guid,
      number: Type.Optional(Type.Integer()),
      /** LATE: a payment that arrived when nothing was due any more. */
      kind: Type.Enum(['PRICE', 'FEE', 'LATE']),
      /** The share of this booking. */
      amount: Text,
      refunded: Text,
      provider: Text,
      card: Type.Optional(Type.Object({ brand: Text, last4: Text })),
      paidDate: Text,
      disputes: Type.Array(Type.Object({ id: Guid, state: Text, amount: Text, openedDate: Text, closedDate: Type.Optional(Text) })),
      refunds: Type.Array(
        Type.Object({
          id: Guid,
          amount: Text,
          reason: Text,
          state: Text,
          number: Type.Optional(Type.Integer()),
          problem: Type.Optional(Text),
          createdDate: Text,
        }),
      ),
    }),
  ),
  /** Set while a card payment is pending: WAITING for the customer on the provider's page, PROCESSING at the bank. */
  underWay: Type.Optional(Type.Enum(['WAITING', 'PROCESSING'])),
})
const Money = Type.Object({ booking: Booking, money: BookingMoney })

export const bookingMoneyApi = operations({
  getBookingMoney: {
    method: 'GET',
    path: '/api/bookings/{id}/money',
    summary: 'Payments, refunds and disputes of a booking; customers see those of their own',
    internal: true,
    work: 'read',
    access: customers,
    permission: 'BOOKINGS.BOOKING_READ',
    params: ById,
    reply: Type.Object({ money: BookingMoney }),
    refuses: ['BOOKING_NOT_FOUND'],
  },
  refundBooking: {
    method: 'POST',
    path: '/api/bookings/{id}/refunds',
    summary: 'Give all or a part of a payment back, whatever became of the booking',
    dryRun: true,
    internal: true,
    work: 'own',
    idempotencyKey: true,
    access: { owner: 'any' },
    permission: 'BOOKINGS.MANAGE_PAYMENTS',
    params: ById,
    body: Type.Object({
      receiptId: Guid,
      /** Decimal string in the currency of the booking; all that is left when absent. */
      amount: Maybe(Type.String({ maxLength: 30 })),
      participantNotification: Notification,
    }),
    reply: Money,
    refuses: ['BOOKING_NOT_FOUND', 'PAYMENT_NOT_REFUNDABLE', 'REFUND_EXCEEDS_PAYMENT'],
  },
  sendPaymentLink: {
    method: 'POST',
    path: '/api/bookings/{id}/payment-link',
    summary: 'Email the customer a link to pay what is left of a booking, of a visit for all parts',
    internal: true,
    access: { owner: 'any' },
    permission: 'BOOKINGS.MANAGE_PAYMENTS',
    params: ById,
    /** `messageId`: the same message is sent once, however often it is asked for. */
    body: Type.Object({ message: Maybe(Type.String({ maxLength: 1000 })), messageId: Guid }),
    reply: Type.Object({}),
    refuses: ['BOOKING_NOT_FOUND', 'INVALID_BOOKING_STATUS', 'NO_EMAIL_ADDRESS'],
  },
  listBookingReceipts: {
    method: 'POST',
    path: '/api/bookings/receipts',
    summary: 'Receipts of several bookings; of those the caller may not see there are none',
    internal: true,
    work: 'read',
    access: customers,
    permission: 'BOOKINGS.BOOKING_READ',
    body: Type.Object({ bookingIds: Type.Array(Guid, { maxItems: 100 }) }),
    reply: Type.Object({
      receipts: Type.Array(Type.Object({ id: Guid, bookingId: Guid, number: Type.Optional(Type.Integer()), amount: Text, refunded: Text, currency: Text })),
    }),
    refuses: [],
  },
  listCancellationOutcomes: {
    method: 'POST',
    path: '/api/bookings/cancellation-outcomes',
    summary: 'What became of money and plan sessions of cancelled and declined bookings; of those the caller may not see there is nothing',
    internal: true,
    work: 'read',
    access: customers,
    permission: 'BOOKINGS.BOOKING_READ',
    body: Type.Object({ bookingIds: Type.Array(Guid, { maxItems: 100 }) }),
    reply: Type.Object({ outcomes: Type.Array(Type.Object({ bookingId: Guid, ...CancellationOutcome.properties })) }),
    refuses: [],
  },
  linkedReceipt: {
    method: 'GET',
    path: '/api/bookings/by-link/{token}/receipts/{id}',
    summary: 'A receipt of the booking of a link, as a page to print',
    internal: true,
    work: 'own',
    access: 'anyone',
    raw: true,
    params: Type.Object({ ...ByToken.properties, id: Guid }),
    reply: Type.Unknown(),
    refuses: ['INVALID_TOKEN', 'BOOKING_NOT_FOUND', 'RECEIPT_NOT_FOUND'],
  },
  linkedReceiptPdf: {
    method: 'GET',
    path: '/api/bookings/by-link/{token}/receipts/{id}/pdf',
    summary: 'A receipt of the booking of a link as PDF',
    internal: true,
    work: 'own',
    access: 'anyone',
    raw: true,
    params: Type.Object({ ...ByToken.properties, id: Guid }),
    reply: Type.Unknown(),
    refuses: ['INVALID_TOKEN', 'BOOKING_NOT_FOUND', 'RECEIPT_NOT_FOUND'],
  },
})
