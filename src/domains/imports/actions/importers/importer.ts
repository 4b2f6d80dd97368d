/** What each kind of import does with its rows. */
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import type { RowState } from '../../rules/import-machine.ts'
import type { ImportOptions } from '../../rules/options.ts'
import type { RowValues } from '../../rules/read-row.ts'
import type { Reason } from '../../rules/reasons.ts'

/** What comes, or would come, of a row. */
export interface Outcome {
  state: Exclude<RowState, 'WAITING'>
  /** Why it does not come; of the preview and the report. */
  reason?: Reason
  /** The field whose value is the reason. */
  field?: string
  /** What it became, or what is here already. */
  entityId?: string
}
export const failed = (reason: Reason, field?: string): Outcome => ({ state: 'FAILED', reason, ...(field !== undefined && { field }) })
export const skipped = (reason: Reason): Outcome => ({ state: 'SKIPPED', reason })
export const created: Outcome = { state: 'CREATED' }

export interface Importer {
  /** What each row would come to, as far as that can be said before; the other kinds of refusals come with the import itself. */
  foresee(ctx: ReadContext, rows: readonly RowValues[], options: ImportOptions): Promise<Outcome[]>
  /** Brings one row in. What it throws as a refusal is the reason why the row does not come. */
  bringIn(ctx: TransactionContext, values: RowValues, options: ImportOptions): Promise<Outcome>
}
