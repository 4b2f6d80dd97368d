/**
 * Why a time is not offered, and what would open it. Nothing here judges a time itself: a reason stands only where the slot
 * computation offers the time with its change and does not without, so that lists of times and reasons cannot disagree.
 * Source: guide services-and-availability §16.9.
 */
import { overlaps } from '#kit/pure/intervals.ts'
import { minuteMs } from '#kit/pure/zone.ts'
import type { SlotReasonCode } from './reason-codes.ts'
import {
  applyChange,
  changeGate,
  hasFreeStart,
  isGateOpen,
  isOffered,
  toCountedSetup,
  toStretches,
  type AppointmentSituation,
  type BookingGate,
  type BusyTime,
  type Candidate,
  type Place,
  type SlotChange,
} from './slot-changes.ts'
import { buildSlotQuery, isAtLocation, specialDaysFor } from './slot-setup.ts'
import { isFeasible } from './slots.ts'

export interface SlotReason {
  code: SlotReasonCode
  /** Opens the time, with those of the other reasons of a way. null: nothing does. */
  change: SlotChange | null
  /** Whose reason it is; absent: of the service, the policy or the business. */
  resourceId?: string
  placeId?: string
  busy?: BusyTime
}
export interface Explanation {
  isOffered: boolean
  reasons: SlotReason[]
  /** Each names reasons by index: the changes of all of them open the time, those of a part do not. The shortest first. */
  ways: number[][]
}

/** A local time that the clock skips, and the first one after it, as local numbers. */
export interface SkippedTime {
  local: number
  next: number
}

/** Why no set-up offers a time that does not exist. */
export const explainSkipped = (): Explanation => ({ isOffered: false, reasons: [{ code: 'SKIPPED_TIME', change: null }], ways: [[0]] })

/** The second pass of a repeated hour, which lists in that zone cannot write, whatever else stands in the way. */
export function explainRepeated({ reasons, ways }: Explanation): Explanation {
  const repeated: SlotReason = { code: 'REPEATED_TIME', change: null }
  return { isOffered: false, reasons: [repeated, ...reasons], ways: (ways.length > 0 ? ways : [[]]).map((way) => [0, ...way.map((i) => i + 1)]) }
}

/** More ways than an owner reads. */
const MAX_WAYS = 40
const toKey = ({ code, change }: SlotReason): string => (change ? JSON.stringify(change) : code)

/** Reasons of the service and its policy; all of them have to go. */
export function findGateReasons(gate: BookingGate): SlotReason[] {
  const reasons: SlotReason[] = []
  const flags = gate.toFlags(gate.limits, gate.isOnline)
  if (gate.isHidden) reasons.push({ code: 'HIDDEN', change: { kind: 'SHOW_SERVICE' } })
  if (flags.bookOnlineDisabled) reasons.push({ code: 'ONLINE_BOOKING_OFF', change: { kind: 'TURN_ON_ONLINE_BOOKING' } })
  if (flags.tooEarlyToBook) reasons.push({ code: 'POLICY_TOO_EARLY', change: { kind: 'SET_EARLY_LIMIT', minutes: Math.ceil(gate.leadMinutes) } })
  if (flags.tooLateToBook) reasons.push(findLateReason(gate))
  return reasons
}
function findLateReason(gate: BookingGate): SlotReason {
  const changes: SlotChange[] = [
    { kind: 'SET_LATE_LIMIT', minutes: gate.leadMinutes >= 1 ? Math.floor(gate.leadMinutes) : null },
    { kind: 'ALLOW_BOOKING_AFTER_START' },
  ]
  // Without a limit the time has begun: a limit after its start would only hide that.
  const ordered = gate.limits.latestMinutes === null ? changes.toReversed() : changes
  const change = ordered.find((one) => {
    const { limits, isOnline } = changeGate(gate, one)
    return !gate.toFlags(limits, isOnline).tooLateToBook
  })
  return change ? { code: 'POLICY_TOO_LATE', change } : { code: 'IN_THE_PAST', change: null }
}

