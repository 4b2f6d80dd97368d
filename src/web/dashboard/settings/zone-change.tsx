/** Confirms a change of the time zone: which sessions move, and who gets an email. */
import { List, Skeleton, Stack, Text } from '@mantine/core'
import { useApiQuery } from '#web/api.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { zonePlace } from '#web/kit/days.ts'
import { describeError } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import { formatInstant } from '../parts/format-times.ts'

const messages = defineDashboardMessages(
  {
    about: (zone: string) =>
      `Opening hours, classes and courses keep their local time in ${zone}. Booked appointments stay at the same moment and show a different local time.`,
    checking: 'Checking affected bookings',
    unchecked: (reason: string) => `${reason} Couldn’t check which bookings are affected.`,
    none: 'No booked sessions are affected.',
    moves: (sessions: number, people: number, emails: number) =>
      `${sessions === 1 ? '1 booked session' : `${sessions} booked sessions`} with ${people === 1 ? '1 person' : `${people} people`} ${sessions === 1 ? 'moves' : 'move'}. ${emails === 1 ? '1 email' : `${emails} emails`} will be sent.`,
    session: (title: string, start: string, people: number, zone: string, newStart: string) =>
      `${title}, ${start}, ${people === 1 ? '1 person' : `${people} people`}: in ${zone} that will be ${newStart}`,
    more: (count: number) => `and ${count} more`,
    stay: (count: number) => `${count} booked ${count === 1 ? 'appointment stays' : 'appointments stay'} at the same moment.`,
  },
  {
    de: {
      about: (zone) =>
        `Öffnungszeiten, Kurse und Kursreihen behalten ihre Uhrzeit, jetzt in ${zone}. Gebuchte Termine finden im selben Moment statt und zeigen eine andere Uhrzeit.`,
      checking: 'Betroffene Buchungen werden geprüft',
      unchecked: (reason) => `${reason} Welche Buchungen betroffen sind, ließ sich nicht prüfen.`,
      none: 'Keine gebuchten Termine sind betroffen.',
      moves: (sessions, people, emails) =>
        `${sessions === 1 ? '1 gebuchter Termin' : `${sessions} gebuchte Termine`} mit ${people === 1 ? '1 Person' : `${people} Personen`} ${sessions === 1 ? 'verschiebt' : 'verschieben'} sich. ${emails === 1 ? '1 E-Mail wird' : `${emails} E-Mails werden`} gesendet.`,
      session: (title, start, people, zone, newStart) =>
        `${title}, ${start}, ${people === 1 ? '1 Person' : `${people} Personen`}: in ${zone} ist das dann ${newStart}`,
      more: (count) => `und ${count} weitere`,
      stay: (count) => (count === 1 ? '1 gebuchter Termin bleibt im selben Moment.' : `${count} gebuchte Termine bleiben im selben Moment.`),
    },
  },
)

export function ZoneChange({ timeZone }: { timeZone: string }) {
  const t = useMessages(messages)
  const site = useSite()
  const found = useApiQuery('setup.previewTimeZone', { query: { timeZone } })
  return (
    <Stack gap="sm">
      <Text>{t.about(zonePlace(timeZone))}</Text>
      {found.isPending ? (
        <div role="status" aria-busy="true" aria-label={t.checking}>
          <Skeleton height={20} width="80%" />
          <Skeleton height={20} width="60%" mt={8} />
        </div>
      ) : found.error ? (
        <Text c="red" role="alert">
          {t.unchecked(describeError(found.error))}
        </Text>
      ) : (
        <div role="status">
          <Text fw={600}>{found.data.sessionCount === 0 ? t.none : t.moves(found.data.sessionCount, found.data.people, found.data.emails)}</Text>
          {found.data.sessions.length > 0 && (
            <List size="sm" mt="xs">
              {found.data.sessions.map(({ title, start, newStart, people }) => (
                <List.Item key={`${title} ${start}`}>
                  {t.session(title, formatInstant(start, site), people, zonePlace(site.timeZone), formatInstant(newStart, site))}
                </List.Item>
              ))}
              {found.data.sessionCount > found.data.sessions.length && <List.Item>{t.more(found.data.sessionCount - found.data.sessions.length)}</List.Item>}
            </List>
          )}
          {found.data.appointments > 0 && (
            <Text size="sm" mt="xs">
              {t.stay(found.data.appointments)}
            </Text>
          )}
        </div>
      )}
    </Stack>
  )
}
