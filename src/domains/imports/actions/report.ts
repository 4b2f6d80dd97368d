/** The rows that did not come, as a table that can be mended and imported again. */
import type { OwnTransactionContext } from '#kit/api/context.ts'
import { csvReply, EXPORT_PAGE_ROWS, readPages } from '#kit/api/csv-reply.ts'
import type { StreamedReply } from '#kit/api/raw-reply.ts'
import { listLeft } from '../store/rows.ts'
import { getImport } from './control-import.ts'

const results = { FAILED: 'failed', SKIPPED: 'skipped', WAITING: 'not imported', CREATED: '', UPDATED: '' } as const
type Left = Awaited<ReturnType<typeof listLeft>>[number]

/** Every column of the file, then the line, what came of it and why. Refuses with NOT_FOUND. */
export async function downloadReport(ctx: OwnTransactionContext, id: string): Promise<StreamedReply> {
  const { columns, options, createdAt } = await ctx.read((work) => getImport(work, id))
  // A hash that a report carries around is one more place from which it can be lost.
  const isSecret = columns.map((column) => options.mapping[column] === 'passwordHash')
  return csvReply(`import-report-${createdAt.toString().slice(0, 10)}.csv`, {
    head: [...columns, 'Line', 'Result', 'Reason'],
    pages: readPages<Left>((last) => ctx.read((work) => listLeft(work, id, { after: last?.line ?? 0, limit: EXPORT_PAGE_ROWS }))),
    toCells: ({ line, cells, state, reason }) => [...columns.map((_, place) => (isSecret[place] ? '' : (cells[place] ?? ''))), line, results[state], reason],
    readBy: 'spreadsheets',
  })
}
