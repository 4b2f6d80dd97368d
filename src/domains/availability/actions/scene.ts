/** What every availability question shares: the zone it is shown in, the places, the policy flags and the cursor. */
import type { Ctx } from '#kit/ctx.ts'
import type { Interval } from '#kit/pure/intervals.ts'
import { dayMs, isZone, minuteMs, parseLocal, rulerFor, type Ruler } from '#kit/pure/zone.ts'
import { readCursor, writeCursor } from '#kit/query/cursor.ts'
import { orViolate, Violations, type Violation } from '#kit/refusal.ts'
import { addOnsByIds, earliestBookingAt, policyFlags, type PolicyFlags, type ServiceFacts, type ServiceLocation } from '#domains/services/public.ts'
import { currentSite } from '#domains/site/public.ts'
import type { PlaceFacts } from '#domains/staff/public.ts'
import type { PageFrom } from '../rules/page.ts'

export const broken = (field: string, description: string, violatedRule: Violation['violatedRule'] = 'VALIDATION'): never => {
  throw new Violations([{ field, description, violatedRule, data: {} }])
}

/** The zone of the question; that of the business when none is named. */
export async function zoneOf(ctx: Ctx, wished: string | null | undefined, field = 'timeZone'): Promise<string> {
  const zone = wished ?? (await currentSite(ctx)).timeZone
  orViolate(isZone(zone) ? [] : [{ field, description: 'is not a time zone', violatedRule: 'VALIDATION', data: {} }])
  return zone
}

/** An instant of a local text of the zone; a bare date, an offset or a Z is refused. */
export function localMoment(text: string, field: string, ruler: Ruler): number {
  const local = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?(\.\d+)?$/.test(text) ? parseLocal(text) : undefined
  return local === undefined ? broken(field, 'must be YYYY-MM-DDThh:mm:ss', 'FORMAT') : ruler.instant(local)
}

/** A range of local texts, at most 366 days. */
export function localRange(from: string, to: string, zone: string): { range: Interval; ruler: Ruler } {
  const ruler = rulerFor(zone)
  const range = { start: localMoment(from, 'fromLocalDate', ruler), end: localMoment(to, 'toLocalDate', ruler) }
  if (range.end <= range.start) broken('toLocalDate', 'must be after fromLocalDate')
  if (range.end - range.start > 366 * dayMs) broken('toLocalDate', 'must be at most 366 days after fromLocalDate')
  return { range, ruler }
}

export const flagsOf = (ctx: Ctx, service: ServiceFacts, start: number, end: number): PolicyFlags =>
  policyFlags({ type: service.type, rules: service.policy, onlineBookingEnabled: service.onlineBooking.enabled, now: ctx.now.epochMilliseconds, start, end })
export const earliestOf = (service: ServiceFacts, start: number): number | undefined => earliestBookingAt(service.policy, start)

/** A place of the business that is given up offers nothing new. */
export const isOpen = (location: ServiceLocation, places: readonly PlaceFacts[]): boolean =>
  location.type !== 'BUSINESS' || places.find((place) => place.id === location.business?.id)?.active !== false

/** Minutes of an appointment: the one asked for if the service offers it, else its first; add-ons that take time come on top. */
export async function durationOf(
  ctx: Ctx,
  service: ServiceFacts,
  choices: { durationInMinutes?: number | null; addOnIds?: readonly string[] | null } | null | undefined,
  field: string,
): Promise<number> {
  const extra = (await addOnsByIds(ctx, choices?.addOnIds ?? [])).reduce((sum, addOn) => sum + (addOn.minutes ?? 0), 0)
  const asked = choices?.durationInMinutes
  if (!asked) return (service.durationRange?.min ?? service.sessionDurations[0] ?? 60) + extra
  if (offersDuration(service, asked)) return asked + extra
  return offersDuration(service, asked - extra) ? asked : broken(field, 'is not a duration of the service')
}
export const offersDuration = (service: ServiceFacts, minutes: number): boolean =>
  service.durationRange ? minutes >= service.durationRange.min && minutes <= service.durationRange.max : service.sessionDurations.includes(minutes)
export const minutesOf = (ms: number): number => ms / minuteMs

/** Where a page left off, and the question it belongs to. */
export function readPage<Ask>(name: string, cursor: string | null | undefined, field: string): { ask: Ask; from: PageFrom } | undefined {
  if (!cursor) return undefined
  const state = readCursor(name, cursor)
  const { ask, from } = (state?.options ?? {}) as { ask?: Ask; from?: PageFrom }
  return ask && from ? { ask, from } : broken(field, 'is no cursor of this list')
}
export const writePage = (name: string, ask: unknown, from: PageFrom): string =>
  writeCursor(name, { filter: null, sort: [], position: [], direction: 'next', limit: 0, options: { ask, from } })
