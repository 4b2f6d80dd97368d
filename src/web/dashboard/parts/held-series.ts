/** Which sessions of a series a change of it is about. Pure. */

/** A session that belongs to a series, with its start as an instant on the wire. */
export interface SessionOfSeries {
  masterId: string
  startDate: string
}

/**
 * Whether a change of the series changes this session: from the session on that it names, else those that have not started by `now` (epoch milliseconds).
 * Source: guide services-and-availability §13.4.
 */
export const isChanged = ({ startDate }: SessionOfSeries, { firstSessionDate }: { firstSessionDate?: string }, now: number): boolean =>
  firstSessionDate === undefined ? Date.parse(startDate) > now : Date.parse(startDate) >= Date.parse(firstSessionDate)
