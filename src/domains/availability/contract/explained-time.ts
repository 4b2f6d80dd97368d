/** Why a time is not offered, on the wire. Source: guide services-and-availability §16.9. */
import { Type, type Static } from 'typebox'
import { Guid, inEveryLanguage } from '#kit/api/wire.ts'
import { slotReasonCodes } from '../rules/reason-codes.ts'

const changes = [
  'SHOW_SERVICE',
  'TURN_ON_ONLINE_BOOKING',
  'SET_EARLY_LIMIT',
  'SET_LATE_LIMIT',
  'ALLOW_BOOKING_AFTER_START',
  'OFFER_AT_LOCATION',
  'ACTIVATE_LOCATION',
  'ADD_RESOURCE',
  'ASSIGN_RESOURCE',
  'MAKE_BOOKABLE',
  'ADD_TO_LOCATION',
  'OPEN_DAY',
  'ADD_HOURS',
  'FREE_TIME',
  'SET_BUFFER',
  'SET_SPACING',
  'ADD_SESSION',
  'SET_CAPACITY',
  'RELEASE_WAITLIST',
] as const

const Texts = inEveryLanguage(Type.String())
const Change = Type.Object({
  kind: Type.Enum([...changes]),
  /** Absent: of the business or the service. */
  resourceId: Type.Optional(Guid),
  locationId: Type.Optional(Type.String()),
  /** The day in the zone of the business, `YYYY-MM-DD`, and `hh:mm` on it; `24:00` ends it. */
  date: Type.Optional(Type.String()),
  from: Type.Optional(Type.String()),
  to: Type.Optional(Type.String()),
  /** null: no limit. */
  minutes: Type.Optional(Type.Union([Type.Integer(), Type.Null()])),
  capacity: Type.Optional(Type.Integer()),
})
export const ExplainedTime = Type.Object({
  localStartDate: Type.String(),
  localEndDate: Type.String(),
  /** With its offset; absent where the clock skips the time. */
  startDate: Type.Optional(Type.String()),
  /** Where the clock skips the time, the first one after it. */
  nextLocalStartDate: Type.Optional(Type.String()),
  /** Where the clock shows the time twice, both with their offsets. */
  passes: Type.Optional(Type.Array(Type.String())),
  timeZone: Type.String(),
  isOffered: Type.Boolean(),
  reasons: Type.Array(
    Type.Object({
      code: Type.Enum([...slotReasonCodes]),
      text: Texts,
      action: Texts,
      /** What opens the time together with the changes of the other reasons of a way; absent: nothing does. */
      change: Type.Optional(Change),
      /** Whose reason it is; absent: of the service, its policy or the business. */
      resourceId: Type.Optional(Guid),
      /** What takes the time. */
      taken: Type.Optional(
        Type.Object({
          kind: Type.Enum(['BOOKING', 'SESSION', 'BLOCKED', 'OTHER_CALENDAR']),
          /** Of the booking, session or blocked time. */
          id: Type.Optional(Type.String()),
          localStartDate: Type.String(),
          localEndDate: Type.String(),
        }),
      ),
    }),
  ),
  /** Each names reasons by their position; the changes of all of them open the time, those of a part do not. */
  ways: Type.Array(Type.Array(Type.Integer())),
})
export type ExplainedTime = Static<typeof ExplainedTime>
