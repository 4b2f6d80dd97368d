/** The calendar as a list by day: for phones, screen readers and printing. */
import { IconCalendarOff, IconLock } from '@tabler/icons-react'
import { useSite } from '../business.tsx'
import { dateIn, todayIn } from '../business-time.ts'
import { Empty, ListSkeleton } from '../parts/answers.tsx'
import { Row, State } from '../parts/list.tsx'
import { peopleText, when } from '../parts/words.ts'
import css from './calendar.module.css'
import { colourOf, endOf, idOf, startOf, titleOf, type Colours, type Entry } from './events.ts'

export function Agenda({
  entries,
  colours,
  loading,
  namesOf,
  onOpen,
}: {
  entries: Entry[]
  colours: Colours
  loading: boolean
  namesOf: (entry: Entry) => string
  onOpen: (entry: Entry) => void
}) {
  const site = useSite()
  if (loading) return <ListSkeleton />
  if (entries.length === 0)
    return (
      <Empty icon={<IconCalendarOff size={26} />} title="Nothing in these two weeks">
        Sessions, appointments and blocked time appear here.
      </Empty>
    )
  const days = new Map<string, Entry[]>()
  for (const entry of entries) {
    const key = dateIn(startOf(entry), site.timeZone)
    days.set(key, [...(days.get(key) ?? []), entry])
  }
  const today = todayIn(site.timeZone)
  return (
    <>
      {[...days].map(([date, list]) => (
        <section key={date} aria-labelledby={`day-${date}`} className={css.day}>
          <h3 id={`day-${date}`}>
            {date === today ? 'Today, ' : ''}
            {when(startOf(list[0] as Entry), site, 'long')}
          </h3>
          <ul className={css.agenda}>
            {list.map((entry) => (
              <Row
                key={idOf(entry)}
                lead={
                  entry.kind === 'BLOCKED' ? (
                    <IconLock size={18} className={css.lock} />
                  ) : (
                    <span className={css.stripe} style={{ background: colourOf(entry, colours) }} />
                  )
                }
                title={titleOf(entry)}
                sub={
                  <>
                    {when(startOf(entry), site, 'time')}–{when(endOf(entry), site, 'time')}
                    {namesOf(entry) ? ` · ${namesOf(entry)}` : ''}
                  </>
                }
                facts={<Taken entry={entry} />}
                onOpen={() => onOpen(entry)}
              />
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

function Taken({ entry }: { entry: Entry }) {
  if (entry.kind === 'BLOCKED') return <State tone="quiet">Blocked</State>
  const { item, seats } = entry
  if (item.status === 'PENDING') return <State tone="wait">Request</State>
  if (item.kind === 'APPOINTMENT') return <span>{item.bookings[0]?.name}</span>
  return <span>{seats ? `${item.participants} of ${seats}` : peopleText(item.participants)}</span>
}
