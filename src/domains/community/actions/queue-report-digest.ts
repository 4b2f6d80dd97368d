/** The email about new reports. Source: guide members §14. */
import type { TransactionContext } from '#kit/api/context.ts'
import { queueEmail } from '#domains/notifications/public.ts'
import { getSite } from '#domains/site/public.ts'
import { lastDigestPeriod } from '../rules/reports.ts'
import * as reports from '../store/reports.ts'
import type { CommunityEmails } from '../emails/variables.ts'

/** One email a day to the owners, in the morning, if members were reported since the last one. Each report is counted once. */
export async function queueReportDigest(ctx: TransactionContext): Promise<number> {
  const { day, from, until } = lastDigestPeriod(ctx.now, (await getSite(ctx)).timeZone)
  const count = await reports.countOpenBetween(ctx, from, until)
  if (count === 0) return 0
  await queueEmail<CommunityEmails>(
    ctx,
    { kind: 'owners' },
    { template: 'MEMBERS_REPORTED', variables: { count, url: `${ctx.origin}/dashboard/members?tab=reported` }, uniqueKey: day },
  )
  return count
}
