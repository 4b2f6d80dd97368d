/** The rows that did not come, as a table that can be mended and imported again. */
import { Readable } from 'node:stream'
import type { OwnTransactionContext } from '#kit/api/context.ts'
import { fileReply, type StreamedReply } from '#kit/api/raw-reply.ts'
import { toCsv, toCsvRows } from '#kit/pure/csv.ts'
import type { Import } from '../store/imports.ts'
import { listLeft } from '../store/rows.ts'
import { getImport } from './control-import.ts'

const BATCH_ROWS = 500
const results = { FAILED: 'failed', SKIPPED: 'skipped', WAITING: 'not imported', CREATED: '', UPDATED: '' } as const

/** Every column of the file, then the line, what came of it and why. Refuses with NOT_FOUND. */
export async function downloadReport(ctx: OwnTransactionContext, id: string): Promise<StreamedReply> {
  const found = await ctx.read((work) => getImport(work, id))
  return fileReply(`import-report-${found.createdAt.toString().slice(0, 10)}.csv`, 'text/csv; charset=utf-8', Readable.from(writeReport(ctx, found)))
}

async function* writeReport(ctx: OwnTransactionContext, { id, columns, options }: Import): AsyncGenerator<string> {
  yield toCsv([...columns, 'Line', 'Result', 'Reason'], [])
  // A hash that a report carries around is one more place from which it can be lost.
  const isSecret = columns.map((column) => options.mapping[column] === 'passwordHash')
  for (let after = 0; ; ) {
    const rows = await ctx.read((work) => listLeft(work, id, { after, limit: BATCH_ROWS }))
    const last = rows.at(-1)
    if (!last) return
    yield toCsvRows(
      rows.map(({ line, cells, state, reason }) => [...columns.map((_, place) => (isSecret[place] ? '' : (cells[place] ?? ''))), line, results[state], reason]),
    )
    after = last.line
  }
}
