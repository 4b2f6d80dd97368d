/** Month and slots of one service. Opens on the first bookable day; says why when there is none, and where the next one is. */
import { useEffect, useMemo, useState } from 'react'
import { addMonths, dayInZone, formatDay, Month } from '../kit/month.tsx'
import { Skeleton, ErrorState } from '../kit/states.tsx'
import { formatDateTime, visitorZone, zoneName } from '../kit/when.tsx'
import { useMessages, defineMessages } from '../kit/messages.ts'
import { useSite } from '../site-context.tsx'
import { type Service, type SlotEntry, useSlots } from './catalog.ts'
import { canBook, hasWaitlist, isFull, describeSpotsLeft } from './sessions.tsx'

const messages = defineMessages(
  {
    reasons: { none: 'no free times', full: 'fully booked', early: 'booking opens later', late: 'too late to book' },
    parts: { morning: 'Morning', afternoon: 'Afternoon', evening: 'Evening' },
    whom: 'With whom',
    anyone: 'Anyone',
    free: 'free times',
    loading: 'loading',
    loadingTimes: 'Loading times',
    noneIn: (month: string) => `No free times in ${month}`,
    noneInBut: (month: string, next: string) => `No free times in ${month}, next: ${next}`,
    allTaken: 'Everything in this month is taken.',
    nothingOpen: 'Nothing is planned or open for booking then.',
    goTo: (day: string) => `Go to ${day}`,
    count: (count: number) => (count === 1 ? '1 time' : `${count} times`),
    times: 'Times',
    zone: (zone: string) => `Times are in ${zone}.`,
    showZone: (zone: string) => `Show ${zone}`,
    waitlist: 'waitlist',
    span: (day: string, start: string, until: string) => `${day}, ${start} to ${until}`,
    with: (person: string) => `with ${person}`,
  },
  {
    de: {
      reasons: { none: 'keine freien Zeiten', full: 'ausgebucht', early: 'erst später buchbar', late: 'zu spät zum Buchen' },
      parts: { morning: 'Vormittag', afternoon: 'Nachmittag', evening: 'Abend' },
      whom: 'Bei wem',
      anyone: 'Egal bei wem',
      free: 'freie Zeiten',
      loading: 'wird geladen',
      loadingTimes: 'Zeiten werden geladen',
      noneIn: (month) => `Keine freien Zeiten im ${month}`,
      noneInBut: (month, next) => `Keine freien Zeiten im ${month}, die nächste: ${next}`,
      allTaken: 'In diesem Monat ist alles vergeben.',
      nothingOpen: 'Dann ist nichts geplant oder buchbar.',
      goTo: (day) => `Zum ${day}`,
      count: (count) => (count === 1 ? '1 Zeit' : `${count} Zeiten`),
      times: 'Zeiten',
      zone: (zone) => `Zeiten in ${zone}.`,
      showZone: (zone) => `In ${zone} zeigen`,
      waitlist: 'Warteliste',
      span: (day, start, until) => `${day}, ${start} bis ${until}`,
      with: (person) => `bei ${person}`,
    },
  },
)

const keyOf = (entry: SlotEntry) => `${entry.slot.startDate}|${entry.slot.sessionId ?? ''}|${entry.slot.resource?.id ?? ''}`
const canBookOrWait = (entry: SlotEntry) => canBook(entry) || hasWaitlist(entry)
const monthsAhead = 12

/** Why a day cannot be chosen. */
function findUnavailableReason(entries: readonly SlotEntry[] | undefined): 'none' | 'full' | 'early' | 'late' {
  if (!entries?.length) return 'none'
  if (entries.every(isFull)) return 'full'
  if (entries.some((one) => one.bookingPolicyViolations?.tooEarlyToBook)) return 'early'
  if (entries.some((one) => one.bookingPolicyViolations?.tooLateToBook)) return 'late'
  return 'none'
}
/** Of several people who are free at the same time one is enough, when nobody in particular is wanted. */
function uniqueByTime(entries: readonly SlotEntry[]): SlotEntry[] {
  const seen = new Map<string, SlotEntry>()
  for (const entry of entries) {
    const key = `${entry.slot.startDate}|${entry.slot.sessionId ?? ''}`
    const before = seen.get(key)
    if (!before || (!canBookOrWait(before) && canBookOrWait(entry))) seen.set(key, entry)
  }
  return [...seen.values()]
}
/** Entries by the day on which they start in the zone. */
function groupByDay(entries: readonly SlotEntry[] = [], zone: string, person: string): Map<string, SlotEntry[]> {
  const map = new Map<string, SlotEntry[]>()
  for (const entry of uniqueByTime(entries.filter((one) => !person || one.slot.resource?.id === person))) {
    const key = dayInZone(zone, entry.slot.startDate)
    map.set(key, [...(map.get(key) ?? []), entry])
  }
  return map
}
const partsOfDay = [
  ['morning', 0, 12],
  ['afternoon', 12, 17],
  ['evening', 17, 24],
] as const
const minTimesToGroup = 8

