/** SQL on imports. */
import { sql } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { json } from '#kit/db/open.ts'
import { getTransition } from '#kit/pure/state-machine.ts'
import type { ImportKind } from '../rules/fields.ts'
import { importMachine, type ImportStatus, type RowState } from '../rules/import-machine.ts'
import type { ImportOptions } from '../rules/options.ts'

export interface Import {
  id: string
  kind: ImportKind
  status: ImportStatus
  fileName: string
  columns: string[]
  options: ImportOptions
  rowCount: number
  createdCount: number
  updatedCount: number
  skippedCount: number
  failedCount: number
  createdAt: Temporal.Instant
  startedAt: Temporal.Instant | null
  finishedAt: Temporal.Instant | null
}

const columns = [
  'id',
  'kind',
  'status',
  'fileName',
  'columns',
  'options',
  'rowCount',
  'createdCount',
  'updatedCount',
  'skippedCount',
  'failedCount',
  'createdAt',
  'startedAt',
  'finishedAt',
] as const
const select = (ctx: ReadContext) => ctx.db.selectFrom('dataImport').select(columns).where('siteId', '=', ctx.siteId)
type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>
const toImport = (row: Row): Import => ({
  ...row,
  kind: row.kind as ImportKind,
  status: row.status as ImportStatus,
  columns: row.columns as string[],
  options: row.options as ImportOptions,
})

export async function findImport(ctx: ReadContext, id: string): Promise<Import | undefined> {
  const row = await select(ctx).where('id', '=', id).executeTakeFirst()
  return row && toImport(row)
}
export async function lockImport(ctx: TransactionContext, id: string): Promise<Import | undefined> {
  const row = await ctx.tx.selectFrom('dataImport').select(columns).where('siteId', '=', ctx.siteId).where('id', '=', id).forUpdate().executeTakeFirst()
  return row && toImport(row)
}
/** Locks what may be started or runs, in a fixed order: of several that are started at once each sees what the one before did. */
export const lockStartable = (ctx: TransactionContext): Promise<unknown> =>
  ctx.tx.selectFrom('dataImport').select('id').where('siteId', '=', ctx.siteId).where('status', 'in', ['READY', 'RUNNING']).orderBy('id').forUpdate().execute()
/** The newest first, without files that are still on their way. */
export const listImports = async (ctx: ReadContext, limit: number): Promise<Import[]> =>
  (await select(ctx).where('status', '<>', 'RECEIVING').orderBy('createdAt', 'desc').orderBy('id').limit(limit).execute()).map(toImport)
export const findRunning = async (ctx: ReadContext): Promise<Import | undefined> => {
  const row = await select(ctx).where('status', '=', 'RUNNING').limit(1).executeTakeFirst()
  return row && toImport(row)
}

export const insertImport = (
  ctx: TransactionContext,
  of: { id: string; kind: ImportKind; fileName: string; columns: readonly string[]; options: ImportOptions },
): Promise<unknown> =>
  ctx.tx
    .insertInto('dataImport')
    .values({
      siteId: ctx.siteId,
      id: of.id,
      kind: of.kind,
      fileName: of.fileName,
      status: 'RECEIVING',
      columns: json(of.columns),
      options: json(of.options),
      createdBy: ctx.caller.userId ?? null,
      createdAt: ctx.now,
    })
    .execute()

const update = (ctx: TransactionContext, id: string) => ctx.tx.updateTable('dataImport').where('siteId', '=', ctx.siteId).where('id', '=', id)

export async function markReceived(ctx: TransactionContext, id: string, rowCount: number): Promise<void> {
  const { from, to } = getTransition(importMachine, 'RECEIVING', 'receive')
  await update(ctx, id).set({ status: to, rowCount }).where('status', '=', from).execute()
}
export const saveOptions = (ctx: TransactionContext, id: string, options: ImportOptions): Promise<unknown> =>
  update(ctx, id)
    .set({ options: json(options) })
    .execute()
export async function markStarted(ctx: TransactionContext, id: string, options: ImportOptions): Promise<void> {
  const { from, to } = getTransition(importMachine, 'READY', 'start')
  await update(ctx, id)
    .set({ status: to, options: json(options), startedAt: ctx.now })
    .where('status', '=', from)
    .execute()
}
export async function markOver(ctx: TransactionContext, id: string, action: 'finish' | 'cancel'): Promise<void> {
  const { from, to } = getTransition(importMachine, 'RUNNING', action)
  await update(ctx, id).set({ status: to, finishedAt: ctx.now }).where('status', '=', from).execute()
}

const countColumns = { CREATED: 'createdCount', UPDATED: 'updatedCount', SKIPPED: 'skippedCount', FAILED: 'failedCount' } as const
/** Counts a row that was settled in the same transaction. */
export async function countRow(ctx: TransactionContext, id: string, state: Exclude<RowState, 'WAITING'>): Promise<void> {
  const column = countColumns[state]
  await update(ctx, id)
    .set((eb) => ({ [column]: eb(column, '+', 1) }))
    .execute()
}

export const deleteImport = (ctx: TransactionContext, id: string): Promise<unknown> =>
  ctx.tx.deleteFrom('dataImport').where('siteId', '=', ctx.siteId).where('id', '=', id).execute()
/** Imports whose results are no longer read, and files that broke off on their way. */
export async function deleteOld(
  ctx: TransactionContext,
  { before, brokenBefore }: { before: Temporal.Instant; brokenBefore: Temporal.Instant },
): Promise<number> {
  const deleted = await ctx.tx
    .deleteFrom('dataImport')
    .where('siteId', '=', ctx.siteId)
    .where((eb) =>
      eb.or([
        eb.and([eb('createdAt', '<', before), eb('status', '<>', 'RUNNING')]),
        eb.and([eb('createdAt', '<', brokenBefore), eb('status', '=', 'RECEIVING')]),
      ]),
    )
    .executeTakeFirst()
  return Number(deleted.numDeletedRows)
}

/** Whether `deleteOld` finds any: a condition on a row of `site`. */
export const hasOldImports = ({ before, brokenBefore }: { before: Temporal.Instant; brokenBefore: Temporal.Instant }) => sql<boolean>`
  exists (select from data_import as one where one.site_id = site.id
    and (one.created_at < ${before} and one.status <> 'RUNNING' or one.created_at < ${brokenBefore} and one.status = 'RECEIVING'))`
