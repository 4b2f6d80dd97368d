import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useSite } from '../business.tsx'
import { formatInstant, formatPeople } from '../parts/format.ts'
import { Avatar } from '#web/kit/avatar.tsx'
import { List, Section } from '../parts/page.tsx'
import { Row, StateTag } from '../parts/list.tsx'
import type { ExpectedPerson, ExpectedSession } from './use-check-in.ts'

/** One class or appointment with everyone who is expected. */
export function Expected({
  session: { title, startDate, endDate, where, people },
  onSet,
}: {
  session: ExpectedSession
  onSet: (person: ExpectedPerson, status: 'ATTENDED' | 'NOT_SET') => void
}) {
  const site = useSite()
  const here = people.filter(({ isHere }) => isHere).length
  const time = `${formatInstant(startDate, site, 'time')}–${formatInstant(endDate, site, 'time')}`
  return (
    <Section title={`${time} ${title}`} about={[where, `${here} of ${people.length} checked in`].filter(Boolean).join(' · ')}>
      <List label={`${time} ${title}`}>
        {people.map((person) => (
          <Row
            key={person.bookingId}
            lead={<Avatar name={person.name} />}
            title={person.name}
            sub={[person.people > 1 && formatPeople(person.people), person.code].filter(Boolean).join(' · ')}
            facts={
              <>
                {person.isWaiting && <StateTag tone="wait">Waiting to be sent</StateTag>}
                {person.isHere && <StateTag tone="good">Checked in</StateTag>}
              </>
            }
            actions={
              person.isHere ? (
                <Button size="md" h={48} variant="default" aria-label={`Undo check-in of ${person.name}`} onClick={() => onSet(person, 'NOT_SET')}>
                  Undo
                </Button>
              ) : (
                <Button
                  size="md"
                  h={48}
                  leftSection={<IconCheck size={18} aria-hidden />}
                  aria-label={`Check in ${person.name}, ${title}`}
                  onClick={() => onSet(person, 'ATTENDED')}
                >
                  Check in
                </Button>
              )
            }
          />
        ))}
      </List>
    </Section>
  )
}
