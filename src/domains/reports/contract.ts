/** What the owner reads about the business as a whole: the start page, statistics, the history of an order, the use of a resource. */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'

const WaitingCounts = Type.Object({
  approvals: Type.Integer(),
  requests: Type.Integer(),
  /** Classes and appointments that are over and were not paid. */
  unpaidBookings: Type.Integer(),
  /** Running subscriptions whose price was not paid yet. */
  unpaidOrders: Type.Integer(),
  failedEmails: Type.Integer(),
  /** Payments of subscriptions that failed and are tried again. */
  failedPayments: Type.Integer(),
  /** People on a waitlist who would fit in now and have no offer. */
  waitlist: Type.Integer(),
  /** Requests of staff members for time off. */
  timeOff: Type.Integer(),
  brokenCalendars: Type.Integer(),
  money: Type.Integer(),
  /** Reported members with a report that is not reviewed yet. */
  reports: Type.Integer(),
  /** People who come within a week and have not answered the intake form that their booking asks for. */
  intakes: Type.Integer(),
})
const ById = Type.Object({ id: Type.String({ format: 'uuid' }) })
const statistics = {
  sessions: Type.Integer(),
  places: Type.Integer(),
  taken: Type.Integer(),
  booked: Type.Integer(),
  attended: Type.Integer(),
  missed: Type.Integer(),
  cancelled: Type.Integer(),
}

/** How many months to look back, the running one included. */
const Months = Type.Object({ months: Type.Optional(Type.Integer({ minimum: 1, maximum: 24 })) })
const RevenueShares = Type.Array(
  Type.Object({
    /** Of the service, plan, staff member or location; absent for what belongs to none. */
    id: Type.Optional(Type.String()),
    name: Type.String(),
    /** Taken minus refunded, tax included: a decimal string. */
    amount: Type.String(),
    currency: Type.String(),
    payments: Type.Integer(),
  }),
)
const demand = {
  /** People who joined a waitlist, by when they joined. */
  joined: Type.Integer(),
  /** Of these, those who got a spot. */
  enrolled: Type.Integer(),
}

/** Work on many bookings or members, and imports; `what` is its kind. */
const workKinds = ['BOOKINGS_CHANGED', 'MEMBERS_CHANGED', 'IMPORTED'] as const
const workCounts = { done: Type.Integer(), refused: Type.Integer(), total: Type.Integer() }

