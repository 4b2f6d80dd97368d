/**
 * Public holidays by country and region, to be closed on. Source: guide services-and-availability §10.3. decision: the rules of the package
 * `date-holidays` (code ISC; data CC BY-SA 3.0, with its notice), loaded when someone asks: its data is large.
 */
import { getSetting, getSite } from '#domains/site/public.ts'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { assertNoViolations } from '#kit/api/refusal.ts'
import type { SpecialDay } from '../contract/special-days.ts'
import { findFreeDays } from '../rules/free-days.ts'
import { createSpecialDay, listSpecialDays, type OwnerIds } from './special-days.ts'

const loadCalendar = async () => new (await import('date-holidays')).default()
const assertKnown = (isKnown: boolean, field: string) =>
  assertNoViolations(isKnown ? [] : [{ field, description: 'is not known', violatedRule: 'VALIDATION', data: {} }])
const toList = (names: Readonly<Record<string, string>> | undefined) =>
  Object.entries(names ?? {})
    .map(([code, name]) => ({ code, name }))
    .toSorted((a, b) => a.name.localeCompare(b.name))

/** The countries whose holidays are known, by name in English, and the one that the business is in, if it said so. */
export async function listHolidayCountries(ctx: ReadContext) {
  const calendar = await loadCalendar()
  const countries = toList(calendar.getCountries('en'))
  const own = (await getSetting(ctx, 'site.address'))?.country?.toUpperCase()
  const suggested = countries.find(({ code, name }) => code === own || name.toUpperCase() === own)?.code
  return { countries, ...(suggested && { suggested }) }
}

/** The public holidays of a year, named in the language of the site, and the regions of the country. Violates unknown countries and regions. */
export async function listHolidays(ctx: ReadContext, { country, region, year }: { country: string; region?: string | undefined; year: number }) {
  const calendar = await loadCalendar()
  assertKnown(country in calendar.getCountries('en'), 'country')
  const regions = toList(calendar.getStates(country, 'en'))
  assertKnown(region === undefined || regions.some(({ code }) => code === region), 'region')
  calendar.init(country, ...(region === undefined ? [] : [region]))
  const { language } = await getSite(ctx)
  const found = (calendar.getHolidays(year, language) || []).filter(({ type }) => type === 'public')
  // A holiday of several days, or that begins in the evening, is listed by its dates.
  const names = new Map(found.map(({ date, name }) => [date.slice(0, 10), name]))
  const holidays = [...names].map(([date, name]) => ({ date, name })).toSorted((a, b) => (a.date < b.date ? -1 : 1))
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
