/** Month and slots of one service. Opens on the first bookable day; says why when there is none, and where the next one is. */
import { useEffect, useMemo, useState } from 'react'
import { addMonths, dayIn, formatDay, Month } from '../kit/month.tsx'
import { ErrorState, Skeletons } from '../kit/states.tsx'
import { formatWhen, visitorZone, zoneName } from '../kit/when.tsx'
import { useSite } from '../site-context.tsx'
import { type Service, type SlotEntry, useSlots } from './catalog.ts'
import { spotsLeft } from './sessions.tsx'

const keyOf = (entry: SlotEntry) => `${entry.slot.startDate}|${entry.slot.sessionId ?? ''}|${entry.slot.resource?.id ?? ''}`

export function SlotPicker({
  service,
  selected,
  onSelect,
}: {
  service: Service
  selected: SlotEntry | undefined
  onSelect: (entry: SlotEntry | undefined) => void
}) {
  const site = useSite()
  const mine = visitorZone()
  const [zone, setZone] = useState(service.conferencing?.enabled ? mine : site.timeZone)
  const today = dayIn(zone)
  const [shown, setShown] = useState(today)
  const [day, setDay] = useState<string>()
  const first = `${shown.slice(0, 7)}-01`
  const from = first < today ? today : first
  const end = addMonths(first, 1)
  const days = Math.max(1, Math.round((Date.parse(end) - Date.parse(from)) / 86_400_000))
  const month = useSlots([service.id], from, days, zone)
  const byDay = useMemo(() => {
    const map = new Map<string, SlotEntry[]>()
    for (const entry of month.data?.availabilityEntries ?? []) {
      const key = dayIn(zone, entry.slot.startDate)
      map.set(key, [...(map.get(key) ?? []), entry])
    }
    return map
  }, [month.data, zone])
  const usable = (entry: SlotEntry) => entry.bookable || (entry.openSpots < 1 && (entry.waitingList?.openSpots ?? 0) > 0)
  const loaded = month.data !== undefined && !month.isPlaceholderData
  const firstOpen = [...byDay.entries()]
    .filter(([key, list]) => key >= from && key < end && list.some(usable))
    .map(([key]) => key)
    .sort()[0]
  const monthEmpty = loaded && !firstOpen
  const later = useSlots([service.id], end, 92, zone, { slotsPerDay: 1, bookableOnly: true, enabled: monthEmpty })
  const nextFree = later.data?.availabilityEntries
    .map((one) => dayIn(zone, one.slot.startDate))
    .filter((one) => one >= end)
    .sort()[0]
  useEffect(() => {
    if (loaded && firstOpen && (!day || !day.startsWith(shown.slice(0, 7)))) setDay(firstOpen)
  }, [loaded, firstOpen, day, shown])
  const list = (day ? (byDay.get(day) ?? []) : []).toSorted((a, b) => a.slot.startDate.localeCompare(b.slot.startDate))
  const why = (entries: SlotEntry[] | undefined) =>
    !entries?.length
      ? 'no free times'
      : entries.every((one) => one.openSpots < 1)
        ? 'fully booked'
        : entries.some((one) => one.bookingPolicyViolations?.tooEarlyToBook)
          ? 'booking opens later'
          : entries.some((one) => one.bookingPolicyViolations?.tooLateToBook)
            ? 'too late to book'
            : 'no free times'
  const monthName = formatDay(first, site.language, { month: 'long' })
  if (month.error && !month.data) return <ErrorState error={month.error} onRetry={() => void month.refetch()} />
  return (
    <div className="stack">
      <Month
        shown={shown}
        onShow={(to) => {
          setShown(to)
          onSelect(undefined)
        }}
        selected={day}
        onSelect={(chosen) => {
          setDay(chosen)
          onSelect(undefined)
        }}
        today={today}
        earliest={today}
        latest={addMonths(today, 12)}
        weekStartsOn={site.weekStartsOn}
        language={site.language}
        busy={!loaded}
        stateOf={(one) => {
          const entries = byDay.get(one)
          const open = entries?.some(usable) ?? false
          return loaded ? { open, say: open ? 'free times' : why(entries) } : { open: false, say: 'loading' }
        }}
      />
      <div aria-live="polite">
        {!loaded ? (
          <Skeletons kind="text" count={2} />
        ) : monthEmpty ? (
          <div className="card-quiet stack-s">
            <p className="strong">
              No free times in {monthName}
              {nextFree ? `, next: ${formatDay(nextFree, site.language, { day: 'numeric', month: 'long' })}` : ''}
            </p>
            <p className="small dim">
              {why([...byDay.values()].flat()) === 'fully booked' ? 'Everything in this month is taken.' : 'Nothing is planned or open for booking then.'}
            </p>
            {nextFree ? (
              <button
                type="button"
                className="plain link"
                onClick={() => {
                  setShown(nextFree)
                  setDay(nextFree)
                }}
              >
                Go to {formatDay(nextFree, site.language, { day: 'numeric', month: 'long' })}
              </button>
            ) : null}
          </div>
        ) : day ? (
          <p className="strong">
            {formatDay(day, site.language, { weekday: 'long', day: 'numeric', month: 'long' })}
            <span className="dim small">
              {' '}
              · {list.filter(usable).length} {list.filter(usable).length === 1 ? 'time' : 'times'}
            </span>
          </p>
        ) : null}
      </div>
      {loaded && list.length > 0 && day?.startsWith(shown.slice(0, 7)) ? (
        <ul className="slots" aria-label="Times">
          {list.map((entry) => {
            const start = formatWhen(entry.slot.startDate, zone, 'time', site.language),
              until = formatWhen(entry.slot.endDate, zone, 'time', site.language)
            const waits = !entry.bookable && usable(entry)
            const places = service.type === 'APPOINTMENT' ? '' : entry.openSpots < 1 ? (waits ? 'waitlist' : 'full') : spotsLeft(entry)
            return usable(entry) ? (
              <li key={keyOf(entry)}>
                <button
                  type="button"
                  className="slot"
                  aria-pressed={selected !== undefined && keyOf(selected) === keyOf(entry)}
                  aria-label={`${formatDay(day, site.language, { weekday: 'long', day: 'numeric', month: 'long' })}, ${start} to ${until}${places ? `, ${places}` : ''}${entry.slot.resource?.name ? `, with ${entry.slot.resource.name}` : ''}`}
                  onClick={() => onSelect(entry)}
                >
                  {start}
                  {places ? <small>{places}</small> : null}
                </button>
              </li>
            ) : null
          })}
        </ul>
      ) : null}
      <p className="small dim row" style={{ gap: 8 }}>
        Times are in {zoneName(zone)}.
        {mine !== site.timeZone ? (
          <button
            type="button"
            className="plain link small"
            onClick={() => {
              setZone(zone === mine ? site.timeZone : mine)
              onSelect(undefined)
            }}
          >
            Show {zoneName(zone === mine ? site.timeZone : mine)}
          </button>
        ) : null}
      </p>
    </div>
  )
}
