import type { ReactNode } from 'react'
import { joinClocks } from '#kit/pure/date-format.ts'
import { useMessages } from '#web/kit/messages.ts'
import css from './calendar.module.css'
import { entryTitle, type Entry, type EntryPart } from '../parts/events.ts'
import { useHeldChange, type HeldChange } from '../parts/held-changes.ts'
import { HeldText } from '../parts/held-notice.tsx'
import { words } from './words.messages.ts'

/** What waits of an entry: of a session its own change or that of its series, of an appointment that of its booking. */
export function useHeldEntry(entry: Entry): HeldChange | undefined {
  const { item, masterId } = entry.kind === 'BOOKED' ? entry : { item: undefined, masterId: undefined }
  const isSession = item?.kind === 'SESSION'
  const series = item && masterId !== undefined ? { masterId, startDate: item.startDate } : undefined
  return useHeldChange(isSession ? 'SESSION' : 'BOOKING', isSession ? item.id : item?.bookings[0]?.id, series)
}

/** Of a part, on the wall clock. */
const countMinutes = ({ start, end }: EntryPart) => (Date.parse(`${end.replace(' ', 'T')}Z`) - Date.parse(`${start.replace(' ', 'T')}Z`)) / 60_000

/** How many more there are beside those that are drawn. */
export const MoreBody = ({ start, children }: { start: string; children: ReactNode }) => (
  <span className={css.event} data-more>
    <b>{children}</b>
    <span>{start}</span>
  </span>
)

/** An entry inside the calendar grid, or what of it lies on a day. */
export function EventBody({ part, start, end, short }: { part: EntryPart; start: string; end: string; short: boolean }) {
  const word = useMessages(words)
  const { entry, isAllDay } = part
  const held = useHeldEntry(entry)
  const lasts = (!short && isAllDay) || undefined
  const minutes = countMinutes(part)
  // Half an hour is one line high; what is shorter, a low one.
  const brief = minutes <= 30
  const tiny = (!short && minutes < 30) || undefined
  if (entry.kind !== 'BOOKED')
    return (
      <span className={css.event} data-blocked data-all-day={lasts} data-tiny={tiny}>
        <b>{entryTitle(entry)}</b>
        {!short && !brief && <span>{isAllDay ? word.allDay : joinClocks(start, end)}</span>}
      </span>
    )
  const { item, seats } = entry
  const from = isAllDay ? word.allDay : start
  const who = item.kind === 'SESSION' ? `${item.participants}${seats ? `/${seats}` : ''}` : (item.bookings[0]?.name ?? '')
  return (
    <span
      className={css.event}
      data-wait={item.status === 'PENDING' || undefined}
      data-short={short || undefined}
      data-all-day={lasts}
      data-tiny={tiny}
      data-held={held ? held.operation.split('.')[1] : undefined}
    >
      <b>
        {(short || brief) && <span className={css.start}>{from} </span>}
        <span className={css.title}>{brief && !short && item.kind === 'APPOINTMENT' ? who : item.title}</span>
      </b>
      {!short && !brief && (
        <span>
          {from} · {who}
        </span>
      )}
      {held ? (
        <i>
          <HeldText held={held} />
        </i>
      ) : (
        item.status === 'PENDING' && <i>{word.request}</i>
      )}
    </span>
  )
}
