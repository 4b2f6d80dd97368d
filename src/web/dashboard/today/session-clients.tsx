/** Who comes to a class of today: each checked in with one press. */
import { Button, Skeleton } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { useApiQuery } from '#web/api.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import type { RosterPerson } from '../entities.ts'
import { useAttendance } from '../parts/attendance.ts'
import { formatPeople } from '../parts/format-people.ts'
import { DashboardLink } from '../parts/link.tsx'
import { StateTag } from '../parts/list.tsx'
import { ErrorState } from '../parts/query-view.tsx'
import css from './session-clients.module.css'
import { words } from './words.messages.ts'

const messages = defineDashboardMessages(
  {
    clientsOf: (title: string) => `Clients of ${title}`,
    others: (count: number) => (count === 1 ? 'Roster with 1 more' : `Roster with ${count} more`),
    roster: 'Roster',
  },
  {
    de: {
      clientsOf: (title) => `Kunden von „${title}“`,
      others: (count) => (count === 1 ? 'Teilnahmeliste mit 1 weiteren' : `Teilnahmeliste mit ${count} weiteren`),
      roster: 'Teilnahmeliste',
    },
  },
)

/** More are found on the roster and on the check-in screen, which have a search. */
const MOST_SHOWN = 24

export function SessionClients({ sessionId, title }: { sessionId: string; title: string }) {
  const t = useMessages(messages)
  const found = useApiQuery('rosters.getRoster', { params: { sessionId } }, { refetchInterval: 60_000 })
  if (!found.data) return found.error ? <ErrorState error={found.error} retry={() => void found.refetch()} /> : <Skeleton height={56} radius="md" />
  const expected = found.data.people.filter(({ status }) => status === 'CONFIRMED').toSorted((a, b) => a.name.localeCompare(b.name))
  const others = expected.length - MOST_SHOWN
  return (
    <>
      <ul className={css.clients} aria-label={t.clientsOf(title)}>
        {expected.slice(0, MOST_SHOWN).map((person) => (
          <Client key={person.id} person={person} sessionId={sessionId} />
        ))}
      </ul>
      <DashboardLink to="/dashboard/roster" search={{ id: sessionId }} className={css.roster}>
        {others > 0 ? t.others(others) : t.roster}
      </DashboardLink>
    </>
  )
}

function Client({ person: { id, name, participants, attendance }, sessionId }: { person: RosterPerson; sessionId: string }) {
  const word = useMessages(words)
  const { attend } = useAttendance()
  const [isPending, setPending] = useState(false)
  const checkIn = async () => {
    setPending(true)
    await attend({ id, who: name, people: participants, eventId: sessionId }, 'ATTENDED')
    setPending(false)
  }
  return (
    <li className={css.client}>
      <span className={css.name}>
        <bdi>{name}</bdi>
        {participants > 1 && <small>{formatPeople(participants)}</small>}
      </span>
      {attendance === 'ATTENDED' ? (
        <StateTag tone="good">{word.checkedIn}</StateTag>
      ) : (
        <>
          {attendance === 'NOT_ATTENDED' && <StateTag tone="bad">{word.noShow}</StateTag>}
          <Button
            variant="light"
            leftSection={<IconCheck size={16} aria-hidden />}
            aria-label={word.checkInClient(name)}
            loading={isPending}
            onClick={() => void checkIn()}
          >
            {word.checkIn}
          </Button>
        </>
      )}
    </li>
  )
}
