/** Confirms a change of the time zone: which sessions move, and who gets an email. */
import { List, Skeleton, Stack, Text } from '@mantine/core'
import { useApiQuery } from '#web/api.ts'
import { describeError } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import { formatInstant } from '../parts/format.ts'

const formatCount = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`

export function ZoneChange({ timeZone }: { timeZone: string }) {
  const site = useSite()
  const found = useApiQuery('setup.previewTimeZone', { query: { timeZone } })
  const zone = (name: string) => name.replaceAll('_', ' ')
  return (
    <Stack gap="sm">
      <Text>
        Opening hours, classes and courses keep their local time in {zone(timeZone)}. Booked appointments stay at the same moment and show a different local
        time.
      </Text>
      {found.isPending ? (
        <div role="status" aria-busy="true" aria-label="Checking affected bookings">
          <Skeleton height={20} width="80%" />
          <Skeleton height={20} width="60%" mt={8} />
        </div>
      ) : found.error ? (
        <Text c="red" role="alert">
          {describeError(found.error)} Couldn’t check which bookings are affected.
        </Text>
      ) : (
        <div role="status">
          <Text fw={600}>
            {found.data.sessionCount === 0
              ? 'No booked sessions are affected.'
              : `${formatCount(found.data.sessionCount, 'booked session')} with ${formatCount(found.data.people, 'person', 'people')} ${found.data.sessionCount === 1 ? 'moves' : 'move'}. ${found.data.emails === 1 ? '1 email' : `${found.data.emails} emails`} will be sent.`}
          </Text>
          {found.data.sessions.length > 0 && (
            <List size="sm" mt="xs">
              {found.data.sessions.map(({ title, start, newStart, people }) => (
                <List.Item key={`${title} ${start}`}>
                  {title}, {formatInstant(start, site)}, {formatCount(people, 'person', 'people')}: in {zone(site.timeZone)} that will be{' '}
                  {formatInstant(newStart, site)}
                </List.Item>
              ))}
              {found.data.sessionCount > found.data.sessions.length && <List.Item>and {found.data.sessionCount - found.data.sessions.length} more</List.Item>}
            </List>
          )}
          {found.data.appointments > 0 && (
            <Text size="sm" mt="xs">
              {formatCount(found.data.appointments, 'booked appointment')} {found.data.appointments === 1 ? 'stays' : 'stay'} at the same moment.
            </Text>
          )}
        </div>
      )}
    </Stack>
  )
}
