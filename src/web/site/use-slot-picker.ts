/** State of the slot picker: the slots of a month by day, all slots of the chosen day, and the next free day. */
import { useEffect, useMemo, useState } from 'react'
import { addMonths, dayInZone } from '../kit/month.tsx'
import { visitorZone } from '../kit/when.tsx'
import { useSite } from '../site-context.tsx'
import { type Service, type SlotEntry, useSlots } from './catalog.ts'
import { canBook, hasWaitlist, isFull } from './sessions.tsx'

const canBookOrWait = (entry: SlotEntry): boolean => canBook(entry) || hasWaitlist(entry)

export type UnavailableReason = 'none' | 'full' | 'early' | 'late'
/** Why a day cannot be chosen. */
export function findUnavailableReason(entries: readonly SlotEntry[] | undefined): UnavailableReason {
  if (!entries?.length) return 'none'
  if (entries.every(isFull)) return 'full'
  if (entries.some((one) => one.bookingPolicyViolations?.tooEarlyToBook)) return 'early'
  if (entries.some((one) => one.bookingPolicyViolations?.tooLateToBook)) return 'late'
  return 'none'
}

/** One entry per time is enough when nobody in particular is wanted: a selectable one, if there is one. */
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
    const day = dayInZone(zone, entry.slot.startDate)
    byDay.set(day, [...(byDay.get(day) ?? []), entry])
  }
  return byDay
}

export type Person = readonly [id: string, name: string]
/** Staff who give the service: those the service names, else those of the shown slots. */
function usePeople(service: Service, entries: readonly SlotEntry[] | undefined, isLong: boolean): readonly Person[] {
  return useMemo(() => {
    const known = service.staffMemberDetails?.staffMembers
    if (isLong && known)
      return known
        .map(({ staffMemberId, name = '' }) => [staffMemberId, name] as const)
        .toSorted(([, a], [, b]) => a.localeCompare(b, undefined, { numeric: true }))
    if (service.type !== 'APPOINTMENT') return []
    return [...new Map((entries ?? []).flatMap(({ slot }) => (slot.resource?.id ? [[slot.resource.id, slot.resource.name ?? ''] as const] : []))).entries()]
  }, [entries, service, isLong])
}

const dayMs = 86_400_000
/** Days that are searched for the next free one after an empty month. */
const searchDays = { long: 330, short: 92 }

