/** What stands in the columns of a file that is to be imported. */
import type { ReadContext } from '#kit/api/context.ts'
import { toExamples } from '../rules/examples.ts'
import type { Import } from '../store/imports.ts'
import { listWaiting } from '../store/rows.ts'

const EXAMINED_ROWS = 20

/** Column → up to three of its values; empty once the import is started. */
export async function findExamples(ctx: ReadContext, { id, status, columns }: Import): Promise<Record<string, string[]>> {
  if (status !== 'READY') return {}
  const rows = await listWaiting(ctx, id, { limit: EXAMINED_ROWS })
  return toExamples(
    columns,
    rows.map(({ cells }) => cells),
  )
}
