/** Closing days and special hours. They are stored beside the weekly hours and replace them on their days. Source: guide services-and-availability §10.3. */
import { Temporal } from 'temporal-polyfill'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { assertNoViolations, refuseStandard, type Violation } from '#kit/api/refusal.ts'
import { getSite } from '#domains/site/public.ts'
import type { SpecialDay, SpecialDayChange, SpecialDayInput } from '../contract/special-days.ts'
import * as hours from '../store/hours.ts'
import { listLocations } from '../store/locations.ts'
import * as resources from '../store/resources.ts'
import { specialDayToWire, spanFromWire } from '../wire.ts'

const invalidField = (field: string, description: string): Violation => ({ field: `specialDay.${field}`, description, violatedRule: 'VALIDATION', data: {} })

/** Whose days they are: the business when neither is given. Refuses with 404 an unknown owner, with 400 two of them. */
export interface OwnerIds {
  resourceId?: string | null | undefined
  locationId?: string | null | undefined
}
async function getOwner(ctx: ReadContext, { resourceId, locationId }: OwnerIds): Promise<hours.SpecialDayOwner> {
  assertNoViolations(resourceId && locationId ? [invalidField('locationId', 'must not be given together with a resource')] : [])
  if (resourceId) {
    const [resource] = await resources.resourcesByIds(ctx, [resourceId])
    return { scheduleId: resource?.eventsScheduleId ?? refuseStandard('NOT_FOUND'), locationId: null }
  }
  if (locationId && !(await listLocations(ctx)).some(({ id }) => id === locationId)) refuseStandard('NOT_FOUND')
  return { scheduleId: await hours.businessScheduleId(ctx), locationId: locationId ?? null }
}

/** Special days of one owner that are not over, in chronological order. */
export async function listSpecialDays(ctx: ReadContext, owner: OwnerIds): Promise<SpecialDay[]> {
  const today = ctx.now.toZonedDateTimeISO((await getSite(ctx)).timeZone).toPlainDate()
  return (await hours.listSpecialDaysFrom(ctx, await getOwner(ctx, owner), today)).map((row) => specialDayToWire(row, owner.resourceId ?? undefined))
}

/** Refuses with 400 a range that ends before it begins or lasts more than a year, and periods that overlap. */
function assertValid({ startsOn, untilOn, spans }: hours.SpecialDayValues): void {
  const days = startsOn.until(untilOn).days
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
}

/** Locks the schedule and refuses with 400 days that are special already; `exceptId` is the one that is being changed. */
async function lockFreeDays(ctx: TransactionContext, owner: hours.SpecialDayOwner, values: hours.SpecialDayValues, exceptId?: string): Promise<void> {
  await hours.lockSchedule(ctx, owner.scheduleId)
  const overlap = (await hours.listSpecialDaysFrom(ctx, owner, values.startsOn)).find(
    (row) => row.id !== exceptId && Temporal.PlainDate.compare(row.startsOn as Temporal.PlainDate, values.untilOn) <= 0,
  )
  assertNoViolations(
    overlap ? [invalidField('from', `overlaps ${overlap.title || 'other special days'} from ${String(overlap.startsOn)} to ${String(overlap.untilOn)}`)] : [],
  )
}
const toSpans = (periods: readonly { start: string; end: string }[]): hours.Span[] => periods.map(spanFromWire).sort((a, b) => a.start - b.start)

/** Refuses with 400 a range of more than a year, overlapping periods, and days that are special already. */
export async function createSpecialDay(ctx: TransactionContext, input: SpecialDayInput): Promise<SpecialDay> {
  const values: hours.SpecialDayValues = {
    title: (input.title ?? '').trim(),
    startsOn: Temporal.PlainDate.from(input.from),
    untilOn: Temporal.PlainDate.from(input.until ?? input.from),
    spans: toSpans(input.periods ?? []),
  }
  assertValid(values)
  const owner = await getOwner(ctx, input)
  await lockFreeDays(ctx, owner, values)
  return specialDayToWire(await hours.insertSpecialDay(ctx, owner, values), input.resourceId ?? undefined)
}

/** Changes what is given; their owner stays. Refuses as at creation, and with 404 what does not exist. */
export async function updateSpecialDay(ctx: TransactionContext, id: string, change: SpecialDayChange): Promise<SpecialDay> {
  const found = (await hours.specialDayById(ctx, id)) ?? refuseStandard('NOT_FOUND')
  await hours.lockSchedule(ctx, found.scheduleId)
  const before = (await hours.specialDayById(ctx, id)) ?? refuseStandard('NOT_FOUND')
  const values: hours.SpecialDayValues = {
    title: (change.title ?? before.title).trim(),
    startsOn: change.from === undefined ? (before.startsOn as Temporal.PlainDate) : Temporal.PlainDate.from(change.from),
    untilOn: change.until === undefined ? (before.untilOn as Temporal.PlainDate) : Temporal.PlainDate.from(change.until),
    spans: change.periods === undefined ? (before.spans as hours.Span[]) : toSpans(change.periods),
  }
  assertValid(values)
  await lockFreeDays(ctx, before, values, id)
  const resource = await resources.resourceOfSchedule(ctx, before.scheduleId)
  return specialDayToWire(await hours.updateSpecialDay(ctx, id, values), resource?.id)
}

/** Refuses with NOT_FOUND. */
export async function deleteSpecialDay(ctx: TransactionContext, id: string): Promise<void> {
  if (!(await hours.removeSpecialDay(ctx, id))) refuseStandard('NOT_FOUND')
}