/** All reasons why customers are not offered an appointment at a time, and the ways to open it. */
export function explainAppointment(situation: AppointmentSituation): Explanation {
  const gate = findGateReasons(situation)
  const isOpen = isGateOpen(situation)
  if (isOffered(situation)) return { isOffered: true, reasons: [], ways: [] }
  const placeWays = situation.places.flatMap((place) => findPlaceWays(situation, place))
  // The time itself would be free: only the service and its policy are in the way.
  const inner = { ...situation, isHidden: false, isOnline: true, toFlags: () => noFlags }
  const waysOfTime = isOffered(inner) ? [[]] : minimizeWays(inner, placeWays)
  return toExplanation(waysOfTime.map((way) => [...(isOpen ? [] : gate), ...way]))
}
const noFlags = { tooEarlyToBook: false, tooLateToBook: false, bookOnlineDisabled: false }

/** The reasons of all ways, those that every way shares in front. */
export function toExplanation(ways: readonly SlotReason[][]): Explanation {
  const known = new Map<string, SlotReason>()
  for (const way of ways) for (const reason of way) if (!known.has(toKey(reason))) known.set(toKey(reason), reason)
  const isShared = (key: string) => ways.every((way) => way.some((reason) => toKey(reason) === key))
  const keys = [...known.keys()].toSorted((a, b) => Number(isShared(b)) - Number(isShared(a)))
  return {
    isOffered: false,
    reasons: keys.map((key) => known.get(key) as SlotReason),
    ways: ways.map((way) => way.map((reason) => keys.indexOf(toKey(reason))).toSorted((a, b) => a - b)),
  }
}

/** Takes out of each way what is not needed, and ways that hold another one. */
function minimizeWays(situation: AppointmentSituation, ways: readonly SlotReason[][]): SlotReason[][] {
  const opens = (way: readonly SlotReason[]) => isOffered(way.reduce((now, { change }) => (change ? applyChange(now, change) : now), situation))
  const minimal = ways.flatMap((way) => {
    const complete = opens(way) ? way : [...way, ...findSpacingReasons(situation, way)]
    if (!opens(complete)) return []
    return [complete.toReversed().reduce((kept, reason) => dropUnless(kept, reason, opens), complete)]
  })
  return dropLonger(minimal)
}
/** The way without a reason, where it opens the time as well. */
export const dropUnless = (way: SlotReason[], reason: SlotReason, opens: (way: readonly SlotReason[]) => boolean): SlotReason[] => {
  const without = way.filter((one) => one !== reason)
  return opens(without) ? without : way
}
/** Ways that hold no other one, the shortest first, at most `MAX_WAYS`. */
function dropLonger(ways: readonly SlotReason[][]): SlotReason[][] {
  const kept: { way: SlotReason[]; keys: Set<string> }[] = []
  for (const way of ways.toSorted((a, b) => a.length - b.length)) {
    const keys = new Set(way.map(toKey))
    if (!kept.some((other) => [...other.keys].every((key) => keys.has(key)))) kept.push({ way, keys })
  }
  return kept.slice(0, MAX_WAYS).map(({ way }) => way)
}

/** The ways to open the time at one place: someone who drives the slots, and one of each further kind. */
function findPlaceWays(situation: AppointmentSituation, place: Place): SlotReason[][] {
  const placeReasons: SlotReason[] = [
    ...(place.isOffered ? [] : [{ code: 'NO_LOCATION' as const, change: { kind: 'OFFER_AT_LOCATION' as const, placeId: place.id }, placeId: place.id }]),
    ...(place.isActive ? [] : [{ code: 'LOCATION_INACTIVE' as const, change: { kind: 'ACTIVATE_LOCATION' as const, placeId: place.id }, placeId: place.id }]),
  ]
  const needs = [
    situation.setup.primaries.map((one) => findResourceReasons(situation, place, one, true)),
    ...situation.setup.others.map(({ resources }) => resources.map((one) => findResourceReasons(situation, place, one, false))),
  ]
  return needs.reduce<SlotReason[][]>(
    (ways, alternatives) => dropLonger(ways.flatMap((way) => alternatives.map((more) => joinReasons(way, more)))),
    [placeReasons],
  )
}
const joinReasons = (way: readonly SlotReason[], more: readonly SlotReason[]): SlotReason[] => {
  const keys = new Set(way.map(toKey))
  return [...way, ...more.filter((reason) => !keys.has(toKey(reason)))]
}

