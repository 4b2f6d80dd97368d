import { joinClocks } from '#kit/pure/date-format.ts'
import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { useSite } from '../business.tsx'
import { formatInstant } from '../parts/format-times.ts'
import { formatPeople } from '../parts/format-people.ts'
import { Avatar } from '#web/kit/avatar.tsx'
import { List, Section } from '../parts/page.tsx'
import { Row, StateTag } from '../parts/list.tsx'
import type { ExpectedPerson, ExpectedSession } from './use-check-in.ts'
import { commonWords } from '../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    here: (count: number, of: number) => `${count} of ${of} checked in`,
    waiting: 'Waiting to be sent',
    checkedIn: 'Checked in',
    undoOf: (name: string) => `Undo check-in of ${name}`,
    checkIn: 'Check in',
    checkInOf: (name: string, session: string) => `Check in ${name}, ${session}`,
  },
  {
    de: {
      here: (count, of) => `${count} von ${of} eingecheckt`,
      waiting: 'Noch nicht gesendet',
      checkedIn: 'Eingecheckt',
      undoOf: (name) => `Einchecken von ${name} rückgängig machen`,
      checkIn: 'Einchecken',
      checkInOf: (name, session) => `${name} einchecken, ${session}`,
    },
  },
)

/** One class or appointment with everyone who is expected. */
export function Expected({
  session: { title, startDate, endDate, where, people },
  onSet,
}: {
  session: ExpectedSession
  onSet: (person: ExpectedPerson, status: 'ATTENDED' | 'NOT_SET') => void
}) {
  const t = useMessages(messages)
  const site = useSite()
  const here = people.filter(({ isHere }) => isHere).length
  const time = joinClocks(formatInstant(startDate, site, 'time'), formatInstant(endDate, site, 'time'))
  return (
    <Section title={`${time} ${title}`} about={[where, t.here(here, people.length)].filter(Boolean).join(' · ')}>
      <List label={`${time} ${title}`}>
        {people.map((person) => (
          <Row
            key={person.bookingId}
            lead={<Avatar name={person.name} />}
            title={person.name}
            sub={[person.people > 1 && formatPeople(person.people), person.code].filter(Boolean).join(' · ')}
            facts={
              <>
                {person.isWaiting && <StateTag tone="wait">{t.waiting}</StateTag>}
                {person.isHere && <StateTag tone="good">{t.checkedIn}</StateTag>}
              </>
            }
            actions={
              person.isHere ? (
                <Button size="md" h={48} variant="default" aria-label={t.undoOf(person.name)} onClick={() => onSet(person, 'NOT_SET')}>
                  {commonWords.undo}
                </Button>
              ) : (
                <Button
                  size="md"
                  h={48}
                  leftSection={<IconCheck size={18} aria-hidden />}
                  aria-label={t.checkInOf(person.name, title)}
                  onClick={() => onSet(person, 'ATTENDED')}
                >
                  {t.checkIn}
                </Button>
              )
            }
          />
        ))}
      </List>
    </Section>
  )
}
