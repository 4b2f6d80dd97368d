/** State of the slot picker: the slots of a month by day, all slots of the chosen day, and the next free day. */
import { useEffect, useMemo, useState } from 'react'
import type { Service, SlotEntry, useSlots } from './catalog.ts'
import { canBook, hasWaitlist, isFull } from './sessions.tsx'
import { useShownZone } from './shown-zone.tsx'
import { addMonths, toDay, todayIn } from '../kit/days.ts'
import { useSite } from '../site-context.tsx'

const canBookOrWait = (entry: SlotEntry): boolean => canBook(entry) || hasWaitlist(entry)

export type UnavailableReason = 'none' | 'full' | 'early' | 'late' | 'booked'
/** Why a day cannot be chosen. `isBooked`: what the client has already. */
export function findUnavailableReason(entries: readonly SlotEntry[] | undefined, isBooked?: (entry: SlotEntry) => boolean): UnavailableReason {
  if (!entries?.length) return 'none'
  if (isBooked && entries.every(isBooked)) return 'booked'
  if (entries.every(isFull)) return 'full'
  if (entries.some((one) => one.bookingPolicyViolations?.tooEarlyToBook)) return 'early'
  if (entries.some((one) => one.bookingPolicyViolations?.tooLateToBook)) return 'late'
  return 'none'
}

/** One entry per time is enough when the visitor chose no staff member: a selectable one, if there is one. */
function uniqueByTime(entries: readonly SlotEntry[]): SlotEntry[] {
  const byTime = new Map<string, SlotEntry>()
  for (const entry of entries) {
    const key = `${entry.slot.startDate}|${entry.slot.sessionId ?? ''}`
    const known = byTime.get(key)
    if (!known || (!canBookOrWait(known) && canBookOrWait(entry))) byTime.set(key, entry)
  }
  return [...byTime.values()]
}
type EntriesByDay = ReadonlyMap<string, SlotEntry[]>
/** Entries by the day on which they start in the zone. */
function groupByDay(entries: readonly SlotEntry[] = [], zone: string, person: string): EntriesByDay {
  const byDay = new Map<string, SlotEntry[]>()
  for (const entry of uniqueByTime(entries.filter((one) => !person || one.slot.resource?.id === person))) {
    const day = toDay(entry.slot.startDate, zone)
    byDay.set(day, [...(byDay.get(day) ?? []), entry])
  }
  return byDay
}

/** The first day in the range, its end not included, on which a time is free; if none is, the first with anything to choose, as a waitlist. */
export function findFirstDay(
  byDay: EntriesByDay,
  { from, end }: { from: string; end: string },
  isSelectable: (entry: SlotEntry) => boolean,
): string | undefined {
  const isOpen = (entry: SlotEntry) => canBook(entry) && isSelectable(entry)
  const days = [...byDay.keys()].filter((day) => day >= from && day < end && byDay.get(day)?.some(isSelectable)).sort()
  return days.find((day) => byDay.get(day)?.some(isOpen)) ?? days[0]
}

export type Person = readonly [id: string, name: string]
/** The staff that the service names, by name; undefined when they were not asked for. */
const listPeople = ({ staffMemberDetails }: Service): readonly Person[] | undefined =>
  staffMemberDetails?.staffMembers
    ?.map(({ staffMemberId, name = '' }) => [staffMemberId, name] as const)
    .toSorted(([, a], [, b]) => a.localeCompare(b, undefined, { numeric: true }))
/** Staff who give the service: those the service names, else those of the shown slots. */
function usePeople(service: Service, entries: readonly SlotEntry[] | undefined, isLong: boolean): readonly Person[] {
  return useMemo(() => {
    const known = listPeople(service)
    if (isLong && known) return known
    if (service.type !== 'APPOINTMENT') return []
    return [...new Map((entries ?? []).flatMap(({ slot }) => (slot.resource?.id ? [[slot.resource.id, slot.resource.name ?? ''] as const] : []))).entries()]
  }, [entries, service, isLong])
}

/** Who is chosen: where the business wants a choice, the first person until the client chooses another. */
const findChosenPerson = (service: Service, person: string, isRequired: boolean): string =>
  person || (isRequired && service.type === 'APPOINTMENT' ? (listPeople(service)?.[0]?.[0] ?? '') : '')

