/** Occupancy and attendance by month and by service. */
export interface PastSession {
  month: string
  serviceId: string
  name: string
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
  sessions: readonly PastSession[],
  visits: readonly VisitCounts[],
): Map<string, SessionStatistics> {
  const sums = new Map<string, SessionStatistics>()
  const add = (key: string, more: Partial<SessionStatistics>) => {
    const sum = { ...(sums.get(key) ?? EMPTY_STATISTICS) }
    for (const [name, value] of Object.entries(more) as [keyof SessionStatistics, number][]) sum[name] += value
    sums.set(key, sum)
  }
  for (const session of sessions) add(getKey(session), { sessions: 1, places: session.places, taken: session.taken })
  for (const visit of visits) add(getKey(visit), { booked: visit.booked, attended: visit.attended, missed: visit.missed, cancelled: visit.cancelled })
  return sums
}

/** With its start on the clock of the business; weekday 0 is Sunday. */
export interface TimedSession extends PastSession {
  weekday: number
  hour: number
}
export interface HourStatistics {
  weekday: number
  hour: number
  sessions: number
  places: number
  taken: number
}
/** Sessions by weekday and hour of their start, in this order; hours without sessions are left out. */
export function sumByHour(sessions: readonly TimedSession[]): HourStatistics[] {
  const sums = new Map<number, HourStatistics>()
  for (const { weekday, hour, places, taken } of sessions) {
    const key = weekday * 24 + hour
    const sum = sums.get(key) ?? { weekday, hour, sessions: 0, places: 0, taken: 0 }
    sums.set(key, { weekday, hour, sessions: sum.sessions + 1, places: sum.places + places, taken: sum.taken + taken })
  }
  return [...sums].toSorted(([a], [b]) => a - b).map(([, sum]) => sum)
}
