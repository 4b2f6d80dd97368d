/** Operation → action. */
import type { Handlers } from '#kit/api/mount.ts'
import * as control from './actions/control-import.ts'
import { findExamples } from './actions/find-examples.ts'
import { previewImport } from './actions/preview-import.ts'
import { receiveFile } from './actions/receive-file.ts'
import { downloadReport } from './actions/report.ts'
import type { importsApi } from './contract.ts'
import { listImports } from './store/imports.ts'
import { listReasons } from './store/rows.ts'
import { toProblem, toWire } from './wire.ts'

const SHOWN_IMPORTS = 20
const SHOWN_REASONS = 100

export const importsHandlers: Handlers<typeof importsApi> = {
  listImports: async (ctx) => ({ imports: (await listImports(ctx, SHOWN_IMPORTS)).map(toWire) }),
  uploadImport: async (ctx, { query, body }) => ({ import: toWire(await receiveFile(ctx, { kind: query.kind, fileName: query.fileName ?? '' }, body)) }),
  getImport: async (ctx, { params: { id } }) => {
    const found = await control.getImport(ctx, id)
    return {
      import: toWire(found),
      problems: (await listReasons(ctx, id, 'FAILED', SHOWN_REASONS)).map(toProblem),
      skippedRows: (await listReasons(ctx, id, 'SKIPPED', SHOWN_REASONS)).map(toProblem),
      examples: await findExamples(ctx, found),
    }
  },
  previewImport: (ctx, { params, body }) => previewImport(ctx, params.id, body),
  startImport: async (ctx, { params, body }) => ({ import: toWire(await control.startImport(ctx, params.id, body)) }),
  cancelImport: async (ctx, { params }) => ({ import: toWire(await control.cancelImport(ctx, params.id)) }),
  deleteImport: async (ctx, { params }) => {
    await control.deleteImport(ctx, params.id)
    return {}
  },
  downloadImportReport: (ctx, { params }) => downloadReport(ctx, params.id),
}
