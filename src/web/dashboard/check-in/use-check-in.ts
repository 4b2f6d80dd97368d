/** Who is expected: the classes and appointments of today, or one session; each person with what is known and what waits to be sent. */
import { useApiQuery } from '#web/api.ts'
import { toCheckInCode } from '#domains/bookings/rules/check-in-code.ts'
import { useSite } from '../business.tsx'
import type { CalendarGuest, CalendarItem } from '../entities.ts'
import { findWaiting } from './queue.ts'
import { sentKey, type CheckInQueueState } from './use-queue.ts'
import { addDays, startOfDay, todayIn } from '#web/kit/days.ts'

export interface ExpectedPerson {
  bookingId: string
  eventId: string | undefined
  name: string
  code: string
  people: number
  isHere: boolean
  isWaiting: boolean
}
export interface ExpectedSession {
  id: string
  title: string
  startDate: string
  endDate: string
  where: string | undefined
  people: ExpectedPerson[]
}

function toPerson(item: Pick<CalendarItem, 'id' | 'kind'>, guest: CalendarGuest, { queue, sent }: CheckInQueueState, loadedAt: number): ExpectedPerson {
  const eventId = item.kind === 'SESSION' ? item.id : undefined
  const waiting = findWaiting(queue, guest.id, eventId)
  const done = sent.get(sentKey(guest.id, eventId))
  // What was sent counts until the data on screen is younger.
  const status = waiting?.status ?? (done && done.at >= loadedAt ? done.status : guest.attendance)
  return {
    bookingId: guest.id,
    eventId,
    name: guest.name,
    code: toCheckInCode(guest.id),
    people: guest.participants,
    isHere: status === 'ATTENDED',
    isWaiting: waiting !== undefined,
  }
}

export function useCheckIn(sessionId: string | undefined, queue: CheckInQueueState) {
  const { timeZone } = useSite()
  const today = todayIn(timeZone)
  const often = { refetchInterval: 30_000 } as const
  const day = useApiQuery(
    'bookingPages.calendar',
    { body: { from: startOfDay(today, timeZone), to: startOfDay(addDays(today, 1), timeZone) } },
    { enabled: !sessionId, ...often },
  )
  const one = useApiQuery('rosters.getRoster', { params: { sessionId: sessionId ?? '' } }, { enabled: Boolean(sessionId), ...often })
  const source = sessionId ? one : day
  const items: Omit<CalendarItem, 'resourceIds' | 'serviceId' | 'participants'>[] = sessionId
    ? one.data
      ? [{ ...one.data.session, kind: 'SESSION', bookings: one.data.people }]
      : []
    : (day.data?.items ?? [])
  const sessions: ExpectedSession[] = items
    .filter(({ status }) => status === 'CONFIRMED')
    .map((item) => ({
      id: item.id,
      title: item.title,
      startDate: item.startDate,
      endDate: item.endDate,
      where: item.where,
      people: item.bookings
        .filter(({ status }) => status === 'CONFIRMED')
        .map((guest) => toPerson(item, guest, queue, source.dataUpdatedAt))
        .toSorted((a, b) => a.name.localeCompare(b.name)),
    }))
  return { sessions, isLoading: source.isPending, error: source.data ? null : source.error, refetch: () => void source.refetch() }
}
