/** What all availability queries share: display zone, locations, policy flags, durations and page cursors. */
import type { BaseContext, ReadContext } from '#kit/api/context.ts'
import type { Interval } from '#kit/pure/intervals.ts'
import { dayMs, isZone, minuteMs, parseLocal, zoneOffsets, type ZoneOffsets } from '#kit/pure/zone.ts'
import { readCursor, writeCursor } from '#kit/query/cursor.ts'
import { assertNoViolations, Violations, type Violation } from '#kit/api/refusal.ts'
import { addOnsByIds, earliestBookingAt, policyFlags, type PolicyFlags, type ServiceDefinition, type ServiceLocation } from '#domains/services/public.ts'
import { getSite } from '#domains/site/public.ts'
import type { BusinessLocation } from '#domains/staff/public.ts'
import type { PagePosition } from '../rules/page.ts'

/** Refuses with one violation of `field`. */
export const throwViolation = (field: string, description: string, violatedRule: Violation['violatedRule'] = 'VALIDATION'): never => {
  throw new Violations([{ field, description, violatedRule, data: {} }])
}

/** The requested zone, or that of the business. */
export async function resolveZone(ctx: ReadContext, requested: string | null | undefined, field = 'timeZone'): Promise<string> {
  const zone = requested ?? (await getSite(ctx)).timeZone
  assertNoViolations(isZone(zone) ? [] : [{ field, description: 'is not a time zone', violatedRule: 'VALIDATION', data: {} }])
  return zone
}

/** Parses local time in a zone to an instant; refuses a bare date, an offset and Z. */
export function parseLocalMoment(text: string, field: string, offsets: ZoneOffsets): number {
  const local = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(\.\d+)?$/.test(text) ? parseLocal(text) : undefined
  return local === undefined ? throwViolation(field, 'must be YYYY-MM-DDThh:mm:ss', 'FORMAT') : offsets.toInstant(local)
}

/** Parses a range of local times of at most 366 days. */
export function parseLocalRange(from: string, to: string, zone: string): { range: Interval; offsets: ZoneOffsets } {
  const offsets = zoneOffsets(zone)
  const range = { start: parseLocalMoment(from, 'fromLocalDate', offsets), end: parseLocalMoment(to, 'toLocalDate', offsets) }
  if (range.end <= range.start) throwViolation('toLocalDate', 'must be after fromLocalDate')
  if (range.end - range.start > 366 * dayMs) throwViolation('toLocalDate', 'must be at most 366 days after fromLocalDate')
  return { range, offsets }
}

/** What the policy of the service says about a slot now. `start` and `end` in epoch milliseconds. */
export const computeFlags = (ctx: BaseContext, service: ServiceDefinition, start: number, end: number): PolicyFlags =>
  policyFlags({ type: service.type, rules: service.policy, onlineBookingEnabled: service.onlineBooking.enabled, now: ctx.now.epochMilliseconds, start, end })
/** The same for many slots of a service: those with the same flags share one object. */
export function createFlagLookup(ctx: BaseContext, service: ServiceDefinition): (start: number, end: number) => PolicyFlags {
  const { type, policy: rules } = service
  const [onlineBookingEnabled, now] = [service.onlineBooking.enabled, ctx.now.epochMilliseconds]
  const known: PolicyFlags[] = []
  return (start, end) => {
    const flags = policyFlags({ type, rules, onlineBookingEnabled, now, start, end })
    const at = (flags.tooEarlyToBook ? 1 : 0) + (flags.tooLateToBook ? 2 : 0)
    return (known[at] ??= flags)
  }
}
/** From when a slot can be booked, in epoch milliseconds; undefined without an early limit. */
export const computeEarliestBooking = (service: ServiceDefinition, start: number): number | undefined => earliestBookingAt(service.policy, start)

/** An inactive location of the business offers no slots. */
export const isLocationActive = (location: ServiceLocation, businessLocations: readonly BusinessLocation[]): boolean =>
  location.type !== 'BUSINESS' || businessLocations.find((businessLocation) => businessLocation.id === location.business?.id)?.active !== false

/** How long the add-ons take. Refuses add-ons that the service does not offer. */
async function sumAddOnMinutes(ctx: ReadContext, service: ServiceDefinition, addOnIds: readonly string[], field: string): Promise<number> {
  const offered = addOnIds.every((id) => service.addOnIds.includes(id))
  assertNoViolations(offered ? [] : [{ field, description: 'must be add-ons of the service', violatedRule: 'VALIDATION', data: {} }])
  return (await addOnsByIds(ctx, addOnIds)).reduce((sum, addOn) => sum + (addOn.minutes ?? 0), 0)
}
/** The duration of an appointment in minutes: the requested one if the service offers it, else its first, plus the time of add-ons. `fields` name what is refused. */
export async function resolveDuration(
  ctx: ReadContext,
  service: ServiceDefinition,
  choices: { durationInMinutes?: number | null; addOnIds?: readonly string[] | null } | null | undefined,
  fields: { duration: string; addOns: string } = { duration: 'customerChoices.durationInMinutes', addOns: 'customerChoices.addOnIds' },
): Promise<number> {
  const extra = await sumAddOnMinutes(ctx, service, choices?.addOnIds ?? [], fields.addOns)
  const requestedMinutes = choices?.durationInMinutes
  if (!requestedMinutes) return (service.durationRange?.min ?? service.sessionDurations[0] ?? 60) + extra
  if (isOfferedDuration(service, requestedMinutes)) return requestedMinutes + extra
  return isOfferedDuration(service, requestedMinutes - extra) ? requestedMinutes : throwViolation(fields.duration, 'is not a duration of the service')
}
/** Whether the service can be booked for so many minutes. */
export const isOfferedDuration = (service: ServiceDefinition, minutes: number): boolean =>
  service.durationRange ? minutes >= service.durationRange.min && minutes <= service.durationRange.max : service.sessionDurations.includes(minutes)
export const toMinutes = (ms: number): number => ms / minuteMs

/** Decodes a page cursor: the input of the first request, and the position after its page. */
export function readPageCursor<Input>(name: string, cursor: string | null | undefined, field: string): { input: Input; from: PagePosition } | undefined {
  if (!cursor) return undefined
  const state = readCursor(name, cursor)
  const { input, from } = (state?.options ?? {}) as { input?: Input; from?: PagePosition }
  return input && from ? { input, from } : throwViolation(field, 'is no cursor of this list')
}
/** Encodes the input of the first request and the position after a page. */
export const writePageCursor = (name: string, input: unknown, from: PagePosition): string =>
  writeCursor(name, { filter: null, sort: [], position: [], direction: 'next', limit: 0, options: { input, from } })
