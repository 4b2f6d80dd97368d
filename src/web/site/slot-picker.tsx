/** Month and slots of one service. Opens on the first bookable day; says why when there is none, and where the next one is. */
import { useEffect, useMemo, useState } from 'react'
import { addMonths, dayIn, formatDay, Month } from '../kit/month.tsx'
import { Bone, ErrorState } from '../kit/states.tsx'
import { formatWhen, visitorZone, zoneName } from '../kit/when.tsx'
import { useSite } from '../site-context.tsx'
import { type Service, type SlotEntry, useSlots } from './catalog.ts'
import { hasWaitlist, spotsLeft } from './sessions.tsx'

const keyOf = (entry: SlotEntry) => `${entry.slot.startDate}|${entry.slot.sessionId ?? ''}|${entry.slot.resource?.id ?? ''}`
const usable = (entry: SlotEntry) => entry.bookable || hasWaitlist(entry)
const monthsAhead = 12

/** Why a day cannot be chosen. */
function reason(entries: readonly SlotEntry[] | undefined): string {
  if (!entries?.length) return 'no free times'
  if (entries.every((one) => one.openSpots < 1)) return 'fully booked'
  if (entries.some((one) => one.bookingPolicyViolations?.tooEarlyToBook)) return 'booking opens later'
  if (entries.some((one) => one.bookingPolicyViolations?.tooLateToBook)) return 'too late to book'
  return 'no free times'
}
/** Of several people who are free at the same time one is enough, when nobody in particular is wanted. */
function oncePerTime(entries: readonly SlotEntry[]): SlotEntry[] {
  const seen = new Map<string, SlotEntry>()
  for (const entry of entries) {
    const key = `${entry.slot.startDate}|${entry.slot.sessionId ?? ''}`
    const before = seen.get(key)
    if (!before || (!usable(before) && usable(entry))) seen.set(key, entry)
  }
  return [...seen.values()]
}
const partsOfDay = [
  ['Morning', 0, 12],
  ['Afternoon', 12, 17],
  ['Evening', 17, 24],
] as const
const manyTimes = 8

