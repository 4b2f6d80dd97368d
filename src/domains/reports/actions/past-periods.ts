/** What came of days and months that are over is summed once; reports read the sums, and count in the rows what is not summed or has changed since. */
import { Temporal } from 'temporal-polyfill'
import { getSite } from '#domains/site/public.ts'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { zoneOffsets } from '#kit/pure/zone.ts'
import { lastMonths } from '../rules/months.ts'
import { findOpenRanges, joinPeriods, listDays, listMonths, toRange, type OpenRange, type Period } from '../rules/periods.ts'
import { countClients, insertClients } from '../store/client-movements.ts'
import { countRevenue, insertRevenue } from '../store/revenue-shares.ts'
import { countVisits, insertSessionSums, insertVisits } from '../store/session-statistics.ts'
import { deleteChanged, deleteOtherPeriods, findSumBound, insertSummedPeriods, listChanges, listSummedPeriods, type SumKind } from '../store/summed-periods.ts'
import { countSessions } from './session-sums.ts'

/** As far back as a report looks, and the month before, in which those came who lapsed in the first one. */
const MOST_MONTHS = 25
/** Summed in one transaction: days, or months, of which each reads the first visit of all who came. */
const AT_ONCE: Record<SumKind, number> = { SESSIONS: 120, REVENUE: 120, CLIENTS: 4 }

/** Days or months of the range, on the clock of the business. */
async function listPeriods(ctx: ReadContext, kind: SumKind, range: OpenRange): Promise<Period[]> {
  const offsets = zoneOffsets((await getSite(ctx)).timeZone)
  return kind === 'CLIENTS' ? listMonths(range, offsets) : listDays(range, offsets)
}

export interface SplitTime {
  /** Their sums are as their rows. */
  periods: Period[]
  /** What else there is up to now. */
  open: OpenRange[]
}
/** Of the time from `from` up to now: what is summed, and what is to be counted in its rows. */
export async function splitTime(ctx: ReadContext, kind: SumKind, from: number): Promise<SplitTime> {
  // The last millisecond is whole: what began at `now` itself counts.
  const range = { from, to: ctx.now.epochMilliseconds + 1 }
  const periods = await listSummedPeriods(ctx, kind, await listPeriods(ctx, kind, range))
  return { periods, open: findOpenRanges(range, periods) }
}

const listStarts = (periods: readonly Period[]): number[] => periods.map(({ startsAt }) => startsAt)

/** Sums neighbouring periods; answers how many. */
type SumPeriods = (ctx: TransactionContext, periods: readonly Period[]) => Promise<number>
const sumPeriods: Record<SumKind, SumPeriods> = {
  /** A day with a session that is not over waits. */
  SESSIONS: async (ctx, days) => {
    const { sums, openDays } = await countSessions(ctx, toRange(days))
    const over = days.filter(({ startsAt }) => !openDays.has(startsAt))
    const starts = await insertSummedPeriods(ctx, 'SESSIONS', over)
    const own = sums.filter(({ startsAt }) => starts.has(startsAt))
    await insertSessionSums(ctx, own)
    await insertVisits(ctx, days, starts, await countVisits(ctx, toRange(days), listStarts(days)))
    return starts.size
  },
  REVENUE: async (ctx, days) => {
    const starts = await insertSummedPeriods(ctx, 'REVENUE', days)
    await insertRevenue(ctx, days, starts, await countRevenue(ctx, toRange(days), listStarts(days)))
    return starts.size
  },
  CLIENTS: async (ctx, months) => {
    const starts = await insertSummedPeriods(ctx, 'CLIENTS', months)
    await insertClients(ctx, months, starts, await countClients(ctx, toRange(months), await startOfMonthBefore(ctx, toRange(months).from), listStarts(months)))
    return starts.size
  },
}
/** The start of the month before the one that begins at an instant. */
export async function startOfMonthBefore(ctx: ReadContext, at: number): Promise<number> {
  const { timeZone } = await getSite(ctx)
  return Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone).toPlainDate().subtract({ months: 1 }).toZonedDateTime(timeZone)
    .epochMilliseconds
}

/** Sums the latest of the periods of one kind that are not summed or have changed; answers whether others are left. */
async function sumKind(ctx: TransactionContext, kind: SumKind, periods: readonly Period[]): Promise<boolean> {
  await deleteOtherPeriods(ctx, kind, periods)
  // The notes are read before the rows: what is noted later is summed anew once more.
  await deleteChanged(ctx, await listChanges(ctx, kind))
  const summed = new Set(listStarts(await listSummedPeriods(ctx, kind, periods)))
  const missing = periods.filter(({ startsAt }) => !summed.has(startsAt))
  let done = 0
  for (const part of joinPeriods(missing.slice(-AT_ONCE[kind]))) done += await sumPeriods[kind](ctx, part)
  return done > 0 && missing.length > AT_ONCE[kind]
}

/** Sums what is over, the latest first, and removes what no report looks back on. Answers of how many kinds others are left. */
export async function sumPastPeriods(ctx: TransactionContext): Promise<number> {
  const { timeZone } = await getSite(ctx)
  const range = { from: lastMonths(ctx.now, timeZone, MOST_MONTHS).from.epochMilliseconds, to: await findSumBound(ctx) }
  let unfinished = 0
  for (const kind of ['SESSIONS', 'REVENUE', 'CLIENTS'] as const) if (await sumKind(ctx, kind, await listPeriods(ctx, kind, range))) unfinished++
  return unfinished
}
