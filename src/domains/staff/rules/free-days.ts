/** Days that are to be closed beside those that are special already. Source: guide services-and-availability §10.3. */
interface Range {
  /** YYYY-MM-DD, both inclusive. */
  from: string
  until: string
}

/** Each day once: those on which nothing is said yet, and the others. */
export function findFreeDays<Day extends { date: string }>(days: readonly Day[], special: readonly Range[]): { free: Day[]; taken: Day[] } {
  const once = [...new Map(days.map((day) => [day.date, day])).values()]
  const isTaken = ({ date }: Day) => special.some(({ from, until }) => date >= from && date <= until)
  return { free: once.filter((day) => !isTaken(day)), taken: once.filter(isTaken) }
}
