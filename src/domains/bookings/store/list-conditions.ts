/** What a filter of bookings implies beyond its words, so that an index knows where to look. None of it changes what the filter finds. */
import { sql, type Expression, type SqlBool } from 'kysely'
import type { Filter } from '#kit/query/filter.ts'
import type { BookingQuery } from './bookings.ts'

/** What a condition on one end of a booking says of the other, as none ends before it begins: both indexes then know where to look. */
export function withBothEnds(filter: Filter): Filter {
  const implied = (one: Filter): Filter[] => {
    if ('all' in one) return one.all.flatMap(implied)
    if (!('field' in one) || !('value' in one) || one.value === null) return []
    if (one.field === 'endDate' && (one.op === '$lt' || one.op === '$lte')) return [{ ...one, field: 'startDate', op: '$lte' }]
    if (one.field === 'startDate' && (one.op === '$gt' || one.op === '$gte')) return [{ ...one, field: 'endDate', op: '$gte' }]
    return []
  }
  const more = implied(filter)
  return more.length === 0 ? filter : { all: [filter, ...more] }
}

/** The ids of which every booking that the filter finds has one, in one of these fields; undefined when it may have any. */
export function findImpliedIds(filter: Filter, fields: RegExp): readonly string[] | undefined {
  if ('all' in filter) return filter.all.map((one) => findImpliedIds(one, fields)).find((ids) => ids !== undefined)
  if ('any' in filter) {
    const each = filter.any.map((one) => findImpliedIds(one, fields))
    // Of no filters at all none holds, which needs no index.
    return each.length > 0 && each.every((ids) => ids !== undefined) ? [...new Set(each.flatMap((ids) => ids ?? []))] : undefined
  }
  if (!('field' in filter) || !fields.test(filter.field)) return undefined
  const values = filter.op === '$eq' && 'value' in filter ? [filter.value] : filter.op === '$in' ? filter.values : []
  return values.length > 0 && values.every((value) => typeof value === 'string') ? values : undefined
}

const isService = /(slot|schedule)\.serviceId$/
const isSchedule = /(slot|schedule)\.scheduleId$/
/** The fields of the wire are empty for the other type of service; the columns are not, and have indexes. */
export function whereImplied(candidates: BookingQuery, filter: Filter): BookingQuery {
  const [services, schedules] = [findImpliedIds(filter, isService), findImpliedIds(filter, isSchedule)]
  return candidates
    .$if(services !== undefined, (query) => query.where('booking.serviceId', 'in', services ?? []))
    .$if(schedules !== undefined, (query) => query.where('booking.scheduleId', 'in', schedules ?? []))
}

/** The instant at or after which every booking that the filter finds ends; undefined when it may end at any time. */
export function findEarliestEnd(filter: Filter): string | undefined {
  if ('all' in filter) return filter.all.map(findEarliestEnd).find((end) => end !== undefined)
  const isLowerBound = 'field' in filter && filter.field === 'endDate' && (filter.op === '$gte' || filter.op === '$gt') && 'value' in filter
  return isLowerBound && filter.value !== null ? String(filter.value) : undefined
}

/**
 * Bookings in the order of their start, in three parts: those that began long before the earliest end, which all are longer than two days and few; of the two
 * days before it those that are not over, without a walk past all that are; and those that begin later. A walk along the starts need not begin with the first
 * booking that was ever made.
 */
export function splitByLength(siteId: string, filter: Filter): readonly Expression<SqlBool>[] | undefined {
  const end = findEarliestEnd(filter)
  if (end === undefined) return undefined
  const [earliestEnd, bound] = [sql`cast(${end} as timestamptz)`, sql`(cast(${end} as timestamptz) - interval '48 hours')`]
  // Found first, in their own index: the database does not know how few they are.
  const long = sql`select long.id from booking long where long.site_id = ${siteId} and long.end_at - long.start_at > interval '2 days' and long.end_at >= ${earliestEnd}`
  return [
    sql<SqlBool>`(booking.start_at < ${bound} and booking.id = any(array(${long})))`,
    sql<SqlBool>`(booking.start_at >= ${bound} and booking.start_at < ${earliestEnd} and booking.end_at >= ${earliestEnd})`,
    sql<SqlBool>`(booking.start_at >= ${earliestEnd})`,
  ]
}
