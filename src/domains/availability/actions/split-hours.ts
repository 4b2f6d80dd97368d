/** "This and following" for weekly working hours. Source: guide services-and-availability §13.4. */
import type { TransactionContext } from '#kit/api/context.ts'
import { dayMs, parseLocal, zoneOffsets } from '#kit/pure/zone.ts'
import { getSite } from '#domains/site/public.ts'
import { insertHours, reassignHoursExceptions, updateHours } from '#domains/staff/public.ts'
import type { CalendarEvent } from '../contract.ts'
import { hasOccurrenceAt, toLocalText } from '../rules/recurrence.ts'
import { hoursToWire, lockHours, toPlainDate, toHoursSeries } from './working-hours.ts'

/**
 * Ends the rule before an occurrence that is still to come, and continues it as another one with its later exceptions. Undefined when the id is not
 * that of a weekly rule; NO_OCCURRENCE when none begins then, or it is the first or a past one.
 */
export async function splitHours(
  ctx: TransactionContext,
  id: string,
  splitLocalDate: string,
): Promise<{ event: CalendarEvent; splitEvent: CalendarEvent } | 'NO_OCCURRENCE' | undefined> {
  const one = await lockHours(ctx, id)
  if (one?.row.recurrenceType !== 'MASTER' || one.day !== undefined) return undefined
  const { row } = one
  const { timeZone } = await getSite(ctx)
  const local = parseLocal(splitLocalDate)
  const series = toHoursSeries(row)
  if (local === undefined || !hasOccurrenceAt(series, toLocalText(local)) || toLocalText(local) === series.localStart) return 'NO_OCCURRENCE'
  if (zoneOffsets(timeZone).toInstant(local) <= ctx.now.epochMilliseconds) return 'NO_OCCURRENCE'
  const day = Math.floor(local / dayMs)
  const { weekday, startMinute, endMinute, intervalWeeks, untilOn, locationId, title } = row
  const made = await insertHours(ctx, row.scheduleId, {
    weekday,
    startMinute,
    endMinute,
    intervalWeeks,
    untilOn,
    locationId,
    title,
    recurrenceType: 'MASTER',
    startsOn: toPlainDate(day),
  })
  await reassignHoursExceptions(ctx, { from: row.id, to: made.id, since: toPlainDate(day) })
  const ended = await updateHours(ctx, row.id, { untilOn: toPlainDate(day - 1) })
  return { event: hoursToWire(ended, timeZone), splitEvent: hoursToWire(made, timeZone) }
}
