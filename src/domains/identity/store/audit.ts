/** The audit log: who did what to whom. Source: guide identity §14. */
import { sql } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { json, pipelineQuery, writes } from '#kit/db/open.ts'
import type { SiteCondition } from '#kit/jobs/runner.ts'

/** One line of the audit log: who did what to whom; never a secret. */
export async function audit(
  ctx: TransactionContext,
  action: string,
  entry: { siteId?: string; actorKind?: string; actorId?: string; subjectId?: string; data?: Record<string, unknown> } = {},
): Promise<void> {
  const { caller } = ctx
  const actorId = entry.actorId ?? caller.userId ?? caller.appId ?? caller.memberId ?? caller.visitorId ?? null
  await pipelineQuery(
    ctx.tx,
    sql`${writes('audit_entry')} insert into audit_entry (site_id, id, action, actor_kind, actor_id, subject_id, ip, request_id, data, at) values (
      ${entry.siteId ?? ctx.siteId}, ${ctx.newId()}, ${action}, ${entry.actorKind ?? caller.role}, ${actorId}, ${entry.subjectId ?? null},
      ${ctx.ip}, ${ctx.requestId}, ${json(entry.data ?? {})}, ${ctx.authNow})`,
  )
}

export interface AuditFilter {
  action?: string | undefined
  subjectId?: string | undefined
  actorId?: string | undefined
  before?: { at: string; id: string } | undefined
  limit: number
}
/** Entries of the log, newest first. An action that ends in `*` matches by prefix. */
export const auditEntries = (ctx: ReadContext, filter: AuditFilter) =>
  ctx.db
    .selectFrom('auditEntry')
    .select(['id', 'action', 'actorKind', 'actorId', 'subjectId', 'ip', 'requestId', 'at'])
    .select(sql<Record<string, unknown>>`data`.as('data'))
    .where('siteId', '=', ctx.siteId)
    .$if(filter.action !== undefined, (q) => {
      const action = filter.action as string
      return action.endsWith('*') ? q.where('action', 'like', `${action.slice(0, -1).replace(/[\\%_]/g, '\\$&')}%`) : q.where('action', '=', action)
    })
    .$if(filter.subjectId !== undefined, (q) => q.where('subjectId', '=', filter.subjectId as string))
    .$if(filter.actorId !== undefined, (q) => q.where('actorId', '=', filter.actorId as string))
    .$if(filter.before !== undefined, (q) => q.where(sql<boolean>`(at, id) < (${filter.before?.at ?? ''}::timestamptz, ${filter.before?.id ?? ''}::uuid)`))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(filter.limit)
    .execute()

/** Truncates IP addresses after 30 days and deletes entries after a year; deletes used captchas. Returns how many rows changed. Source: guide identity §14. */
export async function pruneAuditLog(ctx: TransactionContext, now: Temporal.Instant): Promise<number> {
  const day = (days: number) => now.subtract({ hours: 24 * days })
  const gone = await ctx.tx.deleteFrom('auditEntry').where('siteId', '=', ctx.siteId).where('at', '<', day(365)).executeTakeFirst()
  const cut = await sql`${writes('audit_entry')}
    update audit_entry set ip = case when ip like '%:%' then substring(ip from '^([0-9a-f]*:[0-9a-f]*:[0-9a-f]*)') || '::' else regexp_replace(ip, '\\.[0-9]+$', '.0') end
    where site_id = ${ctx.siteId}::uuid and at < ${day(30)} and ip <> '' and ip !~ '(\\.0|::)$'`.execute(ctx.tx)
  const captchas = await ctx.tx
    .deleteFrom('usedCaptcha')
    .where('siteId', '=', ctx.siteId)
    .where('usedAt', '<', now.subtract({ hours: 1 }))
    .executeTakeFirst()
  return Number(gone.numDeletedRows) + Number(cut.numAffectedRows ?? 0) + Number(captchas.numDeletedRows)
}

/** Entries of which the address is to be cut, or was. */
export const hasOldAuditEntries: SiteCondition = ({ authNow }) => sql`
  exists (select from audit_entry as one where one.site_id = site.id and one.at < ${authNow.subtract({ hours: 24 * 30 })})
  or exists (select from used_captcha as one where one.site_id = site.id and one.used_at < ${authNow.subtract({ hours: 1 })})`
