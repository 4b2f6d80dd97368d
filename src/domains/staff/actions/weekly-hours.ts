/** Saves weekly hours. Source: guide services-and-availability §10.3. */
import type { TransactionContext } from '#kit/api/context.ts'
import { assertNoViolations } from '#kit/api/refusal.ts'
import type { HoursPeriod } from '../contract.ts'
import { findHoursProblems } from '../rules/weekly-hours.ts'
import { replaceHours } from '../store/hours.ts'
import { listLocations } from '../store/locations.ts'
import { periodFromWire } from '../wire.ts'

/** Replaces the weekly rules of a schedule. Violates other sites' locations, and repeats without a first week. */
export async function replaceWeeklyHours(ctx: TransactionContext, scheduleId: string, periods: readonly HoursPeriod[]): Promise<void> {
  const problems = findHoursProblems(periods, new Set((await listLocations(ctx)).map(({ id }) => id)))
  assertNoViolations(
    problems.map(({ index, field, problem }) => ({ field: `periods[${index}].${field}`, description: problem, violatedRule: 'VALIDATION', data: {} })),
  )
  await replaceHours(ctx, scheduleId, periods.map(periodFromWire))
}
