/** Changes of a set-up, each of which takes one reason away why a time is not offered. Whatever applies them computes the slots anew. Source: guide services-and-availability §16.8. */
import type { Interval } from '#kit/pure/intervals.ts'
import { dayMs, minuteMs } from '#kit/pure/zone.ts'
import type { HoursRule, SlotLocation, SpecialDays } from './hours.ts'
import type { ResourceSetup, SlotSetup } from './slot-setup.ts'
import { computeSlots } from './slots.ts'
import { buildSlotQuery } from './slot-setup.ts'

/** What takes the time of a resource, with its buffer; the same thing may take that of several. */
export interface BusyTime extends Interval {
  key: string
  kind: 'BOOKING' | 'SESSION' | 'BLOCKED' | 'OTHER_CALENDAR'
  /** Its end without the buffer after it. */
  endsAt: number
}

export interface Candidate extends ResourceSetup<BusyTime> {
  /** The service names it, or names no one of its type. */
  isAssigned: boolean
  /** Staff who serve customers. */
  isBookable: boolean
  /** Does not exist yet: stands for the person or thing that is missing. */
  isMissing: boolean
}

/** A place at which an appointment could be. */
export interface Place {
  id: string
  location: SlotLocation
  /** The service is offered there. */
  isOffered: boolean
  isActive: boolean
}

/** What a booking policy says about when. */
export interface Limits {
  earliestMinutes: number | null
  latestMinutes: number | null
  isAfterStartAllowed: boolean
}
export interface Flags {
  tooEarlyToBook: boolean
  tooLateToBook: boolean
  bookOnlineDisabled: boolean
}
/** Whether customers find the service, and when they may book it. */
export interface BookingGate {
  isHidden: boolean
  isOnline: boolean
  limits: Limits
  /** From now to the start. */
  leadMinutes: number
  /** The flags of the policy, by the rule that all lists of times use. */
  toFlags: (limits: Limits, isOnline: boolean) => Flags
}

export interface AppointmentSituation extends BookingGate {
  /** The time that is asked about. */
  at: number
  places: readonly Place[]
  /** With all candidates; only those that are assigned, bookable and not missing count. */
  setup: Omit<SlotSetup<Candidate>, 'location'>
}

interface Stretch {
  /** Day number counted from 1970-01-01. */
  day: number
  startMinute: number
  endMinute: number
}
export type SlotChange =
  | { kind: 'SHOW_SERVICE' }
  | { kind: 'TURN_ON_ONLINE_BOOKING' }
  | { kind: 'SET_EARLY_LIMIT'; minutes: number }
  /** null: no limit. */
  | { kind: 'SET_LATE_LIMIT'; minutes: number | null }
  | { kind: 'ALLOW_BOOKING_AFTER_START' }
  | { kind: 'OFFER_AT_LOCATION'; placeId: string }
  | { kind: 'ACTIVATE_LOCATION'; placeId: string }
  | { kind: 'ADD_RESOURCE'; resourceId: string }
  | { kind: 'ASSIGN_RESOURCE'; resourceId: string }
  | { kind: 'MAKE_BOOKABLE'; resourceId: string }
  | { kind: 'ADD_TO_LOCATION'; resourceId: string; locationId: string }
  /** Special hours on a closing day or a day of other special hours. Without a resource: of the business, or of one location. */
  | ({ kind: 'OPEN_DAY'; resourceId: string | null; locationId: string | null } & Stretch)
  /** Working hours on one day. Without a resource: of the business. */
  | ({ kind: 'ADD_HOURS'; resourceId: string | null } & Stretch)
  /** Moves or removes what takes the time. */
  | { kind: 'FREE_TIME'; busyKey: string }
  | { kind: 'SET_BUFFER'; minutes: number }
  | { kind: 'SET_SPACING'; minutes: number }
  | { kind: 'ADD_SESSION' }
  | { kind: 'SET_CAPACITY'; capacity: number }
  /** Seats that wait for people on the waitlist go to the next booking. */
  | { kind: 'RELEASE_WAITLIST' }

type SetupOf = Omit<SlotSetup<Candidate>, 'location'>

const mapResources = (setup: SetupOf, id: string | null, change: (resource: Candidate) => Candidate): SetupOf => {
  const map = (list: readonly Candidate[]) => list.map((one) => (id === null || one.id === id ? change(one) : one))
  return { ...setup, primaries: map(setup.primaries), others: setup.others.map((type) => ({ ...type, resources: map(type.resources) })) }
}

/** Opens one day of a closing or special period; its other days stay as they are. */
const openDay = (list: readonly SpecialDays[], { day, startMinute, endMinute, locationId }: Stretch & { locationId: string | null }): SpecialDays[] =>
  list.flatMap((one) => {
    if (day < one.first || day > one.last || (one.locationId ?? null) !== locationId) return [one]
    return [
      { ...one, last: day - 1 },
      { ...one, first: day, last: day, spans: [...one.spans, { start: startMinute, end: endMinute }] },
      { ...one, first: day + 1 },
    ].filter(({ first, last }) => first <= last)
  })

const toSingleDayRule = ({ day, startMinute, endMinute }: Stretch): HoursRule => ({
  weekday: ((((day + 3) % 7) + 7) % 7) + 1,
  startMinute,
  endMinute,
  intervalWeeks: 1,
  startsOn: day,
  untilOn: day,
})

