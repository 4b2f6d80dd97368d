/** The roster of a session: one line for each booking. Source: guide bookings §15.1. */
import { answersToWire, submissionsOfBookings, type SubmissionRow } from '#domains/forms/public.ts'
import { resourcesByIds, staffTypeId } from '#domains/staff/public.ts'
import type { ReadContext } from '#kit/api/context.ts'
import { translate } from '#kit/pure/languages.ts'
import type { AnswerWire } from '#domains/forms/contract.ts'
import type { Roster } from '../../contract.ts'
import { refuse } from '../../errors.ts'
import { toCheckInCode } from '../../rules/check-in-code.ts'
import { formatLocationText } from '../../rules/location-text.ts'
import { listAttendances } from '../../store/attendance.ts'
import * as store from '../../store/bookings.ts'
import * as scheduling from '../../scheduling.ts'
import { formatInstant } from '../../wire.ts'
import { bookingToItem, indexAttendances } from './calendar.ts'
import { resolveReaderLanguage } from './client-name.ts'
import { intakeToWire, listIntakeStates, maySeeAnswers } from '../booking/forms.ts'
import { resolveSessionLocation } from '../booking/location.ts'
import { findOpenAmounts, toDecimal } from '../money/money.ts'

type Session = NonNullable<Awaited<ReturnType<typeof scheduling.findSession>>>

/** A session of a class or course. Refuses with SESSION_NOT_FOUND anything else. */
export async function getSession(ctx: ReadContext, sessionId: string): Promise<Session> {
  const session = await scheduling.findSession(ctx, sessionId)
  return session && session.type !== 'EVENT' ? session : refuse('SESSION_NOT_FOUND', { sessionId })
}

/** Its confirmed bookings and requests, in order of registration. */
export const loadSessionBookings = (ctx: ReadContext, { id, type, scheduleId }: Session): Promise<store.BookingRow[]> =>
  store.findBookingsOfSession(ctx, type === 'COURSE' ? { scheduleId } : { eventId: id })

/** Everyone in a session, with what they owe. Refuses with SESSION_NOT_FOUND. */
export async function loadRoster(ctx: ReadContext, sessionId: string): Promise<Roster> {
  const session = await getSession(ctx, sessionId)
  const bookings = await loadSessionBookings(ctx, session)
  const ids = bookings.map(({ id }) => id)
  const [attendances, open] = [indexAttendances(await listAttendances(ctx, ids)), await findOpenAmounts(ctx, bookings)]
  const [mayRead, language] = [maySeeAnswers(ctx), resolveReaderLanguage(ctx)]
  const submissions = mayRead ? await submissionsOfBookings(ctx, ids) : []
  const intakes = await listIntakeStates(ctx, bookings)
  return {
    session: { ...(await describeSession(ctx, session)), participants: bookings.reduce((sum, { participants }) => sum + participants, 0) },
    people: bookings.map((booking) => {
      const { currency } = booking.price
      const owed = open.get(booking.id) ?? 0
      return {
        ...bookingToItem({ attendances, language }, booking, session.id),
        checkInCode: toCheckInCode(booking.id),
        ...(owed > 0 && { owed: { amount: toDecimal(owed, currency), currency } }),
        ...(booking.businessNote && { note: booking.businessNote }),
        answers: mayRead
          ? listAnswers(
              booking,
              submissions.filter(({ bookingId }) => bookingId === booking.id),
            )
          : [],
        ...intakeToWire(intakes.get(booking.id)),
      }
    }),
  }
}

async function describeSession(ctx: ReadContext, session: Session) {
  const service = await scheduling.findService(ctx, { id: session.serviceId ?? '' })
  const location = service ? await resolveSessionLocation(ctx, service, session.location) : null
  const where = formatLocationText(location, service?.conferencing.enabled === true, (words) => translate(words, resolveReaderLanguage(ctx)))
  const resources = await resourcesByIds(ctx, session.resourceIds)
  const listNames = (isStaff: boolean) => resources.filter(({ typeId }) => (typeId === staffTypeId) === isStaff).map(({ name }) => name)
  return {
    id: session.id,
    serviceId: session.serviceId ?? '',
    title: session.title || service?.name || '',
    startDate: formatInstant(session.startAt),
    endDate: formatInstant(session.endAt),
    status: session.cancelled ? ('CANCELLED' as const) : ('CONFIRMED' as const),
    ...(where && { where }),
    ...(location?.id && location.locationType === 'OWNER_BUSINESS' && { locationId: location.id }),
    resourceIds: session.resourceIds,
    staff: listNames(true),
    rooms: listNames(false),
    isCourse: session.type === 'COURSE',
    capacity: session.totalCapacity,
    openSpots: session.bookableCapacity,
  }
}

/** The answers of the forms. What storefronts sent beside the contact is stored with the booking, too, and stands there. */
function listAnswers({ additionalFields }: store.BookingRow, submissions: readonly SubmissionRow[]): AnswerWire[] {
  const fields = additionalFields.flatMap(({ label, value }) => (value ? [{ label: label ?? 'Answer', value }] : []))
  return [...fields, ...submissions.flatMap((submission) => (submission.answers ? answersToWire(submission) : []))]
}
