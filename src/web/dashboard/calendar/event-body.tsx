import { joinClocks } from '#kit/pure/date-format.ts'
import { useMessages } from '#web/kit/messages.ts'
import css from './calendar.module.css'
import { entryTitle, type Entry } from '../parts/events.ts'
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

/** An entry inside the calendar grid. */
export function EventBody({ entry, start, end, short }: { entry: Entry; start: string; end: string; short: boolean }) {
  const word = useMessages(words)
  const held = useHeldEntry(entry)
  if (entry.kind !== 'BOOKED')
    return (
      <span className={css.event} data-blocked>
        <b>{entryTitle(entry)}</b>
        {!short && <span>{joinClocks(start, end)}</span>}
      </span>
    )
  const { item, seats } = entry
  // Half an hour is one line high.
  const brief = new Date(item.endDate).getTime() - new Date(item.startDate).getTime() <= 30 * 60_000
  const who = item.kind === 'SESSION' ? `${item.participants}${seats ? `/${seats}` : ''}` : (item.bookings[0]?.name ?? '')
  return (
    <span
      className={css.event}
      data-wait={item.status === 'PENDING' || undefined}
      data-short={short || undefined}
      data-held={held ? held.operation.split('.')[1] : undefined}
    >
      <b>
        {(short || brief) && <span className={css.start}>{start} </span>}
        <span className={css.title}>{brief && !short && item.kind === 'APPOINTMENT' ? who : item.title}</span>
      </b>
      {!short && !brief && (
        <span>
          {start} · {who}
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
