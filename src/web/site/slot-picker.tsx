/** Month and slots of one service. Opens on the first bookable day; says why when there is none, and where the next one is. */
import { useEffect, useMemo, useState } from 'react'
import { addMonths, dayIn, formatDay, Month } from '../kit/month.tsx'
import { Bone, ErrorState } from '../kit/states.tsx'
import { formatWhen, visitorZone, zoneName } from '../kit/when.tsx'
import { useWords, words } from '../kit/words.ts'
import { useSite } from '../site-context.tsx'
import { type Service, type SlotEntry, useSlots } from './catalog.ts'
import { canBook, hasWaitlist, isFull, spotsLeft } from './sessions.tsx'

const said = words(
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
const usableOrWaiting = (entry: SlotEntry) => canBook(entry) || hasWaitlist(entry)
const monthsAhead = 12

/** Why a day cannot be chosen. */
function reason(entries: readonly SlotEntry[] | undefined): 'none' | 'full' | 'early' | 'late' {
  if (!entries?.length) return 'none'
  if (entries.every(isFull)) return 'full'
  if (entries.some((one) => one.bookingPolicyViolations?.tooEarlyToBook)) return 'early'
  if (entries.some((one) => one.bookingPolicyViolations?.tooLateToBook)) return 'late'
  return 'none'
}
/** Of several people who are free at the same time one is enough, when nobody in particular is wanted. */
function oncePerTime(entries: readonly SlotEntry[]): SlotEntry[] {
  const seen = new Map<string, SlotEntry>()
  for (const entry of entries) {
    const key = `${entry.slot.startDate}|${entry.slot.sessionId ?? ''}`
    const before = seen.get(key)
    if (!before || (!usableOrWaiting(before) && usableOrWaiting(entry))) seen.set(key, entry)
  }
  return [...seen.values()]
}
/** Entries by the day on which they start in the zone. */
function daysOf(entries: readonly SlotEntry[] = [], zone: string, person: string): Map<string, SlotEntry[]> {
  const map = new Map<string, SlotEntry[]>()
  for (const entry of oncePerTime(entries.filter((one) => !person || one.slot.resource?.id === person))) {
    const key = dayIn(zone, entry.slot.startDate)
    map.set(key, [...(map.get(key) ?? []), entry])
  }
  return map
}
const partsOfDay = [
  ['morning', 0, 12],
  ['afternoon', 12, 17],
  ['evening', 17, 24],
] as const
const manyTimes = 8

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
  const usable = withWaitlist ? usableOrWaiting : canBook
  const site = useSite()
  const t = useWords(said)
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
  // A month of an appointment that many people give has thousands of times: the month is looked at by one time a day, the chosen day in full.
  const isLong = service.type === 'APPOINTMENT' && useTimes === useSlots
  const withPerson = person ? { resourceId: person } : {}
  const month = useTimes([service.id], from, days, zone, isLong ? { slotsPerDay: 1, ...withPerson } : {})
  const ofDay = useTimes([service.id], day ?? from, 1, zone, { ...withPerson, enabled: isLong && day !== undefined })
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
  const byDay = useMemo(() => daysOf(month.data?.availabilityEntries, zone, person), [month.data, zone, person])
  const inFull = useMemo(() => daysOf(ofDay.data?.availabilityEntries, zone, person), [ofDay.data, zone, person])
  const firstOpen = [...byDay.entries()]
    .filter(([key, list]) => key >= from && key < end && list.some(usable))
    .map(([key]) => key)
    .sort()[0]
  const monthEmpty = loaded && !firstOpen
  const later = useTimes([service.id], end, isLong ? 330 : 92, zone, { slotsPerDay: 1, limit: 1, bookableOnly: true, enabled: monthEmpty, ...withPerson })
  const nextFree = later.isPlaceholderData
    ? undefined
    : later.data?.availabilityEntries
        .map((one) => dayIn(zone, one.slot.startDate))
        .filter((one) => one >= end)
        .sort()[0]
  /** The only time of a day needs no second click. */
  const onlyTimeOf = (chosen: string | undefined): SlotEntry | undefined => {
    const open = (chosen && !isLong ? (byDay.get(chosen) ?? []) : []).filter(usable)
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
  const dayLoaded = !isLong || (ofDay.data !== undefined && !ofDay.isPlaceholderData)
  const list = (day && inMonth ? ((isLong ? inFull : byDay).get(day) ?? []) : [])
    .filter(usable)
    .toSorted((a, b) => Date.parse(a.slot.startDate) - Date.parse(b.slot.startDate))
  const only = isLong && dayLoaded && list.length === 1 ? list[0] : undefined
  useEffect(() => {
    if (only) onSelect(only)
  }, [only, onSelect])
  const monthName = formatDay(first, site.language, { month: 'long' })
  if (month.error && !month.data) return <ErrorState error={month.error} onRetry={() => void month.refetch()} />
  if (ofDay.error && !ofDay.data) return <ErrorState error={ofDay.error} onRetry={() => void ofDay.refetch()} />
  const hourOf = (entry: SlotEntry) => Number(formatWhen(entry.slot.startDate, zone, 'time', 'en').slice(0, 2))
  const groups =
    list.length < manyTimes
      ? [{ name: '', items: list }]
      : partsOfDay
          .map(([name, begin, until]) => ({ name: t.parts[name], items: list.filter((one) => hourOf(one) >= begin && hourOf(one) < until) }))
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
          return loaded ? { open, say: open ? t.free : t.reasons[reason(entries)] } : { open: false, say: t.loading }
        }}
      />
      <div aria-live="polite">
        {!loaded || (day && inMonth && !monthEmpty && !dayLoaded && !ofDay.isError) || (monthEmpty && !later.isSuccess && !later.isError) ? (
          <div className="stack-s" aria-busy="true">
            <span className="sr">{t.loadingTimes}</span>
            <Bone width="60%" />
            <Bone height={48} />
          </div>
        ) : monthEmpty ? (
          <div className="card-quiet stack-s">
            <p className="strong">
              {nextFree ? t.noneInBut(monthName, formatDay(nextFree, site.language, { day: 'numeric', month: 'long' })) : t.noneIn(monthName)}
            </p>
            <p className="small dim">{reason([...byDay.values()].flat()) === 'full' ? t.allTaken : t.nothingOpen}</p>
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
  named: boolean
  onSelect: (entry: SlotEntry) => void
}
function SlotButton({ entry, service, zone, day, chosen, named, onSelect }: SlotButtonProps) {
  const { language } = useSite()
  const t = useWords(said)
  const start = formatWhen(entry.slot.startDate, zone, 'time', language),
    until = formatWhen(entry.slot.endDate, zone, 'time', language)
  const places = service.type === 'APPOINTMENT' ? '' : isFull(entry) ? t.waitlist : spotsLeft(entry)
  const who = named && entry.slot.resource?.name ? t.with(entry.slot.resource.name) : ''
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
