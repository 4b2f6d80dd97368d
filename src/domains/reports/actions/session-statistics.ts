/** Occupancy and attendance of classes: sessions from the calendar, participants from bookings. Days that are over come from their sums. */
import { servicesBySchedules } from '#domains/services/public.ts'
import type { Reply } from '#kit/api/contract.ts'
import type { ReadContext } from '#kit/api/context.ts'
import { getSite } from '#domains/site/public.ts'
import type { reportsApi } from '../contract.ts'
import { findMonth, lastMonths, type ReportMonths } from '../rules/months.ts'
import { aggregateStatistics, sumByHour, type PastSessions, type SessionStatistics, type SessionSum, type VisitCounts } from '../rules/session-statistics.ts'
import * as store from '../store/session-statistics.ts'
import { splitTime, type SplitTime } from './past-periods.ts'
import { countSessions } from './session-sums.ts'

const none: SessionStatistics = { sessions: 0, places: 0, taken: 0, booked: 0, attended: 0, missed: 0, cancelled: 0 }
const listStarts = ({ starts }: ReportMonths): number[] => starts.map((at) => at.epochMilliseconds)

/** Sessions with their service as it is today; those whose service is gone are left out. */
async function loadSessions(ctx: ReadContext, months: ReportMonths, { periods, open }: SplitTime): Promise<PastSessions[]> {
  const sums: (SessionSum & { month: string })[] = (await store.readSessionSums(ctx, periods, listStarts(months))).map((sum) => ({
    ...sum,
    month: months.names[sum.nr - 1] ?? '',
  }))
  for (const range of open) for (const sum of (await countSessions(ctx, range)).sums) sums.push({ ...sum, month: findMonth(months, sum.startsAt) })
  const services = new Map((await servicesBySchedules(ctx, [...new Set(sums.map(({ scheduleId }) => scheduleId))])).map((one) => [one.scheduleId, one]))
  const onCourses = await store.countPeopleBySchedule(ctx, [...new Set(sums.flatMap(({ isCourse, scheduleId }) => (isCourse ? [scheduleId] : [])))])
  return sums.flatMap((sum): PastSessions[] => {
    const service = services.get(sum.scheduleId)
    if (!service) return []
    const { month, weekday, hour, sessions } = sum
    const taken = sum.isCourse ? sessions * (onCourses.get(sum.scheduleId) ?? 0) : sum.taken
    return [{ month, serviceId: service.id, name: service.name, weekday, hour, sessions, places: sum.places + sum.withoutPlaces * service.capacity, taken }]
  })
}
async function loadVisits(ctx: ReadContext, months: ReportMonths, { periods, open }: SplitTime): Promise<VisitCounts[]> {
  const starts = listStarts(months)
  const sums = await store.readVisits(ctx, periods, starts)
  for (const range of open) sums.push(...(await store.countVisits(ctx, range, starts)))
  const names = await store.findServiceNames(ctx, [...new Set(sums.map(({ serviceId }) => serviceId))])
  return sums.map(({ nr, ...sum }) => ({ ...sum, month: months.names[nr - 1] ?? '', name: names.get(sum.serviceId) ?? '' }))
}

/** Whole months back from the current one, without sessions in the future. */
export async function loadSessionStatistics(ctx: ReadContext, count: number): Promise<Reply<typeof reportsApi.getSessionStatistics>> {
  const { timeZone } = await getSite(ctx)
  const months = lastMonths(ctx.now, timeZone, count)
  const time = await splitTime(ctx, 'SESSIONS', months.from.epochMilliseconds)
  const sessions = await loadSessions(ctx, months, time)
  const visits = await loadVisits(ctx, months, time)
  const byMonth = aggregateStatistics(({ month }) => month, sessions, visits)
  const byService = aggregateStatistics(({ serviceId }) => serviceId, sessions, visits)
  const names = new Map([...visits, ...sessions].map(({ serviceId, name }) => [serviceId, name]))
  return {
    months: months.names.map((month, i) => ({ month, isOpen: i === count - 1, ...(byMonth.get(month) ?? none) })),
    services: [...byService]
      .map(([serviceId, figures]) => ({ serviceId, name: names.get(serviceId) ?? '', ...figures }))
      .toSorted((a, b) => b.booked - a.booked || (a.name < b.name ? -1 : 1)),
    hours: sumByHour(sessions),
  }
}
