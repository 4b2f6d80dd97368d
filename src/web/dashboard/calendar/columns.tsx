/** One day side by side: a column for each person or room, on a phone one at a time. Entries are dragged within a column and into another. */
import { NativeSelect } from '@mantine/core'
import type { DayViewProps, ScheduleEventData } from '@mantine/schedule'
import { type CSSProperties, lazy, useState } from 'react'
import { formatWallTime } from '#web/kit/days.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { toInstant } from '../business-time.ts'
import { entryEnd, entryStart, toEntry } from '../parts/events.ts'
import css from './calendar.module.css'
import type { Drop } from './drop-change.tsx'
import { isOpenAt } from './off-hours.ts'
import type { CalendarState } from './use-calendar.ts'
import { useLineHours } from './use-line-hours.ts'
import { words } from './words.messages.ts'

const messages = defineDashboardMessages(
  {
    staffMember: 'Staff member',
    roomSchedule: 'Room schedule',
    staffSchedule: 'Staff schedule',
  },
  {
    de: {
      staffMember: 'Teammitglied',
      roomSchedule: 'Kalender der Räume',
      staffSchedule: 'Kalender des Teams',
    },
  },
)

const DayView = lazy(() => import('./day-grid.tsx'))
/** One hour, in pixels. */
const HOUR_HEIGHT = 52
type Line = CalendarState['lines'][number]
type Grid = Omit<DayViewProps, 'events' | 'getTimeSlotProps'> & { startTime: string; endTime: string }

interface ColumnsProps {
  calendar: CalendarState
  /** What all grids of the calendar have in common. */
  grid: Grid
  mayBook: boolean
  /** An entry was dragged from one column into another. */
  onMove: (drop: Drop) => void
}
export function Columns({ calendar, grid, mayBook, onMove }: ColumnsProps) {
  const t = useMessages(messages)
  const word = useMessages(words)
  const { lines, phone, byRoom, url, setUrl } = calendar
  const [dragged, setDragged] = useState<ScheduleEventData>()
  const chosen = lines.find(({ id }) => id === url.with) ?? lines[0]
  const shown = phone ? lines.filter((line) => line === chosen) : lines
  return (
    <>
      {phone && (
        <NativeSelect
          size="md"
          m="sm"
          aria-label={byRoom ? word.room : t.staffMember}
          value={chosen?.id ?? ''}
          onChange={(event) => setUrl({ with: event.currentTarget.value })}
          data={lines.map(({ id, label }) => ({ value: id, label }))}
        />
      )}
      <div
        className={css.columns}
        style={{ '--columns': shown.length } as CSSProperties}
        role="region"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is scrolled by keyboard too.
        tabIndex={0}
        aria-label={byRoom ? t.roomSchedule : t.staffSchedule}
      >
        {!phone && <div className={css.corner} />}
        {!phone &&
          shown.map(({ id, label }) => (
            <div key={id} className={css.columnHead} title={label} aria-hidden>
              {label}
            </div>
          ))}
        <Hours from={grid.startTime} to={grid.endTime} />
        {shown.map((line) => (
          <Column key={line.id} calendar={calendar} grid={grid} mayBook={mayBook} onMove={onMove} line={line} dragged={dragged} onDrag={setDragged} />
        ))}
      </div>
    </>
  )
}

function Hours({ from, to }: { from: string; to: string }) {
  const first = Number(from.slice(0, 2))
  const last = to.endsWith('59') ? 24 : Number(to.slice(0, 2))
  return (
    <div className={css.hours} aria-hidden>
      {Array.from({ length: last - first }, (_, index) => (
        <div key={first + index} style={{ height: HOUR_HEIGHT }}>
          {formatWallTime(`${first + index}:00`.padStart(5, '0'))}
        </div>
      ))}
    </div>
  )
}

interface ColumnProps extends ColumnsProps {
  line: Line
  /** The entry that is dragged, from whichever column. */
  dragged: ScheduleEventData | undefined
  onDrag: (event: ScheduleEventData | undefined) => void
}
function Column({ calendar, grid, mayBook, onMove, line, dragged, onDrag }: ColumnProps) {
  const { byRoom, events, site, setUrl } = calendar
  const hours = useLineHours(line, calendar)
  /** Dropped from another column: it begins where it was dropped, is as long as before, and belongs to this person or room. */
  const takeOver = (dropTime: string) => {
    if (!dragged) return
    const entry = toEntry(dragged)
    const startDate = toInstant(dropTime, site.timeZone)
    const length = Date.parse(entryEnd(entry)) - Date.parse(entryStart(entry))
    const to = { startDate, endDate: new Date(Date.parse(startDate) + length).toISOString() }
    onMove({ entry, to, row: { from: String(dragged.resourceId), to: line.id, name: line.label, isRoom: byRoom } })
  }
  return (
    <section
      className={css.column}
      aria-label={line.label}
      // The grid offers a copy of what comes from elsewhere, which the browser refuses for what is moved.
      onDragOver={(event) => {
        if (dragged) event.dataTransfer.dropEffect = 'move'
      }}
    >
      <DayView
        {...grid}
        events={events.filter(({ resourceId }) => resourceId === line.id)}
        slotHeight={HOUR_HEIGHT}
        withAllDaySlot={false}
        withCurrentTimeBubble={false}
        scrollAreaProps={{ type: 'never' }}
        onEventDragStart={onDrag}
        onEventDragEnd={() => onDrag(undefined)}
        onExternalEventDrop={(_data, dropTime) => takeOver(dropTime)}
        getTimeSlotProps={({ start }) => ({ disabled: !mayBook, ...(!isOpenAt(hours, start) && { 'data-off': true }) })}
        {...(mayBook && {
          onTimeSlotClick: ({ slotStart }) =>
            setUrl({ new: 'booking', at: slotStart.slice(0, 16).replace(' ', 'T'), row: byRoom ? undefined : line.id }, { push: true }),
        })}
      />
    </section>
  )
}
