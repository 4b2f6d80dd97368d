/** All SQL on emails that time causes. */
import type { Temporal } from 'temporal-polyfill'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import type { Automation, AutomationKind } from '../rules/automations.ts'
import { sql } from 'kysely'
import type { SiteCondition } from '#kit/jobs/runner.ts'

/** What the business has set, from the cache. */
export const listStoredAutomations = (ctx: ReadContext): Promise<(Automation & { kind: string })[]> =>
  ctx.cache(['email_automation'], 'email automations', () =>
    ctx.db.selectFrom('emailAutomation').select(['kind', 'isOn', 'amount']).where('siteId', '=', ctx.siteId).execute(),
  )

export const saveAutomation = (ctx: TransactionContext, kind: AutomationKind, { isOn, amount }: Automation, doneUntil: Temporal.Instant): Promise<unknown> =>
  ctx.tx
    .insertInto('emailAutomation')
    .values({ siteId: ctx.siteId, kind, isOn, amount, doneUntil })
    .onConflict((conflict) => conflict.columns(['siteId', 'kind']).doUpdateSet({ isOn, amount, doneUntil }))
    .execute()

/** Until when was looked, locked; undefined while another process looks, and for what was never set. */
export async function lockDoneUntil(ctx: TransactionContext, kind: AutomationKind): Promise<Temporal.Instant | null | undefined> {
  const row = await ctx.tx
    .selectFrom('emailAutomation')
    .select('doneUntil')
    .where('siteId', '=', ctx.siteId)
    .where('kind', '=', kind)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row?.doneUntil
}
export const saveDoneUntil = (ctx: TransactionContext, kind: AutomationKind, doneUntil: Temporal.Instant): Promise<unknown> =>
  ctx.tx.updateTable('emailAutomation').set({ doneUntil }).where('siteId', '=', ctx.siteId).where('kind', '=', kind).execute()

/** One of these emails is on. Those that are on without having been set have no stretch of time to look at. */
export const hasAutomations =
  (...kinds: AutomationKind[]): SiteCondition =>
  () =>
    sql`exists (select from email_automation as one where one.site_id = site.id and one.is_on and one.kind in (${sql.join(kinds)}))`