/** The reasons for which one person or thing is not free, all of which have to go; none: it is free. */
function findResourceReasons(situation: AppointmentSituation, place: Place, resource: Candidate, isPrimary: boolean): SlotReason[] {
  const { id: resourceId } = resource
  const needed: SlotReason[] = [
    ...(resource.isMissing
      ? [{ code: isPrimary ? ('NO_STAFF' as const) : ('NO_RESOURCE' as const), change: { kind: 'ADD_RESOURCE' as const, resourceId } }]
      : []),
    ...(resource.isAssigned ? [] : [{ code: 'NOT_ASSIGNED' as const, change: { kind: 'ASSIGN_RESOURCE' as const, resourceId }, resourceId }]),
    ...(resource.isBookable ? [] : [{ code: 'NOT_BOOKABLE' as const, change: { kind: 'MAKE_BOOKABLE' as const, resourceId }, resourceId }]),
  ]
  const alone = toAlone(situation, place, resource)
  const change = (reasons: readonly SlotReason[]) => reasons.reduce((now, one) => applyChange(now, one.change as SlotChange), alone)
  const opens = (reasons: readonly SlotReason[]) => isFreeAlone(change(reasons), place)
  const possible = [
    ...findLocationReasons(place, resource),
    ...findDayReasons(alone, place, resource),
    ...findBusyReasons(situation, resource),
    ...findHoursReasons(alone, place, resource),
  ]
  const reasons = opens([]) ? [] : possible.toReversed().reduce((kept, reason) => dropUnless(kept, reason, opens), possible)
  // What drives the slots has to have a start there, too.
  const hasStart = !isPrimary || hasFreeStart(toCountedSetup(change(reasons).setup, place.location), situation.at)
  return [...needed, ...reasons, ...(hasStart ? [] : findSpacingReasons(alone, reasons))]
}

/** The situation as if the service needed only this resource and the business had no other. */
function toAlone(situation: AppointmentSituation, place: Place, resource: Candidate): AppointmentSituation {
  const counted = { ...resource, isAssigned: true, isBookable: true, isMissing: false }
  return { ...situation, places: [{ ...place, isOffered: true, isActive: true }], setup: { ...situation.setup, primaries: [counted], others: [] } }
}
/** Whether it is free at the time, on the grid of starts or not. */
function isFreeAlone({ setup, at }: AppointmentSituation, { location }: Place): boolean {
  const counted = toCountedSetup(setup, location)
  const { primaries, duration, buffer } = buildSlotQuery(counted)
  return primaries.some((time) => isFeasible(at, time, duration, buffer))
}

const findLocationReasons = ({ id: placeId, location }: Place, resource: Candidate): SlotReason[] =>
  isAtLocation(resource, location) || location === 'offsite'
    ? []
    : [
        {
          code: 'NOT_AT_LOCATION',
          change: { kind: 'ADD_TO_LOCATION', resourceId: resource.id, locationId: location.locationId },
          resourceId: resource.id,
          placeId,
        },
      ]

const toTime = ({ at, setup }: AppointmentSituation) => ({ start: at, end: at + setup.durationMinutes * minuteMs })

/** Closing days and special hours on the days of the time. */
function findDayReasons(situation: AppointmentSituation, { location }: Place, resource: Candidate): SlotReason[] {
  const { setup } = situation
  const own = new Set(resource.special)
  const applicable = [...specialDaysFor({ ...setup, location }, resource), ...(setup.isWithinBusinessHours ? setup.business.special : [])]
  const isHere = (locationId: string | undefined) => locationId === undefined || (location !== 'offsite' && location.locationId === locationId)
  return toStretches(toTime(situation), setup).flatMap((stretch) =>
    [...new Set(applicable)]
      .filter((one) => stretch.day >= one.first && stretch.day <= one.last && isHere(one.locationId))
      .map((one): SlotReason => {
        const resourceId = own.has(one) ? resource.id : null
        return {
          code: one.spans.length === 0 ? 'CLOSED' : 'SPECIAL_HOURS',
          change: { kind: 'OPEN_DAY', resourceId, locationId: one.locationId ?? null, ...stretch },
          ...(resourceId !== null && { resourceId }),
        }
      }),
  )
}

