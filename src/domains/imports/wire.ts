import type { Static } from 'typebox'
import type { importsApi } from './contract.ts'
import type { Reason } from './rules/reasons.ts'
import type { Import } from './store/imports.ts'

type ImportWire = Static<(typeof importsApi)['uploadImport']['reply']>['import']

export const toWire = ({
  options,
  rowCount,
  createdCount,
  updatedCount,
  skippedCount,
  failedCount,
  createdAt,
  startedAt,
  finishedAt,
  ...rest
}: Import): ImportWire => ({
  ...rest,
  ...options,
  rows: rowCount,
  created: createdCount,
  updated: updatedCount,
  skipped: skippedCount,
  failed: failedCount,
  createdDate: createdAt.toString(),
  ...(startedAt && { startedDate: startedAt.toString() }),
  ...(finishedAt && { finishedDate: finishedAt.toString() }),
})

export type Problem = Static<(typeof importsApi)['getImport']['reply']>['problems'][number]
export const toProblem = ({ line, column, reason: { code, data, text } }: { line: number; column?: string | undefined; reason: Reason }): Problem => ({
  line,
  ...(column !== undefined && { column }),
  code,
  data,
  reason: text,
})