interface SlotPickerProps {
  service: Service
  selected: SlotEntry | undefined
  onSelect: (entry: SlotEntry | undefined) => void
  /** A hook that finds the times; those of the service when absent. */
  useTimes?: typeof useSlots
  /** Full classes with a waiting list can be chosen, too. */
  withWaitlist?: boolean
}
export function SlotPicker({ service, selected, onSelect, useTimes = useSlots, withWaitlist = true }: SlotPickerProps) {
  const isSelectable = withWaitlist ? canBookOrWait : canBook
  const site = useSite()
  const t = useMessages(messages)
  const mine = visitorZone()
  const [zone, setZone] = useState(service.conferencing?.enabled ? mine : site.timeZone)
  const today = dayInZone(zone)
  const [shown, setShown] = useState(today)
  const [day, setDay] = useState<string>()
  const [person, setPerson] = useState('')
  const [hasNavigated, setHasNavigated] = useState(false)
  const first = `${shown.slice(0, 7)}-01`
  const from = first < today ? today : first
  const end = addMonths(first, 1)
  const days = Math.max(1, Math.round((Date.parse(end) - Date.parse(from)) / 86_400_000))
  // A month of an appointment that many people give has thousands of times: the month is looked at by one time a day, the chosen day in full.
  const isLong = service.type === 'APPOINTMENT' && useTimes === useSlots
  const withPerson = person ? { resourceId: person } : {}
  const month = useTimes([service.id], from, days, zone, isLong ? { slotsPerDay: 1, ...withPerson } : {})
  const dayQuery = useTimes([service.id], day ?? from, 1, zone, { ...withPerson, enabled: isLong && day !== undefined })
  const loaded = month.data !== undefined && !month.isPlaceholderData
  const people = useMemo(() => {
    const known = service.staffMemberDetails?.staffMembers
    if (isLong && known)
      return known
        .map(({ staffMemberId, name = '' }) => [staffMemberId, name] as const)
        .toSorted(([, a], [, b]) => a.localeCompare(b, undefined, { numeric: true }))
    const entries = service.type === 'APPOINTMENT' ? (month.data?.availabilityEntries ?? []) : []
    return [...new Map(entries.flatMap(({ slot }) => (slot.resource?.id ? [[slot.resource.id, slot.resource.name ?? ''] as const] : []))).entries()]
  }, [month.data, service, isLong])
  const byDay = useMemo(() => groupByDay(month.data?.availabilityEntries, zone, person), [month.data, zone, person])
  const entriesOfDay = useMemo(() => groupByDay(dayQuery.data?.availabilityEntries, zone, person), [dayQuery.data, zone, person])
  const firstOpen = [...byDay.entries()]
    .filter(([key, list]) => key >= from && key < end && list.some(isSelectable))
    .map(([key]) => key)
    .sort()[0]
  const monthEmpty = loaded && !firstOpen
  const laterQuery = useTimes([service.id], end, isLong ? 330 : 92, zone, { slotsPerDay: 1, limit: 1, bookableOnly: true, enabled: monthEmpty, ...withPerson })
  const nextFree = laterQuery.isPlaceholderData
    ? undefined
    : laterQuery.data?.availabilityEntries
        .map((one) => dayInZone(zone, one.slot.startDate))
        .filter((one) => one >= end)
        .sort()[0]
  /** The only time of a day needs no second click. */
  const findOnlyTime = (chosen: string | undefined): SlotEntry | undefined => {
    const open = (chosen && !isLong ? (byDay.get(chosen) ?? []) : []).filter(isSelectable)
    return open.length === 1 ? open[0] : undefined
  }
  const choose = (chosen: string) => {
    setDay(chosen)
    onSelect(findOnlyTime(chosen))
  }
  // The first picture leads to the first free day, wherever it is; later the visitor steers.
  const needsDefaultDay = loaded && (!day || !day.startsWith(shown.slice(0, 7)) || !byDay.get(day)?.some(isSelectable))
  const firstTime = findOnlyTime(firstOpen)
  useEffect(() => {
    if (!needsDefaultDay || !firstOpen) return
    setDay(firstOpen)
    onSelect(firstTime)
  }, [needsDefaultDay, firstOpen, firstTime, onSelect])
  useEffect(() => {
    if (monthEmpty && nextFree && !hasNavigated) setShown(nextFree)
  }, [monthEmpty, nextFree, hasNavigated])
  const inMonth = day?.startsWith(shown.slice(0, 7)) ?? false
  const dayLoaded = !isLong || (dayQuery.data !== undefined && !dayQuery.isPlaceholderData)
  const list = (day && inMonth ? ((isLong ? entriesOfDay : byDay).get(day) ?? []) : [])
    .filter(isSelectable)
    .toSorted((a, b) => Date.parse(a.slot.startDate) - Date.parse(b.slot.startDate))
  const onlyTime = isLong && dayLoaded && list.length === 1 ? list[0] : undefined
  useEffect(() => {
    if (onlyTime) onSelect(onlyTime)
  }, [onlyTime, onSelect])
  const monthName = formatDay(first, site.language, { month: 'long' })
  if (month.error && !month.data) return <ErrorState error={month.error} onRetry={() => void month.refetch()} />
  if (dayQuery.error && !dayQuery.data) return <ErrorState error={dayQuery.error} onRetry={() => void dayQuery.refetch()} />
  const toHour = (entry: SlotEntry) => Number(formatDateTime(entry.slot.startDate, zone, 'time', 'en').slice(0, 2))
  const groups =
    list.length < minTimesToGroup
      ? [{ name: '', items: list }]
      : partsOfDay
          .map(([name, begin, until]) => ({ name: t.parts[name], items: list.filter((one) => toHour(one) >= begin && toHour(one) < until) }))
          .filter((group) => group.items.length > 0)
  return (
    <div className="stack">
      {people.length > 1 ? (
        <div className="chips" role="group" aria-label={t.whom}>
          {[['', t.anyone] as const, ...people].map(([id, name]) => (
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
          setHasNavigated(true)
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
          const open = entries?.some(isSelectable) ?? false
          return loaded ? { open, label: open ? t.free : t.reasons[findUnavailableReason(entries)] } : { open: false, label: t.loading }
        }}
      />
      <div aria-live="polite">
        {!loaded || (day && inMonth && !monthEmpty && !dayLoaded && !dayQuery.isError) || (monthEmpty && !laterQuery.isSuccess && !laterQuery.isError) ? (
          <div className="stack-s" aria-busy="true">
            <span className="sr">{t.loadingTimes}</span>
            <Skeleton width="60%" />
            <Skeleton height={48} />
          </div>
        ) : monthEmpty ? (
          <div className="card-quiet stack-s">
            <p className="strong">
              {nextFree ? t.noneInBut(monthName, formatDay(nextFree, site.language, { day: 'numeric', month: 'long' })) : t.noneIn(monthName)}
            </p>
            <p className="small dim">{findUnavailableReason([...byDay.values()].flat()) === 'full' ? t.allTaken : t.nothingOpen}</p>
            {nextFree ? (
              <button
                type="button"
                className="plain link"
                onClick={() => {
                  setShown(nextFree)
                  setDay(nextFree)
                }}
              >
                {t.goTo(formatDay(nextFree, site.language, { day: 'numeric', month: 'long' }))}
              </button>
            ) : null}
          </div>
        ) : day && inMonth ? (
          <p className="strong">
            {formatDay(day, site.language, { weekday: 'long', day: 'numeric', month: 'long' })}
            <span className="dim small regular"> · {t.count(list.length)}</span>
          </p>
        ) : null}
      </div>
      {loaded && day && dayLoaded
        ? groups.map((group) => (
            <div key={group.name}>
              {group.name ? <p className="small dim slot-part">{group.name}</p> : null}
              <ul className="slots" aria-label={group.name || t.times}>
                {group.items.map((entry) => (
                  <li key={keyOf(entry)}>
                    <SlotButton
                      entry={entry}
                      service={service}
                      zone={zone}
                      day={day}
                      chosen={selected !== undefined && keyOf(selected) === keyOf(entry)}
                      showsStaff={person !== '' || service.type !== 'APPOINTMENT' || people.length === 1}
                      onSelect={onSelect}
                    />
                  </li>
                ))}
              </ul>
            </div>
          ))
        : null}
      <p className="small dim row row-tight">
        {t.zone(zoneName(zone))}
        {mine !== site.timeZone ? (
          <button
            type="button"
            className="plain link small"
            onClick={() => {
              setZone(zone === mine ? site.timeZone : mine)
              onSelect(undefined)
            }}
          >
            {t.showZone(zoneName(zone === mine ? site.timeZone : mine))}
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
  showsStaff: boolean
  onSelect: (entry: SlotEntry) => void
}
function SlotButton({ entry, service, zone, day, chosen, showsStaff, onSelect }: SlotButtonProps) {
  const { language } = useSite()
  const t = useMessages(messages)
  const start = formatDateTime(entry.slot.startDate, zone, 'time', language),
    until = formatDateTime(entry.slot.endDate, zone, 'time', language)
  const places = service.type === 'APPOINTMENT' ? '' : isFull(entry) ? t.waitlist : describeSpotsLeft(entry)
  const who = showsStaff && entry.slot.resource?.name ? t.with(entry.slot.resource.name) : ''
  return (
    <button
      type="button"
      className="slot"
      aria-pressed={chosen}
      aria-label={[t.span(formatDay(day, language, { weekday: 'long', day: 'numeric', month: 'long' }), start, until), places, who].filter(Boolean).join(', ')}
      onClick={() => onSelect(entry)}
    >
      {start}
      {places ? <small>{places}</small> : null}
    </button>
  )
}