const dayMs = 86_400_000
/** Days that are searched for the next free one after an empty month. */
const searchDays = { long: 330, short: 92 }

interface SlotPickerInput {
  service: Service
  onSelect: (entry: SlotEntry | undefined) => void
  useTimes: typeof useSlots
  withWaitlist: boolean
  /** What is booked already, and therefore not offered. */
  isBooked: ((entry: SlotEntry) => boolean) | undefined
}
interface MonthTimesInput extends Pick<SlotPickerInput, 'service' | 'useTimes'> {
  /** How many times of a day are not offered at most, though they are free. */
  skippedPerDay: number
  zone: string
  /** The first day, and the one after the last, YYYY-MM-DD. */
  from: string
  end: string
  day: string | undefined
  /** The id of a person; empty for all. */
  person: string
  isSelectable: (entry: SlotEntry) => boolean
}
/** The times of a month by day, those of the chosen day, and the first day after a month without any. */
function useMonthTimes({ service, useTimes, skippedPerDay, zone, from, end, day, person, isSelectable }: MonthTimesInput) {
  const days = Math.max(1, Math.round((Date.parse(end) - Date.parse(from)) / dayMs))
  // A month of an appointment that many people give has thousands of times: one time a day is loaded for the month, the chosen day in full.
  const isLong = service.type === 'APPOINTMENT'
  const ofPerson = person ? { resourceId: person } : {}
  const month = useTimes([service], from, days, zone, isLong ? { slotsPerDay: 1 + skippedPerDay, ...ofPerson } : {})
  const dayQuery = useTimes([service], day ?? from, 1, zone, { ...ofPerson, enabled: isLong && day !== undefined })
  const isLoaded = month.data !== undefined && !month.isPlaceholderData
  const byDay = useMemo(() => groupByDay(month.data?.availabilityEntries, zone, person), [month.data, zone, person])
  const byDayInFull = useMemo(() => groupByDay(dayQuery.data?.availabilityEntries, zone, person), [dayQuery.data, zone, person])
  const firstOpen = findFirstDay(byDay, { from, end }, isSelectable)
  const isMonthEmpty = isLoaded && !firstOpen
  const later = useLaterTime({ service, useTimes, skippedPerDay, end, zone, isLong, enabled: isMonthEmpty, resourceId: person || undefined, isSelectable })
  const state = { isLong, isLoaded, byDay, firstOpen, isMonthEmpty, later }
  return {
    ...state,
    entries: month.data?.availabilityEntries,
    timesByDay: isLong ? byDayInFull : byDay,
    isDayLoaded: !isLong || (dayQuery.data !== undefined && !dayQuery.isPlaceholderData),
    dayFailed: dayQuery.isError,
    failedQuery: month.error && !month.data ? month : dayQuery.error && !dayQuery.data ? dayQuery : undefined,
  }
}

