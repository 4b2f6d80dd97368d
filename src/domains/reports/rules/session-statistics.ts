/** Occupancy and attendance by month and by service. */

/** Sessions of one schedule that begin on the same weekday (0 is Sunday) and in the same hour of the clock of the business. */
export interface SessionSum {
  scheduleId: string
  isCourse: boolean
  weekday: number
  hour: number
  sessions: number
  /** Of sessions with a number of their own; the others, `withoutPlaces`, have as many as their service. */
  places: number
  withoutPlaces: number
  /** People in classes; who booked a course is on all of its sessions. */
  taken: number
}
/** Sessions of one service with the same month, weekday and hour. */
export interface PastSessions {
  month: string
  serviceId: string
  name: string
  weekday: number
  hour: number
  sessions: number
  places: number
  taken: number
}
export interface VisitCounts {
  month: string
  serviceId: string
  name: string
  /** Participants of confirmed bookings; of those, attended and missed; and participants of cancelled bookings. */
  booked: number
  attended: number
  missed: number
  cancelled: number
}
export interface SessionStatistics {
  /** Classes and course sessions only: appointments have no capacity. */
  sessions: number
  places: number
  taken: number
  booked: number
  attended: number
  missed: number
  cancelled: number
}
const EMPTY_STATISTICS: SessionStatistics = { sessions: 0, places: 0, taken: 0, booked: 0, attended: 0, missed: 0, cancelled: 0 }

/** Sums sessions and visits under a key: the month, or the service. An overbooked session counts with all participants. */
export function aggregateStatistics(
  getKey: (one: { month: string; serviceId: string }) => string,
  sessions: readonly Omit<PastSessions, 'weekday' | 'hour'>[],
  visits: readonly VisitCounts[],
): Map<string, SessionStatistics> {
  const sums = new Map<string, SessionStatistics>()
  const add = (key: string, more: Partial<SessionStatistics>) => {
    const sum = { ...(sums.get(key) ?? EMPTY_STATISTICS) }
    for (const [name, value] of Object.entries(more) as [keyof SessionStatistics, number][]) sum[name] += value
    sums.set(key, sum)
  }
  for (const session of sessions) add(getKey(session), { sessions: session.sessions, places: session.places, taken: session.taken })
  for (const visit of visits) add(getKey(visit), { booked: visit.booked, attended: visit.attended, missed: visit.missed, cancelled: visit.cancelled })
  return sums
}

export interface HourStatistics {
  weekday: number
  hour: number
  sessions: number
  places: number
  taken: number
}
/** Sessions by weekday and hour of their start, in this order; hours without sessions are left out. */
export function sumByHour(sessions: readonly Pick<PastSessions, keyof HourStatistics>[]): HourStatistics[] {
  const sums = new Map<number, HourStatistics>()
  for (const { weekday, hour, ...more } of sessions) {
    const key = weekday * 24 + hour
    const sum = sums.get(key) ?? { weekday, hour, sessions: 0, places: 0, taken: 0 }
    sums.set(key, { weekday, hour, sessions: sum.sessions + more.sessions, places: sum.places + more.places, taken: sum.taken + more.taken })
  }
  return [...sums].toSorted(([a], [b]) => a - b).map(([, sum]) => sum)
}
