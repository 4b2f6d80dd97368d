/** Operations of the booking pages and of the dashboard calendar. Own operations of this product. Those that pay are in checkout. */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { Guid, Maybe } from '#kit/api/wire.ts'
import { CancelEffect, CancellationOutcome } from './manage.ts'
import { AllowedActions, Booking, BookingReply, ScheduleInput, SlotInput, Taxes, customers } from './shapes.ts'

const ClockTime = Type.String({ pattern: '^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$' })
/** A coupon, and what it takes off. */
export const Coupon = Type.Object({ code: Type.String(), amount: Type.String() })
export const Amounts = Type.Object({
  total: Type.String(),
  coupon: Type.Optional(Coupon),
  dueNow: Type.String(),
  paid: Type.String(),
  currency: Type.String(),
  taxes: Taxes,
})
/** A booking as lists of who comes show it. */
export const CalendarGuest = Type.Object({
  id: Guid,
  revision: Type.String(),
  status: Type.String(),
  paymentStatus: Type.String(),
  selectedPaymentOption: Type.String(),
  name: Type.String(),
  email: Type.Optional(Type.String()),
  phone: Type.Optional(Type.String()),
  participants: Type.Integer(),
  attendance: Type.Optional(Type.String()),
})
const CalendarItem = Type.Object({
  kind: Type.Enum(['APPOINTMENT', 'SESSION']),
  id: Type.String(),
  serviceId: Type.String(),
  title: Type.String(),
  startDate: Type.String(),
  endDate: Type.String(),
  status: Type.String(),
  /** Name and address of the place, or "Online"; absent when there is none. */
  where: Type.Optional(Type.String()),
  /** The location of the business where it takes place. */
  locationId: Type.Optional(Type.String()),
  resourceIds: Type.Array(Type.String()),
  participants: Type.Integer(),
  capacity: Type.Optional(Type.Integer()),
  bookings: Type.Array(CalendarGuest),
})
export const bookingPagesApi = operations({
  checkSlot: {
    method: 'POST',
    path: '/api/checkout/slots/check',
    summary: 'Whether a slot can still be booked by the caller, when the booking page opens',
    internal: true,
    work: 'read',
    access: customers,
    needsNoPermission: true,
    body: Type.Object({ slot: Maybe(SlotInput), schedule: Maybe(ScheduleInput) }),
    reply: Type.Object({ isBookable: Type.Boolean() }),
    refuses: ['SCHEDULE_NOT_FOUND', 'SERVICE_NOT_FOUND', 'VALIDATION_FAILURE', 'INVALID_DATE_FORMAT', 'INVALID_TIME_ZONE'],
  },
  bookingSummary: {
    method: 'GET',
    path: '/api/bookings/{id}/summary',
    summary: 'One booking with what it costs and what may be done',
    internal: true,
    work: 'own',
    access: customers,
    needsNoPermission: true,
    params: Type.Object({ id: Guid }),
    reply: Type.Object({
      booking: Booking,
      amounts: Amounts,
      allowedActions: AllowedActions,
      /** Shown before cancelling. */
      onCancel: CancelEffect,
      /** Set when it is cancelled or declined. */
      outcome: Type.Optional(CancellationOutcome),
      policyText: Type.Optional(Type.String()),
      holdExpiresAt: Type.Optional(Type.String()),
      /** Opens the pay page, while the booking waits for its checkout. */
      payToken: Type.Optional(Type.String()),
      /** Opens the pay page, while something is left to pay online. */
      balanceToken: Type.Optional(Type.String()),
      /** Opens the manage page of a booking that stands; for guests only right after booking. */
      manageToken: Type.Optional(Type.String()),
      /** The plan order that pays. */
      planOrderId: Type.Optional(Guid),
    }),
    refuses: ['BOOKING_NOT_FOUND'],
  },
  markPaid: {
    method: 'POST',
    path: '/api/bookings/{id}/mark-paid',
    summary: 'Note that the customer paid the rest',
    dryRun: true,
    holdable: { entity: 'BOOKING', idParam: 'id' },
    internal: true,
    access: { owner: 'any' },
    permission: 'BOOKINGS.MANAGE_PAYMENTS',
    params: Type.Object({ id: Guid }),
    reply: BookingReply,
    refuses: ['BOOKING_NOT_FOUND', 'INVALID_BOOKING_STATUS'],
  },
  setFreeOfCharge: {
    method: 'PUT',
    path: '/api/bookings/{id}/free-of-charge',
    summary: 'Let the customer off the price of a booking that nothing was paid for, or ask for it again',
    dryRun: true,
    holdable: { entity: 'BOOKING', idParam: 'id' },
    internal: true,
    access: { owner: 'any' },
    permission: 'BOOKINGS.MANAGE_PAYMENTS',
    params: Type.Object({ id: Guid }),
    body: Type.Object({ isFree: Type.Boolean() }),
    reply: BookingReply,
    refuses: ['BOOKING_NOT_FOUND', 'INVALID_BOOKING_STATUS'],
  },
  payByPlan: {
    method: 'POST',
    path: '/api/bookings/{id}/pay-by-plan',
    summary: 'Redeem sessions of a plan of the customer for a booking that was to be paid by plan at the desk',
    dryRun: true,
    holdable: { entity: 'BOOKING', idParam: 'id' },
    internal: true,
    access: { owner: 'any' },
    permission: 'BOOKINGS.MANAGE_PAYMENTS',
    params: Type.Object({ id: Guid }),
    body: Maybe(Type.Object({ planOrderId: Maybe(Guid) })),
    reply: BookingReply,
    refuses: ['BOOKING_NOT_FOUND', 'INVALID_BOOKING_STATUS', 'NOT_ENOUGH_BALANCE'],
  },
  listPayingPlans: {
    method: 'POST',
    path: '/api/bookings/paying-plans',
    summary: 'The plans of a member that could pay for a booking, and why the others could not',
    internal: true,
    work: 'read',
    access: { owner: 'any' },
    permission: 'BOOKINGS.MANAGE_PAYMENTS',
    body: Type.Object({
      memberId: Guid,
      serviceId: Guid,
      start: Type.String({ format: 'date-time' }),
      people: Type.Integer({ minimum: 1, maximum: 1000 }),
    }),
    reply: Type.Object({
      plans: Type.Array(
        Type.Object({
          orderId: Guid,
          planName: Type.String(),
          /** Sessions left; absent when unlimited. */
          balance: Type.Optional(Type.Integer()),
          eligible: Type.Boolean(),
          /** The rule of the guide that fails. */
          reason: Type.Optional(Type.String()),
        }),
      ),
    }),
    refuses: [],
  },
  listBookingsOfPlan: {
    method: 'GET',
    path: '/api/plan-orders/{orderId}/bookings',
    summary: 'Upcoming bookings that the plan of a member pays for',
    internal: true,
    work: 'read',
    access: { owner: 'any' },
    permission: 'BOOKINGS.BOOKING_READ',
    params: Type.Object({ orderId: Guid }),
    reply: Type.Object({ bookings: Type.Array(Booking) }),
    refuses: [],
  },
  previewCancellationEffects: {
    method: 'POST',
    path: '/api/bookings/cancellation-effects',
    summary: 'What cancelling bookings would do: refunds, plan sessions, emails; changes nothing',
    internal: true,
    work: 'read',
    access: { owner: 'any' },
    permission: 'BOOKINGS.BOOKING_READ',
    body: Type.Object({
      bookingIds: Type.Array(Guid, { maxItems: 200 }),
      /** The session that is cancelled: its waitlist ends with it. */
      sessionId: Maybe(Type.String({ minLength: 1, maxLength: 250 })),
      /** Their session is cancelled, or the business cancels them one by one. */
      because: Type.Enum(['SESSION', 'BUSINESS']),
      /** Whether the business returns plan sessions; default true. */
      withRefund: Maybe(Type.Boolean()),
    }),
    reply: Type.Object({
      /** People on the waitlist of the session, who learn that it will not take place. */
      waitlisted: Type.Integer(),
      /** Those that are open, in the order of the request. */
      bookings: Type.Array(
        Type.Object({
          id: Guid,
          name: Type.String(),
          people: Type.Integer(),
          /** Decimal strings: what was paid by card and not refunded yet, and what of it is refunded automatically. */
          paidByCard: Type.String(),
          refunded: Type.String(),
          currency: Type.String(),
          /** Sessions of a plan that come back. */
          sessionsReturned: Type.Integer(),
          hasEmail: Type.Boolean(),
          /** The late-cancellation fee that the business may charge now: the amount, what of it payments do not cover, and how it is settled. */
          fee: Type.Optional(Type.Object({ amount: Type.String(), open: Type.String(), settlement: Type.Enum(['KEPT', 'CARD', 'OWED']) })),
        }),
      ),
    }),
    refuses: [],
  },
  calendar: {
    method: 'POST',
    path: '/api/bookings/calendar',
    summary: 'Appointments and class sessions of a range, with who comes',
    internal: true,
    work: 'read',
    replica: true,
    access: { owner: 'any' },
    permission: 'BOOKINGS.BOOKING_READ',
    body: Type.Object({
      from: Type.String({ format: 'date-time' }),
      to: Type.String({ format: 'date-time' }),
      /** Those of one person or room only. */
      resourceId: Maybe(Guid),
      /** Above this number of appointments and sessions they are counted instead. */
      atMost: Maybe(Type.Integer({ minimum: 1, maximum: 10_000 })),
      /** What a grid shows: sessions without their bookings, appointments without attendance. */
      brief: Maybe(Type.Boolean()),
    }),
    reply: Type.Object({
      items: Type.Array(CalendarItem),
      /** In place of the items when there are more than `atMost`: how many begin within an hour, on the clock of the business, in order. */
      counts: Type.Optional(
        Type.Array(Type.Object({ day: Type.String({ format: 'date' }), hour: Type.Integer({ minimum: 0, maximum: 23 }), entries: Type.Integer() })),
      ),
    }),
    refuses: [],
  },
  listBookedOnDays: {
    method: 'POST',
    path: '/api/bookings/booked-on-days',
    summary: 'What is booked on days that are to be closed or open at other hours',
    internal: true,
    work: 'read',
    replica: true,
    access: { owner: 'any' },
    permission: 'BOOKINGS.BOOKING_READ',
    body: Type.Object({
      from: Type.String({ format: 'date' }),
      /** Inclusive; at most a year after the first day. */
      until: Type.String({ format: 'date' }),
      /** Of these only those; absent: all of them. */
      days: Maybe(Type.Array(Type.String({ format: 'date' }), { maxItems: 100 })),
      /** Those of one resource or location only. */
      resourceId: Maybe(Guid),
      locationId: Maybe(Guid),
      /** What lies within these hours of a day is left out. */
      periods: Maybe(Type.Array(Type.Object({ start: ClockTime, end: ClockTime }), { maxItems: 10 })),
    }),
    reply: Type.Object({
      /** Number of bookings; those of a course count once for each of its sessions. */
      total: Type.Integer(),
      /** The first 50 appointments and sessions with bookings, in chronological order. */
      items: Type.Array(CalendarItem),
    }),
    refuses: [],
  },
})
