/**
 * Public holidays by country and region, to be closed on. Source: guide services-and-availability §10.3. decision: the rules of the package
 * `date-holidays` (code ISC; data CC BY-SA 3.0, with its notice), in a thread that begins when someone asks: its data is large.
 */
import { getSetting, getSite } from '#domains/site/public.ts'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { assertNoViolations } from '#kit/api/refusal.ts'
import type { SpecialDay } from '../contract/special-days.ts'
import { holidayThread } from '../holiday-thread.ts'
import { findFreeDays } from '../rules/free-days.ts'
import { createSpecialDay, listSpecialDays, type OwnerIds } from './special-days.ts'

const assertKnown = (isKnown: boolean, field: string) =>
  assertNoViolations(isKnown ? [] : [{ field, description: 'is not known', violatedRule: 'VALIDATION', data: {} }])
const toList = (names: Readonly<Record<string, string>> | undefined) =>
  Object.entries(names ?? {})
    .map(([code, name]) => ({ code, name }))
    .toSorted((a, b) => a.name.localeCompare(b.name))

/** The countries whose holidays are known, by name in English, and the one that the business is in, if it said so. */
export async function listHolidayCountries(ctx: ReadContext) {
  const countries = toList(await holidayThread.run('listCountries', null))
  const own = (await getSetting(ctx, 'site.address'))?.country?.toUpperCase()
  const suggested = countries.find(({ code, name }) => code === own || name.toUpperCase() === own)?.code
  return { countries, ...(suggested && { suggested }) }
}

/** The public holidays of a year, named in the language of the site, and the regions of the country. Violates unknown countries and regions. */
export async function listHolidays(ctx: ReadContext, { country, region, year }: { country: string; region?: string | undefined; year: number }) {
  const known = await holidayThread.run('listRegions', country)
  assertKnown(known !== undefined, 'country')
  const regions = toList(known)
  assertKnown(region === undefined || regions.some(({ code }) => code === region), 'region')
  const { language } = await getSite(ctx)
  const holidays = await holidayThread.run('listHolidays', { country, region, year, language })
  return { regions, holidays }
}

/** Closes on these days; those that have special hours or are closed already are left as they are. */
export async function closeOnDays(
  ctx: TransactionContext,
  { days, ...owner }: OwnerIds & { days: readonly { date: string; title: string }[] },
): Promise<{ specialDays: SpecialDay[]; skipped: string[] }> {
  const { free, taken } = findFreeDays(days, await listSpecialDays(ctx, owner))
  const specialDays: SpecialDay[] = []
  for (const { date, title } of free) specialDays.push(await createSpecialDay(ctx, { ...owner, from: date, title }))
  return { specialDays, skipped: taken.map(({ date }) => date) }
}
