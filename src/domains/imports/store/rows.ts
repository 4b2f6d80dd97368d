/** SQL on rows of imports, and on what they became. */
import { sql } from 'kysely'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { json, writes } from '#kit/db/open.ts'
import { getTransition } from '#kit/pure/state-machine.ts'
import type { ImportKind } from '../rules/fields.ts'
import { rowMachine, type RowState } from '../rules/import-machine.ts'
import type { Reason } from '../rules/reasons.ts'

export interface TableRow {
  /** Line of the file on which the row ends; the header is line 1. */
  line: number
  cells: string[]
}

export const insertRows = (ctx: TransactionContext, importId: string, rows: readonly TableRow[]): Promise<unknown> =>
  sql`${writes('data_import_row')}
    insert into data_import_row (site_id, import_id, line, state, cells)
    select ${ctx.siteId}::uuid, ${importId}::uuid, n.line, 'WAITING', n.cells
    from jsonb_to_recordset(${json(rows)}::jsonb) as n(line int, cells jsonb)`.execute(ctx.tx)

const select = (ctx: ReadContext, importId: string) =>
  ctx.db.selectFrom('dataImportRow').where('siteId', '=', ctx.siteId).where('importId', '=', importId).orderBy('line')

/** The next rows that were not settled yet, behind a line. */
export async function listWaiting(ctx: ReadContext, importId: string, { after = 0, limit }: { after?: number; limit: number }): Promise<TableRow[]> {
  const rows = await select(ctx, importId).select(['line', 'cells']).where('state', '=', 'WAITING').where('line', '>', after).limit(limit).execute()
  return rows.map(({ line, cells }) => ({ line, cells: (cells ?? []) as string[] }))
}
/** The next rows that did not come, behind a line: those that failed, were skipped, or still waited when the import was cancelled. */
export async function listLeft(ctx: ReadContext, importId: string, { after, limit }: { after: number; limit: number }) {
  const rows = await select(ctx, importId)
    .select(['line', 'cells', 'state', 'reason'])
    .where('state', 'in', ['FAILED', 'SKIPPED', 'WAITING'])
    .where('line', '>', after)
    .limit(limit)
    .execute()
  return rows.map((row) => ({ line: row.line, cells: (row.cells ?? []) as string[], state: row.state as RowState, reason: row.reason ?? '' }))
}
/** The first rows that failed or were skipped. */
export async function listReasons(ctx: ReadContext, importId: string, state: 'FAILED' | 'SKIPPED', limit: number): Promise<{ line: number; reason: Reason }[]> {
  const rows = await select(ctx, importId).select(['line', 'reason', 'reasonCode', 'reasonData']).where('state', '=', state).limit(limit).execute()
  return rows.map(({ line, reason, reasonCode, reasonData }) => ({
    line,
    reason: { code: reasonCode ?? 'OTHER', data: (reasonData ?? {}) as Reason['data'], text: reason ?? '' },
  }))
}

/** Settles a row; false when it was before. What has come needs its cells no longer. */
export async function settleRow(
  ctx: TransactionContext,
  importId: string,
  { line, state, reason }: { line: number; state: Exclude<RowState, 'WAITING'>; reason?: Reason | undefined },
): Promise<boolean> {
  const transition = getTransition(rowMachine, 'WAITING', 'settle', state)
  const settled = await ctx.tx
    .updateTable('dataImportRow')
    .set({
      state: transition.to,
      ...(reason && { reason: reason.text, reasonCode: reason.code, reasonData: json(reason.data) }),
      ...(state === 'CREATED' || state === 'UPDATED' ? { cells: null } : {}),
    })
    .where('siteId', '=', ctx.siteId)
    .where('importId', '=', importId)
    .where('line', '=', line)
    .where('state', '=', transition.from)
    .returning('line')
    .executeTakeFirst()
  return settled !== undefined
}

/** Which of the keys came before, in whichever file. */
export async function findOrigins(ctx: ReadContext, kind: ImportKind, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set()
  const rows = await ctx.db
    .selectFrom('dataImportOrigin')
    .select('key')
    .where('siteId', '=', ctx.siteId)
    .where('kind', '=', kind)
    .where('key', 'in', keys)
    .execute()
  return new Set(rows.map(({ key }) => key))
}
/** Keeps what a row became; false when it came before, also in a transaction at the same time. */
export async function insertOrigin(ctx: TransactionContext, kind: ImportKind, key: string, entityId: string): Promise<boolean> {
  const row = await ctx.tx
    .insertInto('dataImportOrigin')
    .values({ siteId: ctx.siteId, kind, key, entityId })
    .onConflict((oc) => oc.doNothing())
    .returning('key')
    .executeTakeFirst()
  return row !== undefined
}

/** Forgets what became of rows that are known by an address of an erased person: it begins their key. */
export async function deleteOriginsOfPerson(ctx: TransactionContext, emails: readonly string[]): Promise<void> {
  if (emails.length === 0) return
  await ctx.tx
    .deleteFrom('dataImportOrigin')
    .where('siteId', '=', ctx.siteId)
    .where((eb) => eb.or(emails.map((email) => sql<boolean>`starts_with(key, ${`${email.toLowerCase()} `})`)))
    .execute()
}
