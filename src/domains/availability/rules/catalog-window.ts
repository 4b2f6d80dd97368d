/** Whether the free times of a service fit what a storefront asked for. Source: guide services-and-availability §16.10. */
const DAY = 24 * 60

/** Local wall time in minutes since 1970-01-01. */
export interface LocalTimes {
  start: number
  end: number
}

const isWhole = (minutes: number): boolean => minutes % DAY === 0
/** A day ends at the midnight after it, or in its last minute. */
const toDayEnd = (minutes: number): number => (isWhole(minutes + 1) ? minutes + 1 : minutes)

/** Whether the window is made of days: of each of them one time tells as much as all. */
export const isWholeDays = ({ start, end }: LocalTimes): boolean => isWhole(start) && isWhole(toDayEnd(end))

/**
 * An hour window asked for exactly takes a time from its first to its last minute, otherwise any within it. One whole day takes any time of it;
 * several days take any time, or exactly one on each day. All in local minutes.
 */
export function matchesWindow(times: readonly LocalTimes[], window: LocalTimes & { isExact: boolean }): boolean {
  const end = toDayEnd(window.end)
  if (!isWholeDays(window)) {
    const fits = window.isExact
      ? (time: LocalTimes) => time.start === window.start && time.end === window.end
      : (time: LocalTimes) => time.start >= window.start && time.end <= window.end
    return times.some(fits)
  }
  const inWindow = times.filter((time) => time.start >= window.start && time.start < end)
  const days = (end - window.start) / DAY
  if (days === 1 || !window.isExact) return inWindow.length > 0
  return new Set(inWindow.map((time) => Math.floor(time.start / DAY))).size === days
}
