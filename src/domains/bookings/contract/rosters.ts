/** The roster of a session: who comes, what they owe, what was noted, and messages to all of them. Own operations of this product. Source: guide bookings §15.1. */
import { Type, type Static } from 'typebox'
import { AnswerWire } from '#domains/forms/contract.ts'
import { operations } from '#kit/api/contract.ts'
import { Guid, Maybe } from '#kit/api/wire.ts'
import { IntakeBrief } from './forms.ts'
import { CalendarGuest } from './pages.ts'

const BySession = Type.Object({ sessionId: Type.String({ minLength: 1, maxLength: 250 }) })
const owner = { owner: 'any' } as const

const RosterPerson = Type.Object({
  ...CalendarGuest.properties,
  /** Read out or scanned at check-in. */
  checkInCode: Type.String(),
  /** What is left to pay, as a decimal string; absent when nothing is. */
  owed: Type.Optional(Type.Object({ amount: Type.String(), currency: Type.String() })),
  /** Of the business; the customer never sees it. */
  note: Type.Optional(Type.String()),
  /** What the customer answered in forms; empty without the permission to see it. */
  answers: Type.Array(AnswerWire),
  intake: IntakeBrief,
})
const Roster = Type.Object({
  session: Type.Object({
    id: Type.String(),
    serviceId: Type.String(),
    title: Type.String(),
    startDate: Type.String(),
    endDate: Type.String(),
    status: Type.Enum(['CONFIRMED', 'CANCELLED']),
    where: Type.Optional(Type.String()),
    locationId: Type.Optional(Type.String()),
    resourceIds: Type.Array(Type.String()),
    /** Names of the staff who lead it, and of the rooms and other resources that it takes. */
    staff: Type.Array(Type.String()),
    rooms: Type.Array(Type.String()),
    /** A course is booked as a whole: its people are on every session. */
    isCourse: Type.Boolean(),
    participants: Type.Integer(),
    capacity: Type.Integer(),
    /** Seats that are neither taken nor offered. */
    openSpots: Type.Integer(),
  }),
  people: Type.Array(RosterPerson),
})
export type Roster = Static<typeof Roster>

const Message = Type.Object({
  subject: Maybe(Type.String({ maxLength: 150 })),
  message: Type.String({ minLength: 1, maxLength: 2000, pattern: '\\S' }),
})
export type SessionMessage = Static<typeof Message>
const receivers = {
  /** Different email addresses. */
  receivers: Type.Integer(),
  /** Names of those who left no email address. */
  withoutEmail: Type.Array(Type.String()),
}

export const rostersApi = operations({
  getRoster: {
    method: 'GET',
    path: '/api/sessions/{sessionId}/roster',
    summary: 'Get the roster of a session of a class or course',
    internal: true,
    work: 'read',
    access: owner,
    permission: 'BOOKINGS.BOOKING_READ',
    params: BySession,
    reply: Roster,
    refuses: ['SESSION_NOT_FOUND'],
  },
  getBookingNote: {
    method: 'GET',
    path: '/api/bookings/{id}/note',
    summary: 'What the team noted about a booking',
    internal: true,
    work: 'read',
    access: owner,
    permission: 'BOOKINGS.BOOKING_READ',
    params: Type.Object({ id: Guid }),
    reply: Type.Object({ note: Type.Optional(Type.String()) }),
    refuses: ['BOOKING_NOT_FOUND'],
  },
  setBookingNote: {
    method: 'PUT',
    path: '/api/bookings/{id}/note',
    summary: 'Note something about a booking that its customer does not see',
    internal: true,
    access: owner,
    permission: 'BOOKINGS.ATTENDANCE_SET',
    params: Type.Object({ id: Guid }),
    body: Type.Object({ note: Type.String({ maxLength: 1000 }) }),
    reply: Type.Object({ note: Type.Optional(Type.String()) }),
    refuses: ['BOOKING_NOT_FOUND'],
  },
  previewSessionMessage: {
    method: 'POST',
    path: '/api/sessions/{sessionId}/message/preview',
    summary: 'Show a message to everyone in a session as the first of them would get it, and count who would',
    internal: true,
    work: 'read',
    access: owner,
    permission: 'BOOKINGS.BOOKING_READ',
    params: BySession,
    body: Message,
    reply: Type.Object({ ...receivers, subject: Type.Optional(Type.String()), html: Type.Optional(Type.String()), text: Type.Optional(Type.String()) }),
    refuses: ['SESSION_NOT_FOUND'],
  },
  sendSessionMessage: {
    method: 'POST',
    path: '/api/sessions/{sessionId}/message',
    summary: 'Email everyone in a session',
    internal: true,
    access: owner,
    permission: 'BOOKINGS.BOOKING_CONFIRM',
    params: BySession,
    /** `messageId`: the same message is sent once to each, however often it is asked for. */
    body: Type.Object({ ...Message.properties, messageId: Guid }),
    reply: Type.Object(receivers),
    refuses: ['SESSION_NOT_FOUND', 'NO_RECIPIENTS'],
  },
  offerSpot: {
    method: 'POST',
    path: '/api/waitlist/{registrationId}/offer',
    summary: 'Offer a free spot to a waitlist entry out of turn',
    dryRun: true,
    internal: true,
    access: owner,
    permission: 'BOOKINGS.BOOKING_CONFIRM',
    params: Type.Object({ registrationId: Guid }),
    reply: Type.Object({}),
    refuses: ['REGISTRATION_NOT_FOUND', 'INVALID_BOOKING_STATUS', 'BOOKING_POLICY_VIOLATION', 'NO_OPEN_SPOTS'],
  },
})
