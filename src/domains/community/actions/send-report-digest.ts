/** The letter about new reports. Source: guide members 14. */
import type { Ctx } from '#kit/ctx.ts'
import { ownerEmails } from '#domains/identity/public.ts'
import { currentSite } from '#domains/site/public.ts'
import { digestDay } from '../rules/reports.ts'
import * as reports from '../store/reports.ts'

/** One letter a day to the owners, in the morning, when somebody was reported since the morning before; each report is told once. */
export async function sendReportDigest(ctx: Ctx): Promise<number> {
  const { day, from, until } = digestDay(ctx.now, (await currentSite(ctx)).timeZone)
  const count = await reports.countOpenBetween(ctx, from, until)
  if (count === 0) return 0
  for (const to of await ownerEmails(ctx.tx, ctx.siteId))
    ctx.send({ to, template: 'MEMBERS_REPORTED', variables: { count, url: `${ctx.origin}/dashboard/members?tab=reported` }, once: `${day}:${to}` })
  return count
}
