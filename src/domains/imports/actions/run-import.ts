/** Carries an import out, row by row. */
import { toItemError } from '#kit/api/bulk.ts'
import type { OwnTransactionContext, TransactionContext } from '#kit/api/context.ts'
import { getSite } from '#domains/site/public.ts'
import { withEmailsTo, withEventMetadata } from '#kit/jobs/event-metadata.ts'
import { getRowKey, readRow, type RowValues } from '../rules/read-row.ts'
import { createReason, joinReasons, toReason } from '../rules/reasons.ts'
import * as store from '../store/imports.ts'
import { findOrigins, insertOrigin, listWaiting, settleRow, type TableRow } from '../store/rows.ts'
import { importers } from './importers.ts'
import { failed, type Outcome, skipped } from './importers/importer.ts'

/** Rows of one run, so that other jobs get a turn and the lease does not expire. */
const BATCH_ROWS = 50

export const createRunJob = (id: string, line: number) => ({ kind: 'imports.run', key: `${id}:${line}`, data: { importId: id } })

/** The row was settled meanwhile, or the import cancelled: this transaction is rolled back. */
class Overtaken extends Error {}
/** Another row with the same key came at the same time. */
class SameRow extends Error {}

/**
 * The next rows of an import. Each has a transaction that also saves what came of it: a crash neither loses nor repeats one, and the job
 * that is taken up again goes on with the first row that still waits.
 */
export async function runImport(ctx: OwnTransactionContext, { importId }: { importId: string }): Promise<void> {
  const found = await ctx.read((work) => store.findImport(work, importId))
  if (found?.status !== 'RUNNING') return
  const { timeZone: zone } = await ctx.read(getSite)
  const rows = await ctx.read((work) => listWaiting(work, importId, { limit: BATCH_ROWS }))
  for (const row of rows) {
    const isOvertaken = await runRow(ctx, found, { row, zone })
    if (isOvertaken && (await ctx.read((work) => store.findImport(work, importId)))?.status !== 'RUNNING') return
  }
  await ctx.transaction(async (work) => {
    const [next] = await listWaiting(work, importId, { limit: 1 })
    if (next) work.enqueue(createRunJob(importId, next.line))
    else if ((await store.lockImport(work, importId))?.status === 'RUNNING') await store.markOver(work, importId, 'finish')
  })
}

/** Answers whether another runner or a cancellation was faster. Only refusals are reasons; everything else is a bug and ends the job, which is tried again. */
async function runRow(ctx: OwnTransactionContext, found: store.Import, { row, zone }: { row: TableRow; zone: string }): Promise<boolean> {
  const { values, problems } = readRow(found.kind, found.columns, row.cells, { ...found.options, zone })
  const settle = (outcome: Outcome) =>
    ctx
      .transaction((work) => saveOutcome(work, found, row.line, outcome))
      .then(
        () => false,
        (error: unknown) => (error instanceof Overtaken ? true : Promise.reject(error as Error)),
      )
  if (problems.length > 0) return settle(failed(joinReasons(problems)))
  try {
    await ctx.transaction(async (work) => {
      const outcome = await bringIn(work, found, values)
      await saveOutcome(work, found, row.line, outcome)
    })
    return false
  } catch (error) {
    if (error instanceof Overtaken) return true
    if (error instanceof SameRow) return settle(skipped(createReason('IMPORTED_BEFORE')))
    return settle(failed(toReason(toItemError(error))))
  }
}

async function saveOutcome(work: TransactionContext, { id }: store.Import, line: number, { state, reason }: Outcome): Promise<void> {
  // Locked, so that a cancellation lies before the row or behind it.
  if ((await store.lockImport(work, id))?.status !== 'RUNNING') throw new Overtaken()
  if (!(await settleRow(work, id, { line, state, reason }))) throw new Overtaken()
  await store.countRow(work, id, state)
}

async function bringIn(work: TransactionContext, { id, kind, options }: store.Import, values: RowValues): Promise<Outcome> {
  const key = getRowKey(kind, values)
  if ((await findOrigins(work, kind, [key])).size > 0) return skipped(createReason('IMPORTED_BEFORE'))
  const email = values['email']?.toLowerCase()
  const quiet = withEventMetadata(work, { originatedFrom: id, isUnannounced: !options.sendsWebhooks })
  const outcome = await importers[kind].bringIn(
    withEmailsTo(quiet, (address) => options.tellsClients && address.toLowerCase() === email),
    values,
    options,
  )
  // Members are known by their email, also when it was not an import that made them.
  if (kind !== 'MEMBERS' && outcome.state === 'CREATED' && outcome.entityId && !(await insertOrigin(work, kind, key, outcome.entityId))) throw new SameRow()
  return outcome
}