export function useSlotPicker({ service, onSelect, useTimes, withWaitlist, isBooked }: SlotPickerInput) {
  const isSelectable = (entry: SlotEntry) => (withWaitlist ? canBookOrWait : canBook)(entry) && !isBooked?.(entry)
  // The same time may be free at each place.
  const skippedPerDay = isBooked ? Math.max(1, service.locations?.length ?? 0) : 0
  const { zone, changeZone } = useShownZone(service.conferencing?.enabled)
  const today = todayIn(zone)
  const [shown, setShown] = useState(today)
  const [day, setDay] = useState<string>()
  const { staffSelection } = useSite()
  const isPersonRequired = staffSelection === 'CUSTOMER_MUST_CHOOSE'
  const [chosenPerson, setPerson] = useState('')
  const person = findChosenPerson(service, chosenPerson, isPersonRequired)
  const [hasNavigated, setHasNavigated] = useState(false)
  const first = `${shown.slice(0, 7)}-01`
  const from = first < today ? today : first
  const end = addMonths(first, 1)
  const times = useMonthTimes({ service, useTimes, skippedPerDay, zone, from, end, day, person, isSelectable })
  const { isLong, isLoaded, byDay, firstOpen, isMonthEmpty, later, isDayLoaded } = times
  const { nextFree } = later
  const known = usePeople(service, times.entries, isLong)
  const people = isLong && staffSelection === 'CUSTOMER_CANNOT_CHOOSE' ? [] : known
  /** The only time of a day needs no second click. */
  const findOnlyTime = (chosen: string | undefined): SlotEntry | undefined => {
    const open = (chosen && !isLong ? (byDay.get(chosen) ?? []) : []).filter(isSelectable)
    return open.length === 1 ? open[0] : undefined
  }
  const inMonth = day?.startsWith(shown.slice(0, 7)) ?? false
  const list = (day && inMonth ? (times.timesByDay.get(day) ?? []) : [])
    .filter(isSelectable)
    .toSorted((a, b) => Date.parse(a.slot.startDate) - Date.parse(b.slot.startDate))
  const needsDefaultDay = isLoaded && (!day || !inMonth || !byDay.get(day)?.some(isSelectable))
  useDefaultChoice({
    firstDay: needsDefaultDay ? firstOpen : undefined,
    firstTime: findOnlyTime(firstOpen),
    laterDay: isMonthEmpty && !hasNavigated ? nextFree : undefined,
    onlyTime: isLong && isDayLoaded && list.length === 1 ? list[0] : undefined,
    setDay,
    setShown,
    onSelect,
  })
  // A day that is about to be chosen counts as loading: nothing below it jumps up for a moment.
  const isChoosing = needsDefaultDay && firstOpen !== undefined
  const isWaiting = !isLoaded || isChoosing || (day && inMonth && !isMonthEmpty && !isDayLoaded && !times.dayFailed) || (isMonthEmpty && !later.isSearched)
  const restart = () => onSelect(undefined)
  const state = { zone, today, shown, first, day, person, people, isPersonRequired, byDay, list, nextFree, inMonth, isMonthEmpty, isLoaded }
  const more = { isLong, isDayLoaded, isWaiting, isSelectable }
  return {
    ...state,
    ...more,
    failedQuery: times.failedQuery,
    chooseDay: (chosen: string) => (setDay(chosen), onSelect(findOnlyTime(chosen))),
    choosePerson: (id: string) => (setPerson(id), restart()),
    showMonth: (to: string) => (setHasNavigated(true), setShown(to), restart()),
    goToNextFree: () => nextFree && (setShown(nextFree), setDay(nextFree)),
    changeZone: (to: string) => (changeZone(to), restart()),
  }
}
export type SlotPickerState = ReturnType<typeof useSlotPicker>

interface LaterTimeInput extends Pick<MonthTimesInput, 'service' | 'useTimes' | 'skippedPerDay' | 'isSelectable'> {
  /** The first day after the month. */
  end: string
  zone: string
  isLong: boolean
  enabled: boolean
  resourceId: string | undefined
}
/** The first free day after a month without any. */
function useLaterTime({ service, useTimes, skippedPerDay, isSelectable, end, zone, isLong, enabled, resourceId }: LaterTimeInput) {
  const options = { limit: 1 + skippedPerDay, bookableOnly: true, enabled, ...(resourceId ? { resourceId } : {}) }
  const later = useTimes([service], end, isLong ? searchDays.long : searchDays.short, zone, options)
  const found = later.isPlaceholderData ? [] : (later.data?.availabilityEntries ?? []).filter(isSelectable)
  const days = found.map((one) => toDay(one.slot.startDate, zone))
  return { nextFree: days.filter((one) => one >= end).toSorted()[0], isSearched: later.isSuccess || later.isError }
}

interface DefaultChoiceInput {
  firstDay: string | undefined
  firstTime: SlotEntry | undefined
  laterDay: string | undefined
  onlyTime: SlotEntry | undefined
  setDay: (day: string) => void
  setShown: (day: string) => void
  onSelect: SlotPickerInput['onSelect']
}
/** The first free day is chosen automatically, in whatever month it is, until the visitor navigates; so is the only time of a day. */
function useDefaultChoice({ firstDay, firstTime, laterDay, onlyTime, setDay, setShown, onSelect }: DefaultChoiceInput): void {
  useEffect(() => {
    if (!firstDay) return
    setDay(firstDay)
    onSelect(firstTime)
  }, [firstDay, firstTime, setDay, onSelect])
  useEffect(() => {
    if (laterDay) setShown(laterDay)
  }, [laterDay, setShown])
  useEffect(() => {
    if (onlyTime) onSelect(onlyTime)
  }, [onlyTime, onSelect])
}