interface SlotPickerProps {
  service: Service
  selected: SlotEntry | undefined
  onSelect: (entry: SlotEntry | undefined) => void
}
export function SlotPicker({ service, selected, onSelect }: SlotPickerProps) {
  const site = useSite()
  const mine = visitorZone()
  const [zone, setZone] = useState(service.conferencing?.enabled ? mine : site.timeZone)
  const today = dayIn(zone)
  const [shown, setShown] = useState(today)
  const [day, setDay] = useState<string>()
  const [person, setPerson] = useState('')
  const [steered, setSteered] = useState(false)
  const first = `${shown.slice(0, 7)}-01`
  const from = first < today ? today : first
  const end = addMonths(first, 1)
  const days = Math.max(1, Math.round((Date.parse(end) - Date.parse(from)) / 86_400_000))
  const month = useSlots([service.id], from, days, zone)
  const loaded = month.data !== undefined && !month.isPlaceholderData
  const people = useMemo(() => {
    const entries = service.type === 'APPOINTMENT' ? (month.data?.availabilityEntries ?? []) : []
    return [...new Map(entries.flatMap(({ slot }) => (slot.resource?.id ? [[slot.resource.id, slot.resource.name ?? ''] as const] : []))).entries()]
  }, [month.data, service.type])
  const byDay = useMemo(() => {
    const entries = (month.data?.availabilityEntries ?? []).filter((one) => !person || one.slot.resource?.id === person)
    const map = new Map<string, SlotEntry[]>()
    for (const entry of oncePerTime(entries)) {
      const key = dayIn(zone, entry.slot.startDate)
      map.set(key, [...(map.get(key) ?? []), entry])
    }
    return map
  }, [month.data, zone, person])
  const firstOpen = [...byDay.entries()]
    .filter(([key, list]) => key >= from && key < end && list.some(usable))
    .map(([key]) => key)
    .sort()[0]
  const monthEmpty = loaded && !firstOpen
  const later = useSlots([service.id], end, 92, zone, { slotsPerDay: 1, bookableOnly: true, enabled: monthEmpty })
  const nextFree = later.isPlaceholderData
    ? undefined
    : later.data?.availabilityEntries
        .map((one) => dayIn(zone, one.slot.startDate))
        .filter((one) => one >= end)
        .sort()[0]
  /** The only time of a day needs no second click. */
  const onlyTimeOf = (chosen: string | undefined): SlotEntry | undefined => {
    const open = (chosen ? (byDay.get(chosen) ?? []) : []).filter(usable)
    return open.length === 1 ? open[0] : undefined
  }
  const choose = (chosen: string) => {
    setDay(chosen)
    onSelect(onlyTimeOf(chosen))
  }
  // The first picture leads to the first free day, wherever it is; later the visitor steers.
  const lost = loaded && (!day || !day.startsWith(shown.slice(0, 7)) || !byDay.get(day)?.some(usable))
  const firstTime = onlyTimeOf(firstOpen)
  useEffect(() => {
    if (!lost || !firstOpen) return
    setDay(firstOpen)
    onSelect(firstTime)
  }, [lost, firstOpen, firstTime, onSelect])
  useEffect(() => {
    if (monthEmpty && nextFree && !steered) setShown(nextFree)
  }, [monthEmpty, nextFree, steered])
  const inMonth = day?.startsWith(shown.slice(0, 7)) ?? false
  const list = (day && inMonth ? (byDay.get(day) ?? []) : []).filter(usable).toSorted((a, b) => Date.parse(a.slot.startDate) - Date.parse(b.slot.startDate))
  const monthName = formatDay(first, site.language, { month: 'long' })
  if (month.error && !month.data) return <ErrorState error={month.error} onRetry={() => void month.refetch()} />
  const hourOf = (entry: SlotEntry) => Number(formatWhen(entry.slot.startDate, zone, 'time', 'en').slice(0, 2))
  const groups =
    list.length < manyTimes
      ? [{ name: '', items: list }]
      : partsOfDay
          .map(([name, begin, until]) => ({ name: name as string, items: list.filter((one) => hourOf(one) >= begin && hourOf(one) < until) }))
          .filter((group) => group.items.length > 0)
  return (
    <div className="stack">
      {people.length > 1 ? (
        <div className="chips" role="group" aria-label="With whom">
          {[['', 'Anyone'] as const, ...people].map(([id, name]) => (
            <button
              key={id}
              type="button"
              className="chip"
              aria-pressed={person === id}
              onClick={() => {
                setPerson(id)
                onSelect(undefined)
              }}
            >
              {name}
            </button>
          ))}
        </div>
      ) : null}
      <Month
        shown={shown}
        onShow={(to) => {
          setSteered(true)
          setShown(to)
          onSelect(undefined)
        }}
        selected={day}
        onSelect={choose}
        today={today}
        earliest={today}
        latest={addMonths(today, monthsAhead)}
        weekStartsOn={site.weekStartsOn}
        language={site.language}
        busy={!loaded}
        stateOf={(one) => {
          const entries = byDay.get(one)
          const open = entries?.some(usable) ?? false
          return loaded ? { open, say: open ? 'free times' : reason(entries) } : { open: false, say: 'loading' }
        }}
      />
      <div aria-live="polite">
        {!loaded || (monthEmpty && !later.isSuccess && !later.isError) ? (
          <div className="stack-s" aria-busy="true">
            <span className="sr">Loading times</span>
            <Bone width="60%" />
            <Bone height={48} />
          </div>
        ) : monthEmpty ? (
          <div className="card-quiet stack-s">
            <p className="strong">
              No free times in {monthName}
              {nextFree ? `, next: ${formatDay(nextFree, site.language, { day: 'numeric', month: 'long' })}` : ''}
            </p>
            <p className="small dim">
              {reason([...byDay.values()].flat()) === 'fully booked' ? 'Everything in this month is taken.' : 'Nothing is planned or open for booking then.'}
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
        ) : day && inMonth ? (
          <p className="strong">
            {formatDay(day, site.language, { weekday: 'long', day: 'numeric', month: 'long' })}
            <span className="dim small regular">
              {' '}
              · {list.length} {list.length === 1 ? 'time' : 'times'}
            </span>
          </p>
        ) : null}
      </div>
      {loaded && day
        ? groups.map((group) => (
            <div key={group.name}>
              {group.name ? <p className="small dim slot-part">{group.name}</p> : null}
              <ul className="slots" aria-label={group.name || 'Times'}>
                {group.items.map((entry) => (
                  <li key={keyOf(entry)}>
                    <SlotButton
                      entry={entry}
                      service={service}
                      zone={zone}
                      day={day}
                      chosen={selected !== undefined && keyOf(selected) === keyOf(entry)}
                      named={person !== '' || service.type !== 'APPOINTMENT' || people.length === 1}
                      onSelect={onSelect}
                    />
                  </li>
                ))}
              </ul>
            </div>
          ))
        : null}
      <p className="small dim row row-tight">
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

interface SlotButtonProps {
  entry: SlotEntry
  service: Service
  zone: string
  day: string
  chosen: boolean
  /** Whether it is settled with whom. */
  named: boolean
  onSelect: (entry: SlotEntry) => void
}
function SlotButton({ entry, service, zone, day, chosen, named, onSelect }: SlotButtonProps) {
  const { language } = useSite()
  const start = formatWhen(entry.slot.startDate, zone, 'time', language),
    until = formatWhen(entry.slot.endDate, zone, 'time', language)
  const places = service.type === 'APPOINTMENT' ? '' : entry.openSpots < 1 ? 'waitlist' : spotsLeft(entry)
  const who = named && entry.slot.resource?.name ? `, with ${entry.slot.resource.name}` : ''
  return (
    <button
      type="button"
      className="slot"
      aria-pressed={chosen}
      aria-label={`${formatDay(day, language, { weekday: 'long', day: 'numeric', month: 'long' })}, ${start} to ${until}${places ? `, ${places}` : ''}${who}`}
      onClick={() => onSelect(entry)}
    >
      {start}
      {places ? <small>{places}</small> : null}
    </button>
  )
}
