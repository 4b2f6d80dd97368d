/** The whole days of a published calendar, to be closed on. Source: guide services-and-availability §10.3. */
import { getSite } from '#domains/site/public.ts'
import type { OwnTransactionContext } from '#kit/api/context.ts'
import { readWholeDays } from '../calendar-thread.ts'
import { readAddress, refuseProblem } from './connect.ts'
import { getCalendarCalls } from './process.ts'

/** decision: as many as can be closed at once; holidays of schools beyond them are read again later. */
const MOST_DAYS = 100
/** decision: what is booked on the days is listed for a year at most. */
const HOURS_AHEAD = 365 * 24

/** From today on, in order. Refuses with why the address cannot be read. */
export async function listCalendarDays(ctx: OwnTransactionContext, url: string): Promise<{ date: string; name: string }[]> {
  const address = readAddress(url)
  const { timeZone } = await ctx.read(getSite)
  const range = { from: ctx.now, to: ctx.now.add({ hours: HOURS_AHEAD }) }
  try {
    const account = await getCalendarCalls().open({ provider: 'ICAL', url: address })
    const [calendar] = await account.listCalendars()
    const content = await account.read(calendar?.id ?? '', range, undefined)
    const files = 'files' in content ? content.files : []
    const days = await readWholeDays({ files, range: { start: range.from.epochMilliseconds, end: range.to.epochMilliseconds }, zone: timeZone })
    return days.slice(0, MOST_DAYS).map(({ date, title }) => ({ date, name: title }))
  } catch (error) {
    return refuseProblem(error)
  }
}