const busyCodes = { BOOKING: 'BOOKED', SESSION: 'IN_SESSION', BLOCKED: 'BLOCKED', OTHER_CALENDAR: 'OTHER_CALENDAR' } as const
/** What takes the time, its buffer or that of the service. */
function findBusyReasons(situation: AppointmentSituation, resource: Candidate): SlotReason[] {
  const time = toTime(situation)
  const { bufferMinutes } = situation.setup
  return resource.busy
    .filter((busy) => overlaps(busy, { start: time.start, end: time.end + bufferMinutes * minuteMs }))
    .map((busy): SlotReason => {
      // Only the buffer of this service reaches what comes after.
      if (busy.start >= time.end)
        return {
          code: 'BUFFER',
          change: { kind: 'SET_BUFFER', minutes: Math.floor((busy.start - time.end) / minuteMs) },
          resourceId: resource.id,
          busy,
        }
      const isBufferOnly = busy.endsAt <= time.start
      return { code: isBufferOnly ? 'BUFFER' : busyCodes[busy.kind], change: { kind: 'FREE_TIME', busyKey: busy.key }, resourceId: resource.id, busy }
    })
}

/** Weekly hours that do not include the time: its own, and those of the business where they limit it. */
function findHoursReasons(situation: AppointmentSituation, { location }: Place, resource: Candidate): SlotReason[] {
  const { setup } = situation
  const ofBusiness = resource.hours === 'BUSINESS' || setup.isWithinBusinessHours
  const worksElsewhere =
    typeof resource.hours !== 'string' &&
    location !== 'offsite' &&
    resource.hours.some(({ locationId }) => locationId !== undefined && locationId !== location.locationId) &&
    isFreeAlone(
      {
        ...situation,
        setup: {
          ...setup,
          isWithinBusinessHours: false,
          primaries: [{ ...resource, busy: [], hours: resource.hours.map((rule) => ({ ...rule, locationId: undefined })) }],
        },
      },
      { id: '', location, isOffered: true, isActive: true },
    )
  const code = worksElsewhere ? 'WORKS_ELSEWHERE' : 'OUTSIDE_HOURS'
  return toStretches(toTime(situation), setup).flatMap((stretch): SlotReason[] => [
    ...(typeof resource.hours === 'string'
      ? []
      : [{ code, change: { kind: 'ADD_HOURS' as const, resourceId: resource.id, ...stretch }, resourceId: resource.id } as const]),
    ...(ofBusiness ? [{ code: 'OUTSIDE_HOURS' as const, change: { kind: 'ADD_HOURS' as const, resourceId: null, ...stretch } }] : []),
  ])
}

const SHORTEST_SPACING = 5
/** The time would be free, but no start falls on it: starts in shorter steps, or hours that begin there. */
function findSpacingReasons(situation: AppointmentSituation, applied: readonly SlotReason[]): SlotReason[] {
  const { at, setup, places } = applied.reduce((now, { change }) => (change ? applyChange(now, change) : now), situation)
  const current = setup.spacing.sameAsDuration ? setup.spacing.firstDuration + setup.bufferMinutes : setup.spacing.minutes
  const distances = places
    .flatMap(({ location }) => buildSlotQuery(toCountedSetup(setup, location)).primaries.flatMap(({ instances }) => instances))
    .filter((instance) => instance.start <= at && at < instance.end)
    .map((instance) => (at - instance.start) / minuteMs)
  const steps = distances.flatMap((distance) => findDivisors(distance).filter((step) => step <= current))
  const minutes = Math.max(0, ...steps)
  if (minutes >= SHORTEST_SPACING) return [{ code: 'OFF_GRID', change: { kind: 'SET_SPACING', minutes } }]
  const [first] = toStretches(toTime(situation), setup)
  const [resource] = setup.primaries
  if (!first || !resource || resource.hours === 'ALWAYS') return []
  const resourceId = resource.hours === 'BUSINESS' ? null : resource.id
  return [{ code: 'OFF_GRID', change: { kind: 'ADD_HOURS', resourceId, ...first } }]
}
const findDivisors = (distance: number): number[] =>
  Number.isInteger(distance) && distance > 0
    ? Array.from({ length: Math.min(1440, distance) }, (_, i) => i + 1).filter((step) => step >= SHORTEST_SPACING && distance % step === 0)
    : []
