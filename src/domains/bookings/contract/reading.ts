/** Lists of bookings with what is allowed next. Source: guide bookings §18, contract operations (area extended-bookings). */
import { Type, type Static } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { Maybe } from '#kit/api/wire.ts'
import { IntakeBrief } from './forms.ts'
import { AllowedActions, Any, Booking, Taxes, Text, own } from './shapes.ts'

const Paging = Type.Object({
  limit: Maybe(Type.Integer({ minimum: 0, maximum: 100 })),
  cursor: Maybe(Type.String()),
  offset: Maybe(Type.Integer({ minimum: 0 })),
})
const ExtendedBookingsQuery = Type.Object({
  query: Maybe(
    Type.Object({
      filter: Maybe(Type.Record(Type.String(), Any)),
      sort: Maybe(Type.Array(Type.Object({ fieldName: Type.String(), order: Maybe(Type.String()) }), { maxItems: 5 })),
      cursorPaging: Maybe(Paging),
      paging: Maybe(Paging),
    }),
  ),
  withBookingAllowedActions: Maybe(Type.Boolean()),
  withBookingAttendanceInfo: Maybe(Type.Boolean()),
  withBookingConferencingDetails: Maybe(Type.Boolean()),
  withBookingPolicySettings: Maybe(Type.Boolean()),
  withBookingFeeDetails: Maybe(Type.Boolean()),
  withEcomOrder: Maybe(Type.Boolean()),
  withEcomTransactions: Maybe(Type.Boolean()),
  withFormSubmissions: Maybe(Type.Boolean()),
  /** Own addition: whether an intake form is missing, without the answers. */
  withIntakeForm: Maybe(Type.Boolean()),
  /** Own addition, for the business. */
  withBookingPrice: Maybe(Type.Boolean()),
  /** Own addition, for the business: which requests ask for a time that is taken meanwhile. */
  withTakenTimes: Maybe(Type.Boolean()),
  /** Own addition: every word occurs in the name, the email address or the phone of the customer. */
  search: Maybe(Type.Object({ expression: Maybe(Text(100)) })),
  sessionId: Maybe(Type.String()),
})
export type ExtendedBookingsQuery = Static<typeof ExtendedBookingsQuery>
const AttendanceBrief = Type.Object({ id: Type.Optional(Type.String()), status: Type.String(), numberOfAttendees: Type.Integer() })
const ExtendedBookings = Type.Object({
  extendedBookings: Type.Array(
    Type.Object({
      booking: Booking,
      allowedActions: Type.Optional(AllowedActions),
      attendance: Type.Optional(AttendanceBrief),
      conferencingDetails: Type.Optional(Type.Object({ guestUrl: Type.Optional(Type.String()), password: Type.Optional(Type.String()) })),
      bookingPolicySettings: Type.Optional(Type.Object({ cancellationFeeEnabled: Type.Boolean() })),
      bookingFeeDetails: Type.Optional(Type.Object({ cancellationFeeStatus: Type.String() })),
      order: Type.Optional(Any),
      transactions: Type.Optional(Any),
      /** Of the business with the permission to see answers. */
      formSubmissions: Type.Optional(Type.Array(Any)),
      /** Own addition, with `withFormSubmissions` or `withIntakeForm`. */
      intake: IntakeBrief,
      /** What the booking costs, what of it was paid and has not gone back, and the tax in it. Decimal strings. */
      price: Type.Optional(Type.Object({ total: Type.String(), paid: Type.String(), currency: Type.String(), taxes: Taxes })),
      /** Present when true, with `withTakenTimes`: an appointment that was requested, whose time another booking has meanwhile. */
      timeTaken: Type.Optional(Type.Boolean()),
    }),
  ),
  pagingMetadata: Type.Object({
    count: Type.Integer(),
    total: Type.Optional(Type.Integer()),
    cursors: Type.Object({ next: Type.Optional(Type.String()), prev: Type.Optional(Type.String()) }),
    hasNext: Type.Boolean(),
  }),
})
export const extendedBookingsApi = operations({
  queryExtendedBookings: {
    method: 'POST',
    path: '/v2/extended-bookings/query',
    summary: 'Find bookings, with what may be done with them',
    access: own,
    permission: 'BOOKINGS.BOOKING_READ',
    work: 'read',
    replica: true,
    body: ExtendedBookingsQuery,
    reply: ExtendedBookings,
    refuses: [],
  },
  queryExtendedBookingsLegacy: {
    method: 'POST',
    path: '/v2/extended-booking/query',
    summary: 'Find bookings (older path)',
    access: own,
    permission: 'BOOKINGS.BOOKING_READ',
    work: 'read',
    replica: true,
    body: ExtendedBookingsQuery,
    reply: ExtendedBookings,
    refuses: [],
  },
  exportBookings: {
    method: 'POST',
    path: '/api/bookings/export',
    summary: 'Export the bookings that match as a CSV file, those booked last first',
    recentPassword: true,
    access: { owner: 'any' },
    permission: 'BOOKINGS.BOOKING_READ',
    work: 'read',
    internal: true,
    raw: true,
    body: Type.Object({
      filter: Maybe(Type.Record(Type.String(), Any)),
      search: Maybe(Type.Object({ expression: Maybe(Text(100)) })),
    }),
    reply: Type.Object({}),
    refuses: [],
  },
  countExtendedBookings: {
    method: 'POST',
    path: '/v2/extended-bookings/count',
    summary: 'Count bookings',
    access: own,
    permission: 'bookings:v2:booking:count_extended_bookings',
    work: 'read',
    replica: true,
    body: Type.Object({
      filter: Maybe(Type.Record(Type.String(), Any)),
      search: Maybe(Type.Object({ expression: Maybe(Text(100)) })),
      /** Own addition: counting ends here, so that its cost does not grow with history. */
      upTo: Maybe(Type.Integer({ minimum: 1, maximum: 100_000 })),
    }),
    reply: Type.Object({ count: Type.Integer() }),
    refuses: [],
  },
})
