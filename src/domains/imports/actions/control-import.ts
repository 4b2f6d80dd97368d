/** Starts, cancels and removes imports. */
import type { Temporal } from 'temporal-polyfill'
import { audit } from '#domains/identity/public.ts'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import { refuse } from '../errors.ts'
import * as store from '../store/imports.ts'
import { assertMappingFits, changeOptions, type OptionsChange } from './options.ts'
import { createRunJob } from './run-import.ts'
import type { SiteCondition } from '#kit/jobs/runner.ts'

const lock = async (ctx: TransactionContext, id: string): Promise<store.Import> => (await store.lockImport(ctx, id)) ?? refuseStandard('NOT_FOUND')
export const getImport = async (ctx: ReadContext, id: string): Promise<store.Import> => (await store.findImport(ctx, id)) ?? refuseStandard('NOT_FOUND')

/** One import runs at a time. Refuses with NOT_FOUND, IMPORT_NOT_READY, IMPORT_RUNNING and IMPORT_MAPPING_INVALID. */
export async function startImport(ctx: TransactionContext, id: string, change: OptionsChange): Promise<store.Import> {
  await store.lockStartable(ctx)
  const found = await lock(ctx, id)
  if (found.status !== 'READY') refuse('IMPORT_NOT_READY')
  if (await store.findRunning(ctx)) refuse('IMPORT_RUNNING')
  const options = await changeOptions(ctx, found, change)
  assertMappingFits(found.kind, found.columns, options.mapping)
  await store.markStarted(ctx, id, options)
  await audit(ctx, 'import.started', { subjectId: id, data: { kind: found.kind, fileName: found.fileName, rows: found.rowCount } })
  ctx.enqueue(createRunJob(id, 0))
  return getImport(ctx, id)
}

/** The rows that came stay; those that waited are in the report. Refuses with NOT_FOUND and IMPORT_NOT_RUNNING. */
export async function cancelImport(ctx: TransactionContext, id: string): Promise<store.Import> {
  if ((await lock(ctx, id)).status !== 'RUNNING') refuse('IMPORT_NOT_RUNNING')
  await store.markOver(ctx, id, 'cancel')
  await audit(ctx, 'import.canceled', { subjectId: id })
  return getImport(ctx, id)
}

/** Refuses with NOT_FOUND and IMPORT_RUNNING. */
export async function deleteImport(ctx: TransactionContext, id: string): Promise<void> {
  if ((await lock(ctx, id)).status === 'RUNNING') refuse('IMPORT_RUNNING')
  await store.deleteImport(ctx, id)
}

const RETENTION_DAYS = 30
const BROKEN_AFTER_HOURS = 2
/** Schedule: deletes files and reports after a month, and files that broke off on their way. */
export const deleteOldImports = (ctx: TransactionContext): Promise<number> => store.deleteOld(ctx, toLimits(ctx.now))
export const hasOldImports: SiteCondition = ({ now }) => store.hasOldImports(toLimits(now))
const toLimits = (now: Temporal.Instant) => ({
  before: now.subtract({ hours: 24 * RETENTION_DAYS }),
  brokenBefore: now.subtract({ hours: BROKEN_AFTER_HOURS }),
})