export const reportsApi = operations({
  getToday: {
    method: 'GET',
    path: '/api/dashboard/today',
    summary: "Get the owner's start page",
    access: { owner: 'any' },
    needsNoPermission: true,
    internal: true,
    work: 'read',
    replica: true,
    reply: Type.Object({
      /** Classes and course sessions of today, past ones too. */
      todaySessions: Type.Array(
        Type.Object({
          id: Type.String(),
          title: Type.String(),
          start: Type.String(),
          end: Type.String(),
          staff: Type.Array(Type.String()),
          rooms: Type.Array(Type.String()),
          people: Type.Integer(),
          capacity: Type.Integer(),
          checkedIn: Type.Integer(),
        }),
      ),
      /** Those of today that are not over, the next ones first; `total` counts them all. */
      todayAppointments: Type.Object({
        total: Type.Integer(),
        appointments: Type.Array(
          Type.Object({
            id: Type.String(),
            title: Type.String(),
            start: Type.String(),
            end: Type.String(),
            client: Type.String(),
            people: Type.Integer(),
            staff: Type.Array(Type.String()),
            rooms: Type.Array(Type.String()),
            status: Type.Enum(['CONFIRMED', 'PENDING']),
            attendance: Type.Optional(Type.String()),
          }),
        ),
      }),
      /** From tomorrow on. */
      nextSessions: Type.Array(
        Type.Object({
          id: Type.String(),
          title: Type.String(),
          start: Type.String(),
          end: Type.String(),
          people: Type.Integer(),
          capacity: Type.Integer(),
          /** Of an appointment. */
          client: Type.Optional(Type.String()),
        }),
      ),
      waiting: WaitingCounts,
      /** The last seven days of the business, today among them, and the seven before. Revenue only for those who see payments. */
      week: Type.Object({ firstDay: Type.String(), lastDay: Type.String() }),
      numbers: Type.Array(
        Type.Object({
          label: Type.String(),
          unit: Type.Enum(['COUNT', 'MONEY', 'PERCENT']),
          value: Type.Number(),
          previous: Type.Number(),
          /** One value for each of the seven days. */
          days: Type.Array(Type.Number()),
        }),
      ),
      /** `href` with the tab of the screen, where it has tabs. */
      checklist: Type.Array(Type.Object({ label: Type.String(), done: Type.Boolean(), href: Type.String(), tab: Type.Optional(Type.String()) })),
    }),
    refuses: [],
  },
  listNotifications: {
    method: 'GET',
    path: '/api/dashboard/notifications',
    summary: 'List what is new for the caller: the last 50 of 30 days, by their permissions',
    access: { owner: 'any' },
    needsNoPermission: true,
    internal: true,
    work: 'read',
    reply: Type.Object({
      unread: Type.Integer(),
      items: Type.Array(
        Type.Object({
          key: Type.String(),
          kind: Type.Enum([
            'BOOKING',
            'BOOKING_REQUEST',
            'CANCELLATION',
            'RESCHEDULED',
            'WAITLIST',
            'PLAN_SOLD',
            'MEMBER_REQUEST',
            'PAYMENT_FAILED',
            'DISPUTE',
            'EMAIL_FAILED',
            'MEMBER_REPORTED',
            'TIME_OFF',
            ...workKinds,
            'ARCHIVE_READY',
            'ARCHIVE_FAILED',
            'BOOKING_CHANGE_FAILED',
            'SESSION_CHANGE_FAILED',
          ]),
          /** What it is about: a booking, an order, a member, a dispute, an email, a request, a session. */
          entityId: Type.String(),
          at: Type.String(),
          isRead: Type.Boolean(),
          who: Type.Optional(Type.String()),
          /** The title of a booking, the name of a plan, the template of an email, the kind of a payment, why a change was refused. */
          what: Type.Optional(Type.String()),
          memberId: Type.Optional(Type.String()),
          /** When a booking begins; the first day of time off. */
          startDate: Type.Optional(Type.String()),
          amount: Type.Optional(Type.String()),
          currency: Type.Optional(Type.String()),
          work: Type.Optional(Type.Object(workCounts)),
        }),
      ),
      /** Work in the background that goes on, the newest first; a FORECAST counts days, an ARCHIVE rows, without knowing how many there will be. */
      running: Type.Array(
        Type.Object({
          kind: Type.Enum([...workKinds, 'FORECAST', 'ARCHIVE']),
          entityId: Type.String(),
          what: Type.String(),
          ...workCounts,
          total: Type.Optional(Type.Integer()),
        }),
      ),
    }),
    refuses: [],
  },
  markNotifications: {
    method: 'POST',
    path: '/api/dashboard/notifications/read',
    summary: 'Mark one notification as read or unread, or all as read',
    access: { owner: 'any' },
    needsNoPermission: true,
    internal: true,
    body: Type.Object({
      /** Everything until now when it is absent. */
      key: Type.Optional(Type.String({ minLength: 1, maxLength: 120 })),
      isRead: Type.Optional(Type.Boolean()),
    }),
    reply: Type.Object({}),
    refuses: ['NOT_FOUND'],
  },
  getSessionStatistics: {
    method: 'GET',
    path: '/api/insights/sessions',
    summary: 'Get occupancy and attendance of classes, by month and by service',
    access: { owner: 'any' },
    permission: 'BOOKINGS.BOOKING_READ',
    internal: true,
    work: 'read',
    replica: true,
    query: Months,
    reply: Type.Object({
      months: Type.Array(Type.Object({ month: Type.String(), isOpen: Type.Boolean(), ...statistics })),
      services: Type.Array(Type.Object({ serviceId: Type.String(), name: Type.String(), ...statistics })),
      /** Sessions by weekday (0 is Sunday) and hour of their start, on the clock of the business. */
      hours: Type.Array(
        Type.Object({ weekday: Type.Integer(), hour: Type.Integer(), sessions: Type.Integer(), places: Type.Integer(), taken: Type.Integer() }),
      ),
    }),
    refuses: [],
  },
  getRevenueShares: {
    method: 'GET',
    path: '/api/insights/revenue-shares',
    summary: 'Get what came in by service, by plan, by staff member and by location',
    access: { owner: 'any' },
    permission: 'PRICING_PLANS.READ_ORDERS',
    internal: true,
    work: 'read',
    replica: true,
    query: Months,
    /** Each list by amount, the most first, one row for each currency. */
    reply: Type.Object({ services: RevenueShares, plans: RevenueShares, staff: RevenueShares, locations: RevenueShares }),
    refuses: [],
  },
  getClientMovements: {
    method: 'GET',
    path: '/api/insights/clients',
    summary: 'Get new, returning and lapsed clients by month',
    access: { owner: 'any' },
    permission: 'BOOKINGS.BOOKING_READ',
    internal: true,
    work: 'read',
    replica: true,
    query: Months,
    reply: Type.Object({
      months: Type.Array(
        Type.Object({
          month: Type.String(),
          isOpen: Type.Boolean(),
          /** Came for the first time. */
          new: Type.Integer(),
          /** Had come before. */
          returning: Type.Integer(),
          /** Came in the month before and not in this one; absent while the month runs. */
          lapsed: Type.Optional(Type.Integer()),
        }),
      ),
    }),
    refuses: [],
  },
  getWaitlistDemand: {
    method: 'GET',
    path: '/api/insights/waitlists',
    summary: 'Get how many people joined waitlists, by month and by service, and how many got a spot',
    access: { owner: 'any' },
    permission: 'BOOKINGS.BOOKING_READ',
    internal: true,
    work: 'read',
    replica: true,
    query: Months,
    reply: Type.Object({
      months: Type.Array(Type.Object({ month: Type.String(), isOpen: Type.Boolean(), ...demand })),
      services: Type.Array(Type.Object({ serviceId: Type.String(), name: Type.String(), ...demand })),
    }),
    refuses: [],
  },
  getOrderHistory: {
    method: 'GET',
    path: '/api/plan-orders/{id}/history',
    summary: 'Get the history of an order: events, actors and emails',
    access: { owner: 'any' },
    permission: 'PRICING_PLANS.READ_ORDERS',
    internal: true,
    work: 'read',
    params: ById,
    reply: Type.Object({
      events: Type.Array(Type.Object({ at: Type.String(), slug: Type.String(), cycleNumber: Type.Optional(Type.Integer()), by: Type.String() })),
      emails: Type.Array(Type.Object({ id: Type.String(), at: Type.String(), template: Type.String(), subject: Type.String(), state: Type.String() })),
    }),
    refuses: ['order_not_found'],
  },
  getBookingHistory: {
    method: 'GET',
    path: '/api/bookings/{id}/history',
    summary: 'Get the history of a booking: events, actors and the emails to its customer',
    access: { owner: 'any' },
    permission: 'BOOKINGS.BOOKING_READ',
    internal: true,
    work: 'read',
    params: Type.Object({ id: Type.String({ format: 'uuid' }) }),
    reply: Type.Object({
      /** `startDate`: the time it was moved from. `paymentStatus`: what it became with the event, where that changed. */
      events: Type.Array(
        Type.Object({
          at: Type.String(),
          slug: Type.String(),
          by: Type.String(),
          startDate: Type.Optional(Type.String()),
          paymentStatus: Type.Optional(Type.String()),
        }),
      ),
      /** None for those who may not read emails. */
      emails: Type.Array(Type.Object({ id: Type.String(), at: Type.String(), template: Type.String(), subject: Type.String(), state: Type.String() })),
    }),
    refuses: ['booking_not_found'],
  },
  getResourceUsage: {
    method: 'GET',
    path: '/api/dashboard/resources/{id}/usage',
    summary: 'Get the bookings and sessions that use a resource',
    access: { owner: 'any' },
    permission: 'BOOKINGS.RESOURCE_READ',
    internal: true,
    work: 'read',
    params: Type.Object({ id: Type.String({ format: 'uuid' }) }),
    reply: Type.Object({ services: Type.Array(Type.String()), bookings: Type.Integer(), sessions: Type.Integer(), series: Type.Integer() }),
    refuses: [],
  },
})

/** The operations by group: `<group>.<operation>` is their name everywhere. */
export const reportsContract = { reports: reportsApi }
