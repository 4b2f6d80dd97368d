/** How full sessions were and who came, by month and by service. */
export interface HeldSession {
  month: string
  serviceId: string
  name: string
  places: number
  taken: number
}
export interface Visits {
  month: string
  serviceId: string
  name: string
  /** People of bookings that held; of those, who was seen and who was not; and people of bookings that were cancelled. */
  booked: number
  attended: number
  missed: number
  cancelled: number
}
export interface Figures {
  /** Classes and course sessions only: appointments have no places to fill. */
  sessions: number
  places: number
  taken: number
  booked: number
  attended: number
  missed: number
  cancelled: number
}
const none: Figures = { sessions: 0, places: 0, taken: 0, booked: 0, attended: 0, missed: 0, cancelled: 0 }

/** Sums sessions and visits under a key: the month, or the service. An overfilled session counts with all who came in. */
export function figuresBy(
  keyOf: (one: { month: string; serviceId: string }) => string,
  sessions: readonly HeldSession[],
  visits: readonly Visits[],
): Map<string, Figures> {
  const sums = new Map<string, Figures>()
  const add = (key: string, more: Partial<Figures>) => {
    const sum = { ...(sums.get(key) ?? none) }
    for (const [name, value] of Object.entries(more) as [keyof Figures, number][]) sum[name] += value
    sums.set(key, sum)
  }
  for (const session of sessions) add(keyOf(session), { sessions: 1, places: session.places, taken: session.taken })
  for (const visit of visits) add(keyOf(visit), { booked: visit.booked, attended: visit.attended, missed: visit.missed, cancelled: visit.cancelled })
  return sums
}
