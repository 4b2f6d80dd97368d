/** Sentences about what still uses a resource, for the dialog before it is deleted. Pure. */
export interface Usage {
  services: readonly string[]
  bookings: number
  sessions: number
  series: number
}
const countText = (n: number, one: string, many: string): string[] => (n === 0 ? [] : [n === 1 ? `1 ${one}` : `${n} ${many}`])

/** `Yoga and Massage name it. 2 bookings and 1 weekly series ahead keep it.` */
export function usageText({ services, bookings, sessions, series }: Usage, it: string): string {
  const list = (names: readonly string[]) => (names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`)
  const ahead = [
    ...countText(bookings, 'upcoming booking', 'upcoming bookings'),
    ...countText(sessions, 'session', 'sessions'),
    ...countText(series, 'weekly series', 'weekly series'),
  ]
  return [
    services.length === 0 ? `No services use ${it}.` : `${list(services)} will no longer use ${it}.`,
    ahead.length === 0
      ? 'Nothing upcoming is affected.'
      : bookings + sessions + series === 1
        ? `${list(ahead)} stays on the calendar. Reschedule it if needed.`
        : `${list(ahead)} stay on the calendar. Reschedule them if needed.`,
  ].join(' ')
}
