/** Sessions of classes and courses in a range, counted from the calendar and the bookings. */
import { sessionsIn, type Session } from '#domains/availability/public.ts'
import { getSite } from '#domains/site/public.ts'
import type { ReadContext } from '#kit/api/context.ts'
import { dayMs, hourMs, toWeekday, zoneOffsets, type ZoneOffsets } from '#kit/pure/zone.ts'
import { startOfDay, type OpenRange } from '../rules/periods.ts'
import type { SessionSum } from '../rules/session-statistics.ts'
import { countPeopleBySession } from '../store/session-statistics.ts'

/** With the start of its day. */
export type DaySessionSum = SessionSum & { startsAt: number }

/** Weekday (0 is Sunday) and hour of an instant on the clock of a zone. */
function toClock(at: number, { toLocal }: ZoneOffsets): { weekday: number; hour: number } {
  const local = toLocal(at)
  const day = Math.floor(local / dayMs)
  return { weekday: toWeekday(day) % 7, hour: Math.floor((local - day * dayMs) / hourMs) }
}
/** People of a session on its day: what a day comes to is a matter of that day alone. */
const toKey = (sessionId: string, startsAt: number): string => `${sessionId} ${startsAt}`
async function loadPeople(ctx: ReadContext, range: OpenRange, offsets: ZoneOffsets): Promise<Map<string, number>> {
  const people = new Map<string, number>()
  for (const one of await countPeopleBySession(ctx, range)) {
    const key = toKey(one.sessionId, startOfDay(one.start.epochMilliseconds, offsets))
    people.set(key, (people.get(key) ?? 0) + one.people)
  }
  return people
}
const countOne = (session: Session, startsAt: number, people: ReadonlyMap<string, number>) => ({
  sessions: 1,
  places: session.capacity ?? 0,
  withoutPlaces: session.capacity === null ? 1 : 0,
  taken: session.type === 'CLASS' ? (people.get(toKey(session.id, startsAt)) ?? 0) : 0,
})

/** Sessions that begin in the range and are over; and the starts of days with one that is not. */
export async function countSessions(ctx: ReadContext, range: OpenRange): Promise<{ sums: DaySessionSum[]; openDays: Set<number> }> {
  const offsets = zoneOffsets((await getSite(ctx)).timeZone)
  const begun = (await sessionsIn(ctx, {}, { start: range.from, end: range.to })).filter(
    ({ type, start }) => type !== 'EVENT' && start >= range.from && start < range.to,
  )
  const [over, open] = [begun.filter(({ end }) => end <= ctx.now.epochMilliseconds), begun.filter(({ end }) => end > ctx.now.epochMilliseconds)]
  const people = over.length > 0 ? await loadPeople(ctx, range, offsets) : new Map<string, number>()
  const sums = new Map<string, DaySessionSum>()
  for (const session of over) {
    const at = {
      startsAt: startOfDay(session.start, offsets),
      scheduleId: session.scheduleId,
      isCourse: session.type === 'COURSE',
      ...toClock(session.start, offsets),
    }
    const key = Object.values(at).join()
    const [sum, one] = [sums.get(key), countOne(session, at.startsAt, people)]
    sums.set(key, {
      ...at,
      sessions: (sum?.sessions ?? 0) + one.sessions,
      places: (sum?.places ?? 0) + one.places,
      withoutPlaces: (sum?.withoutPlaces ?? 0) + one.withoutPlaces,
      taken: (sum?.taken ?? 0) + one.taken,
    })
  }
  return { sums: [...sums.values()], openDays: new Set(open.map(({ start }) => startOfDay(start, offsets))) }
}
