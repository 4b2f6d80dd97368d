/** What the coming days bring besides renewals: bookings, what they pay, sessions of plans, emails that time sends. Own operation of this product. */
import { Type, type Static } from 'typebox'
import { operations } from '#kit/api/contract.ts'

const ForecastDay = Type.Object({
  /** In the time zone of the site: `YYYY-MM-DD`. */
  date: Type.String(),
  /** Confirmed bookings that start on this day, and how many people come. */
  bookings: Type.Integer(),
  people: Type.Integer(),
  /** What is left to pay for these bookings, one sum per currency, decimal strings. */
  toCollect: Type.Array(Type.Object({ amount: Type.String(), currency: Type.String() })),
  /** Sessions of plans that pay for these bookings. */
  planSessions: Type.Integer(),
  /** Sessions that are left on plans that end on this day, and are lost. */
  expiringSessions: Type.Integer(),
  /** Emails that are sent on their own, as far as what is booked today decides it. */
  emails: Type.Array(Type.Object({ kind: Type.String(), count: Type.Integer() })),
})
export type ForecastDay = Static<typeof ForecastDay>

export const bookingForecastApi = operations({
  getBookingForecast: {
    method: 'GET',
    path: '/api/dashboard/booking-forecast',
    summary: 'Get what the coming days bring: bookings, what is to be paid, sessions of plans, reminders',
    access: { owner: 'any' },
    permission: 'BOOKINGS.BOOKING_READ',
    internal: true,
    work: 'read',
    replica: true,
    query: Type.Object({ days: Type.Optional(Type.Integer({ minimum: 1, maximum: 60 })) }),
    /** Days from today on which something happens, in order. */
    reply: Type.Object({ days: Type.Array(ForecastDay) }),
    refuses: [],
  },
})
