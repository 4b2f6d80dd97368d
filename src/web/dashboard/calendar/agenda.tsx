/** The calendar as a list by day: for phones, screen readers and printing. */
import { Button } from '@mantine/core'
import { IconCalendarOff, IconLock } from '@tabler/icons-react'
import { useState } from 'react'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { useSite } from '../business.tsx'
import { EmptyState, ListSkeleton } from '../parts/query-view.tsx'
import { Row, StateTag } from '../parts/list.tsx'
import { formatInstant } from '../parts/format-times.ts'
import { formatPeople } from '../parts/format-people.ts'
import css from './calendar.module.css'
import { useHeldEntry } from './event-body.tsx'
import { HeldText } from '../parts/held-notice.tsx'
import { entryColor, entryTitle, type Entry, type EntryPart, partId } from '../parts/events.ts'
import type { ColorOfService } from '../parts/service-colors.ts'
import { formatSpan, startOfDay, todayIn } from '#web/kit/days.ts'
import { words } from './words.messages.ts'

const messages = defineDashboardMessages(
  {
    none: 'Nothing scheduled for the next two weeks',
    noneAbout: 'Sessions, appointments and blocked time will appear here.',
    today: (day: string) => `Today, ${day}`,
    more: 'Show more',
    filled: (people: number, seats: number) => `${people} of ${seats}`,
  },
  {
    de: {
      none: 'Nichts geplant in den nächsten zwei Wochen',
      noneAbout: 'Hier erscheinen Termine und blockierte Zeiten.',
      today: (day) => `Heute, ${day}`,
      more: 'Mehr anzeigen',
      filled: (people, seats) => `${people} von ${seats}`,
    },
  },
)

const SHOWN_AT_ONCE = 300

export function Agenda({
  parts,
  colors,
  loading,
  staffNames,
  onOpen,
}: {
  parts: EntryPart[]
  colors: ColorOfService
  loading: boolean
  staffNames: (entry: Entry) => string
  onOpen: (entry: Entry) => void
}) {
  const t = useMessages(messages)
  const word = useMessages(words)
  const site = useSite()
  const [shown, setShown] = useState(SHOWN_AT_ONCE)
  if (loading) return <ListSkeleton />
  if (parts.length === 0)
    return (
      <EmptyState icon={<IconCalendarOff size={26} />} title={t.none}>
        {t.noneAbout}
      </EmptyState>
    )
  const days = new Map<string, EntryPart[]>()
  for (const part of parts.slice(0, shown)) {
    const list = days.get(part.day)
    if (list) list.push(part)
    else days.set(part.day, [part])
  }
  const today = todayIn(site.timeZone)
  const nameDay = (day: string) => formatInstant(startOfDay(day, site.timeZone), site, 'long')
  return (
    <>
      {[...days].map(([date, list]) => (
        <section key={date} aria-labelledby={`day-${date}`} className={css.day}>
          <h3 id={`day-${date}`}>{date === today ? t.today(nameDay(date)) : nameDay(date)}</h3>
          <ul className={css.agenda}>
            {list.map((part) => (
              <Row
                key={partId(part)}
                lead={
                  part.entry.kind !== 'BOOKED' ? (
                    <IconLock size={18} className={css.lock} />
                  ) : (
                    <span className={css.stripe} style={{ background: entryColor(part.entry, colors) }} />
                  )
                }
                title={entryTitle(part.entry)}
                sub={
                  <>
                    {part.isAllDay ? word.allDay : formatSpan(part.start.slice(11, 16), part.end.slice(11, 16))}
                    {staffNames(part.entry) ? ` · ${staffNames(part.entry)}` : ''}
                  </>
                }
                facts={<EntryState entry={part.entry} />}
                onOpen={() => onOpen(part.entry)}
              />
            ))}
          </ul>
        </section>
      ))}
      {parts.length > shown && (
        <Button variant="default" size="md" mt="md" onClick={() => setShown(shown + SHOWN_AT_ONCE)}>
          {t.more}
        </Button>
      )}
    </>
  )
}

function EntryState({ entry }: { entry: Entry }) {
  const t = useMessages(messages)
  const word = useMessages(words)
  const held = useHeldEntry(entry)
  if (held)
    return (
      <StateTag tone="wait">
        <HeldText held={held} />
      </StateTag>
    )
  if (entry.kind !== 'BOOKED') return <StateTag tone="quiet">{word.blocked}</StateTag>
  const { item, seats } = entry
  if (item.status === 'PENDING') return <StateTag tone="wait">{word.request}</StateTag>
  if (item.kind === 'APPOINTMENT') return <span>{item.bookings[0]?.name}</span>
  return <span>{seats ? t.filled(item.participants, seats) : formatPeople(item.participants)}</span>
}
