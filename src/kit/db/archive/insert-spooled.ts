/** Rows that wait in a folder into empty tables, many at a time. */
import { readFile } from 'node:fs/promises'
import type { TransactionContext } from '../../api/context.ts'
import { filePath, type Part, type TablePart } from '../../pure/archive-parts.ts'
import { insertRows, RowsRefused } from './insert-rows.ts'
import { sealLine } from './sealed-lines.ts'
import { readLines, spooledFile } from './spool.ts'
import { type ArchiveTable, isBytes } from './tables.ts'

/**
 * Inserts all rows of a table; rows that name others of their table come in a later round than those. `siteId`: the site that every row has to
 * belong to; undefined: rows of all sites. Throws RowsRefused.
 */
export async function insertSpooledTable(
  ctx: Pick<TransactionContext, 'tx'>,
  table: ArchiveTable,
  part: TablePart,
  { siteId, folder, onRows = () => undefined }: { siteId: string | undefined; folder: string; onRows?: (rows: number) => void },
): Promise<void> {
  let inserted = 0
  while (inserted < part.rows) {
    const before = inserted
    for await (const { lines, file } of readBatches(folder, table, part)) {
      const own = siteId === undefined ? lines : lines.map((line) => sealLine(table.rule, line))
      const count = await insertRows(ctx, table, siteId, own, file)
      inserted += count
      onRows(count)
    }
    if (inserted === before || (table.selfReferences.length === 0 && inserted < part.rows))
      throw new RowsRefused(`${part.rows - inserted} rows do not belong to the site`)
  }
}

const BATCH_ROWS = 500
const BATCH_CHARACTERS = 1_000_000
/** Lines of a part, many at a time; of a table with files one at a time, with the file that it names. */
async function* readBatches(folder: string, table: ArchiveTable, part: Part): AsyncGenerator<{ lines: string[]; file?: Uint8Array }> {
  const byteColumn = table.columns.find(isBytes)?.name
  let lines: string[] = []
  let size = 0
  for await (const line of readLines(folder, part)) {
    if (byteColumn) {
      const hash = (JSON.parse(line) as Record<string, string | null>)[byteColumn]
      yield { lines: [line], ...(hash && { file: await readFile(spooledFile(folder, { path: filePath(hash) })) }) }
      continue
    }
    lines.push(line)
    size += line.length
    if (lines.length < BATCH_ROWS && size < BATCH_CHARACTERS) continue
    yield { lines }
    lines = []
    size = 0
  }
  if (lines.length > 0) yield { lines }
}
