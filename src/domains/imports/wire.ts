import type { Static } from 'typebox'
import type { importsApi } from './contract.ts'
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