interface SlotPickerInput {
  service: Service
  onSelect: (entry: SlotEntry | undefined) => void
  useTimes: typeof useSlots
  withWaitlist: boolean
}
export function useSlotPicker({ service, onSelect, useTimes, withWaitlist }: SlotPickerInput) {
  const isSelectable = withWaitlist ? canBookOrWait : canBook
  const site = useSite()
  const [zone, setZone] = useState(service.conferencing?.enabled ? visitorZone() : site.timeZone)
  const today = dayInZone(zone)
  const [shown, setShown] = useState(today)
  const [day, setDay] = useState<string>()
  const [person, setPerson] = useState('')
  const [hasNavigated, setHasNavigated] = useState(false)
  const first = `${shown.slice(0, 7)}-01`
  const from = first < today ? today : first
  const end = addMonths(first, 1)
  const days = Math.max(1, Math.round((Date.parse(end) - Date.parse(from)) / dayMs))
  // A month of an appointment that many people give has thousands of times: one time a day is loaded for the month, the chosen day in full.
  const isLong = service.type === 'APPOINTMENT' && useTimes === useSlots
  const ofPerson = person ? { resourceId: person } : {}
  const month = useTimes([service.id], from, days, zone, isLong ? { slotsPerDay: 1, ...ofPerson } : {})
  const dayQuery = useTimes([service.id], day ?? from, 1, zone, { ...ofPerson, enabled: isLong && day !== undefined })
  const isLoaded = month.data !== undefined && !month.isPlaceholderData
  const people = usePeople(service, month.data?.availabilityEntries, isLong)
  const byDay = useMemo(() => groupByDay(month.data?.availabilityEntries, zone, person), [month.data, zone, person])
  const byDayInFull = useMemo(() => groupByDay(dayQuery.data?.availabilityEntries, zone, person), [dayQuery.data, zone, person])
  const firstOpen = [...byDay.entries()]
    .filter(([key, list]) => key >= from && key < end && list.some(isSelectable))
    .map(([key]) => key)
    .sort()[0]
  const isMonthEmpty = isLoaded && !firstOpen
  const laterOptions = { slotsPerDay: 1, limit: 1, bookableOnly: true, enabled: isMonthEmpty, ...ofPerson }
  const later = useTimes([service.id], end, isLong ? searchDays.long : searchDays.short, zone, laterOptions)
  const nextFree = later.isPlaceholderData
    ? undefined
    : later.data?.availabilityEntries
        .map((one) => dayInZone(zone, one.slot.startDate))
        .filter((one) => one >= end)
        .sort()[0]
  /** The only time of a day needs no second click. */
  const findOnlyTime = (chosen: string | undefined): SlotEntry | undefined => {
    const open = (chosen && !isLong ? (byDay.get(chosen) ?? []) : []).filter(isSelectable)
    return open.length === 1 ? open[0] : undefined
  }
  const inMonth = day?.startsWith(shown.slice(0, 7)) ?? false
  const isDayLoaded = !isLong || (dayQuery.data !== undefined && !dayQuery.isPlaceholderData)
  const list = (day && inMonth ? ((isLong ? byDayInFull : byDay).get(day) ?? []) : [])
    .filter(isSelectable)
    .toSorted((a, b) => Date.parse(a.slot.startDate) - Date.parse(b.slot.startDate))
  // The first free day is chosen by itself, in whatever month it is, until the visitor navigates.
  const needsDefaultDay = isLoaded && (!day || !inMonth || !byDay.get(day)?.some(isSelectable))
  const firstTime = findOnlyTime(firstOpen)
  useEffect(() => {
    if (!needsDefaultDay || !firstOpen) return
    setDay(firstOpen)
    onSelect(firstTime)
  }, [needsDefaultDay, firstOpen, firstTime, onSelect])
  useEffect(() => {
    if (isMonthEmpty && nextFree && !hasNavigated) setShown(nextFree)
  }, [isMonthEmpty, nextFree, hasNavigated])
  const onlyTime = isLong && isDayLoaded && list.length === 1 ? list[0] : undefined
  useEffect(() => {
    if (onlyTime) onSelect(onlyTime)
  }, [onlyTime, onSelect])
  const isWaiting = !isLoaded || (day && inMonth && !isMonthEmpty && !isDayLoaded && !dayQuery.isError) || (isMonthEmpty && !later.isSuccess && !later.isError)
  return {
    zone,
    today,
    shown,
    first,
    day,
    person,
    people,
    byDay,
    list,
    nextFree,
    inMonth,
    isMonthEmpty,
    isLoaded,
    isDayLoaded,
    isWaiting,
    isSelectable,
    failedQuery: month.error && !month.data ? month : dayQuery.error && !dayQuery.data ? dayQuery : undefined,
    chooseDay: (chosen: string) => {
      setDay(chosen)
      onSelect(findOnlyTime(chosen))
    },
    choosePerson: (id: string) => {
      setPerson(id)
      onSelect(undefined)
    },
    showMonth: (to: string) => {
      setHasNavigated(true)
      setShown(to)
      onSelect(undefined)
    },
    goToNextFree: () => {
      if (!nextFree) return
      setShown(nextFree)
      setDay(nextFree)
    },
    changeZone: (to: string) => {
      setZone(to)
      onSelect(undefined)
    },
  }
}
export type SlotPickerState = ReturnType<typeof useSlotPicker>
