/** Sentences about what still uses a resource, for the dialog before it is deleted. Pure. */
import { currentMessages, defineDashboardMessages } from '#web/kit/messages.ts'

const text = currentMessages(
  defineDashboardMessages(
    {
      and: (others: string, last: string) => `${others} and ${last}`,
      noService: (it: string) => `No services use ${it}.`,
      noLonger: (services: string, it: string) => `${services} will no longer use ${it}.`,
      bookings: (count: number) => (count === 1 ? '1 upcoming booking' : `${count} upcoming bookings`),
      sessions: (count: number) => (count === 1 ? '1 session' : `${count} sessions`),
      series: (count: number) => `${count} weekly series`,
      nothingAhead: 'Nothing upcoming is affected.',
      oneStays: (what: string) => `${what} stays on the calendar. Reschedule it if needed.`,
      severalStay: (what: string) => `${what} stay on the calendar. Reschedule them if needed.`,
    },
    {
      de: {
        and: (others, last) => `${others} und ${last}`,
        noService: () => 'Keinem Angebot zugeordnet.',
        noLonger: (services) => `Die Zuordnung zu ${services} wird entfernt.`,
        bookings: (count) => (count === 1 ? '1 künftige Buchung' : `${count} künftige Buchungen`),
        sessions: (count) => (count === 1 ? '1 Termin' : `${count} Termine`),
        series: (count) => (count === 1 ? '1 wöchentliche Serie' : `${count} wöchentliche Serien`),
        nothingAhead: 'Künftige Termine sind nicht betroffen.',
        oneStays: (what) => `${what} bleibt im Kalender. Bei Bedarf kannst du verschieben.`,
        severalStay: (what) => `${what} bleiben im Kalender. Bei Bedarf kannst du verschieben.`,
      },
    },
  ),
)

export interface Usage {
  services: readonly string[]
  bookings: number
  sessions: number
  series: number
}
const listText = (names: readonly string[]): string => (names.length < 2 ? (names[0] ?? '') : text.and(names.slice(0, -1).join(', '), names.at(-1) ?? ''))

/** `Yoga and Massage name it. 2 bookings and 1 weekly series ahead keep it.` */
export function usageText({ services, bookings, sessions, series }: Usage, it: string): string {
  const ahead = listText([
    ...(bookings > 0 ? [text.bookings(bookings)] : []),
    ...(sessions > 0 ? [text.sessions(sessions)] : []),
    ...(series > 0 ? [text.series(series)] : []),
  ])
  return [
    services.length === 0 ? text.noService(it) : text.noLonger(listText(services), it),
    ahead === '' ? text.nothingAhead : bookings + sessions + series === 1 ? text.oneStays(ahead) : text.severalStay(ahead),
  ].join(' ')
}
