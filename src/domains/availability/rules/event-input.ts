/** What a calendar event may say of its times. Source: guide services-and-availability §13.2. */
import type { Violation } from '#kit/api/refusal.ts'
import { dayMs, parseLocal } from '#kit/pure/zone.ts'
import { localWeekday, weekdays } from './recurrence.ts'

interface Moment {
  localDate: string
  timeZone?: string | undefined
}
/** Absent fields are those that stay as they are. */
export interface EventTimes {
  start?: Moment | undefined
  end?: Moment | undefined
  allDay?: boolean | undefined
  recurrenceRule?: { frequency?: string | undefined; days?: string[] | undefined; until?: { localDate: string } | null | undefined } | null | undefined
}

const invalidField = (field: string, description: string): Violation => ({ field: `event.${field}`, description, violatedRule: 'VALIDATION', data: {} })

/** Times of an event belong to the site's time zone: another one is no other way to say them. */
export const findZoneViolations = ({ start, end }: Pick<EventTimes, 'start' | 'end'>, timeZone: string): Violation[] =>
  Object.entries({ start, end }).flatMap(([name, moment]) =>
    moment?.timeZone !== undefined && moment.timeZone !== timeZone ? [invalidField(`${name}.timeZone`, `must be ${timeZone}, the time zone of the site`)] : [],
  )

/** `today`: midnight of today as local milliseconds. */
export function findTimeViolations({ start, end, allDay = false, recurrenceRule: rule }: EventTimes, today: number): Violation[] {
  const [from, to] = [parseLocal(start?.localDate ?? ''), parseLocal(end?.localDate ?? '')]
  if (from === undefined) return [invalidField('start.localDate', 'must be YYYY-MM-DDThh:mm:ss')]
  if (to === undefined) return [invalidField('end.localDate', 'must be YYYY-MM-DDThh:mm:ss')]
  const list: Violation[] = []
  if (to <= from) list.push(invalidField('end', 'must be after the start'))
  if (to - from > 31 * dayMs) list.push(invalidField('end', 'must be at most 31 days after the start'))
  if (allDay && (from % dayMs !== 0 || to % dayMs !== 0)) list.push(invalidField('allDay', 'must be from midnight to midnight'))
  if (rule) {
    if (rule.days?.[0] && rule.days[0] !== weekdays[localWeekday(start?.localDate as string)])
      list.push(invalidField('recurrenceRule.days', 'must be the weekday of the start'))
    if (from < today) list.push(invalidField('start', 'a series starts today or later'))
    if (rule.frequency && rule.frequency !== 'WEEKLY') list.push(invalidField('recurrenceRule.frequency', 'must be WEEKLY'))
    const until = rule.until ? parseLocal(rule.until.localDate) : undefined
    if (until !== undefined && until < from) list.push(invalidField('recurrenceRule.until', 'must not be before the first session'))
    if (rule.until && until === undefined) list.push(invalidField('recurrenceRule.until.localDate', 'must be YYYY-MM-DDThh:mm:ss'))
  }
  return list
}

interface NamedResource {
  id: string
  transparency?: 'OPAQUE' | 'TRANSPARENT' | null | undefined
}
/** The people and rooms of an event, each once, and those of them whose time it does not take. */
export function toResourceColumns(resources: readonly NamedResource[]): { resourceIds: string[]; freeResourceIds: string[] } {
  const taken = new Set(resources.filter(({ transparency }) => transparency !== 'TRANSPARENT').map(({ id }) => id))
  const resourceIds = [...new Set(resources.map(({ id }) => id))]
  return { resourceIds, freeResourceIds: resourceIds.filter((id) => !taken.has(id)) }
}
