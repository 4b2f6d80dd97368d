import css from './calendar.module.css'
import { entryTitle, type Entry } from '../parts/events.ts'

/** An entry inside the calendar grid. */
export function EventBody({ entry, start, end, short }: { entry: Entry; start: string; end: string; short: boolean }) {
  if (entry.kind !== 'BOOKED')
    return (
      <span className={css.event} data-blocked>
        <b>{entryTitle(entry)}</b>
        {!short && (
          <span>
            {start}–{end}
          </span>
        )}
      </span>
    )
  const { item, seats } = entry
  // Half an hour is one line high.
  const brief = new Date(item.endDate).getTime() - new Date(item.startDate).getTime() <= 30 * 60_000
  const who = item.kind === 'SESSION' ? `${item.participants}${seats ? `/${seats}` : ''}` : (item.bookings[0]?.name ?? '')
  return (
    <span className={css.event} data-wait={item.status === 'PENDING' || undefined} data-short={short || undefined}>
      <b>{short || brief ? `${start} ${!short && item.kind === 'APPOINTMENT' ? who : item.title}` : item.title}</b>
      {!short && !brief && (
        <span>
          {start} · {who}
        </span>
      )}
      {item.status === 'PENDING' && <i>Request</i>}
    </span>
  )
}
