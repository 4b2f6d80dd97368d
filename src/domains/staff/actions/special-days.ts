/** Closing days and special hours. They are stored beside the weekly hours and replace them on their days. Source: guide services-and-availability §10.3. */
import { Temporal } from 'temporal-polyfill'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { assertNoViolations, refuseStandard, type Violation } from '#kit/api/refusal.ts'
import { getSite } from '#domains/site/public.ts'
import type { SpecialDay, SpecialDayInput } from '../contract/special-days.ts'
import * as hours from '../store/hours.ts'
import * as resources from '../store/resources.ts'
import { specialDayToWire, spanFromWire } from '../wire.ts'

async function getScheduleId(ctx: ReadContext, resourceId: string | null | undefined): Promise<string> {
  if (!resourceId) return hours.businessScheduleId(ctx)
  const [resource] = await resources.resourcesByIds(ctx, [resourceId])
  return resource?.eventsScheduleId ?? refuseStandard('NOT_FOUND')
}
const invalidField = (field: string, description: string): Violation => ({ field: `specialDay.${field}`, description, violatedRule: 'VALIDATION', data: {} })

/** Special days that are not over, in chronological order. */
export async function listSpecialDays(ctx: ReadContext, resourceId: string | undefined): Promise<SpecialDay[]> {
  const today = ctx.now.toZonedDateTimeISO((await getSite(ctx)).timeZone).toPlainDate()
  return (await hours.listSpecialDaysFrom(ctx, await getScheduleId(ctx, resourceId), today)).map((row) => specialDayToWire(row, resourceId))
}

/** Refuses with 400 a range of more than a year, overlapping periods, and days that are special already. */
export async function createSpecialDay(ctx: TransactionContext, input: SpecialDayInput): Promise<SpecialDay> {
  const [from, until] = [Temporal.PlainDate.from(input.from), Temporal.PlainDate.from(input.until ?? input.from)]
  const spans = (input.periods ?? []).map(spanFromWire).sort((a, b) => a.start - b.start)
  const days = from.until(until).days
  assertNoViolations([
    ...(days < 0
      ? [invalidField('until', 'must not be before the first day')]
      : days > 365
        ? [invalidField('until', 'must be at most a year after the first day')]
        : []),
    ...(spans.some((span, i) => span.end <= span.start || span.start < (spans[i - 1]?.end ?? 0))
      ? [invalidField('periods', 'must follow each other, each with its end after its start')]
      : []),
  ])
  const scheduleId = await getScheduleId(ctx, input.resourceId)
  await hours.lockSchedule(ctx, scheduleId)
  const overlap = (await hours.listSpecialDaysFrom(ctx, scheduleId, from)).find(
    (row) => Temporal.PlainDate.compare(row.startsOn as Temporal.PlainDate, until) <= 0,
  )
  assertNoViolations(
    overlap ? [invalidField('from', `overlaps ${overlap.title || 'other special days'} from ${String(overlap.startsOn)} to ${String(overlap.untilOn)}`)] : [],
  )
  const row = await hours.insertSpecialDay(ctx, scheduleId, { title: (input.title ?? '').trim(), startsOn: from, untilOn: until, spans })
  return specialDayToWire(row, input.resourceId ?? undefined)
}

export async function deleteSpecialDay(ctx: TransactionContext, id: string): Promise<void> {
  if (!(await hours.removeSpecialDay(ctx, id))) refuseStandard('NOT_FOUND')
}