function changeSetup(setup: SetupOf, change: SlotChange): SetupOf {
  const { business } = setup
  switch (change.kind) {
    case 'ADD_RESOURCE':
      return mapResources(setup, change.resourceId, (one) => ({ ...one, isMissing: false }))
    case 'ASSIGN_RESOURCE':
      return mapResources(setup, change.resourceId, (one) => ({ ...one, isAssigned: true }))
    case 'MAKE_BOOKABLE':
      return mapResources(setup, change.resourceId, (one) => ({ ...one, isBookable: true }))
    case 'ADD_TO_LOCATION':
      return mapResources(setup, change.resourceId, (one) => ({
        ...one,
        locationIds: one.locationIds === 'all' ? 'all' : [...one.locationIds, change.locationId],
      }))
    case 'OPEN_DAY':
      return change.resourceId === null
        ? { ...setup, business: { ...business, special: openDay(business.special, change) } }
        : mapResources(setup, change.resourceId, (one) => ({ ...one, special: openDay(one.special, change) }))
    case 'ADD_HOURS':
      return change.resourceId === null
        ? { ...setup, business: { ...business, hours: [...business.hours, toSingleDayRule(change)] } }
        : mapResources(setup, change.resourceId, (one) => (typeof one.hours === 'string' ? one : { ...one, hours: [...one.hours, toSingleDayRule(change)] }))
    case 'FREE_TIME':
      return mapResources(setup, null, (one) => ({ ...one, busy: one.busy.filter(({ key }) => key !== change.busyKey) }))
    case 'SET_BUFFER':
      return { ...setup, bufferMinutes: Math.min(setup.bufferMinutes, change.minutes) }
    case 'SET_SPACING':
      return { ...setup, spacing: { ...setup.spacing, sameAsDuration: false, minutes: change.minutes } }
    default:
      return setup
  }
}

/** The gate after a change that concerns it. */
export function changeGate<G extends BookingGate>(gate: G, change: SlotChange): G {
  switch (change.kind) {
    case 'SHOW_SERVICE':
      return { ...gate, isHidden: false }
    case 'TURN_ON_ONLINE_BOOKING':
      return { ...gate, isOnline: true }
    case 'SET_EARLY_LIMIT':
      return { ...gate, limits: { ...gate.limits, earliestMinutes: change.minutes } }
    case 'SET_LATE_LIMIT':
      return { ...gate, limits: { ...gate.limits, latestMinutes: change.minutes } }
    case 'ALLOW_BOOKING_AFTER_START':
      return { ...gate, limits: { ...gate.limits, latestMinutes: null, isAfterStartAllowed: true } }
    default:
      return gate
  }
}

/** The situation after a change. */
export function applyChange(situation: AppointmentSituation, change: SlotChange): AppointmentSituation {
  const changePlace = (placeId: string, part: Partial<Place>) => situation.places.map((one) => (one.id === placeId ? { ...one, ...part } : one))
  if (change.kind === 'OFFER_AT_LOCATION') return { ...situation, places: changePlace(change.placeId, { isOffered: true }) }
  if (change.kind === 'ACTIVATE_LOCATION') return { ...situation, places: changePlace(change.placeId, { isActive: true }) }
  return { ...changeGate(situation, change), setup: changeSetup(situation.setup, change) }
}

export const isGateOpen = (gate: BookingGate): boolean => {
  const flags = gate.toFlags(gate.limits, gate.isOnline)
  return !gate.isHidden && !flags.tooEarlyToBook && !flags.tooLateToBook && !flags.bookOnlineDisabled
}

/** What the lists of times are computed from, at one place: only those who count. */
export function toCountedSetup(setup: SetupOf, location: SlotLocation): SlotSetup<Candidate> {
  const pick = (list: readonly Candidate[]) => list.filter((one) => one.isAssigned && one.isBookable && !one.isMissing)
  return { ...setup, location, primaries: pick(setup.primaries), others: setup.others.map((type) => ({ ...type, resources: pick(type.resources) })) }
}

/** Whether customers are offered the time: the slot computation decides, as in every list of times. */
export const isOffered = (situation: AppointmentSituation): boolean =>
  isGateOpen(situation) &&
  situation.places.some(
    ({ location, isOffered: isHere, isActive }) => isHere && isActive && hasFreeStart(toCountedSetup(situation.setup, location), situation.at),
  )

/** Whether the time is among the starts that are listed, with someone free. */
export const hasFreeStart = (setup: SlotSetup<Candidate>, at: number): boolean =>
  computeSlots({ ...buildSlotQuery(setup), range: { start: at, end: at + 1 } }).some((start) => start.free.length > 0)

/** The parts of a time on each local day, as working hours name them. */
export function toStretches({ start, end }: Interval, { offsets }: Pick<SlotSetup, 'offsets'>): Stretch[] {
  const stretches: Stretch[] = []
  for (let at = start; at < end; ) {
    const local = offsets.toLocal(at)
    const day = Math.floor(local / dayMs)
    const midnight = offsets.toInstant((day + 1) * dayMs)
    const startMinute = Math.floor((local - day * dayMs) / minuteMs)
    const next = midnight > at ? Math.min(end, midnight) : end
    // Where an hour is repeated, a local end may mean its first pass: the hours go on until the end is reached.
    let endMinute = next === midnight ? 1440 : startMinute + Math.ceil((next - at) / minuteMs)
    while (endMinute < 1440 && offsets.toInstant(day * dayMs + endMinute * minuteMs) < next) endMinute++
    stretches.push({ day, startMinute, endMinute })
    at = next
  }
  return stretches
}
