/** Operation → action. */
import { assertSetupToken } from '#domains/setup/public.ts'
import type { Handlers } from '#kit/api/mount.ts'
import { importSite } from './actions/import-site.ts'
import * as kept from './actions/kept-archives.ts'
import type { archiveApi } from './contract.ts'

export const archiveHandlers: Handlers<typeof archiveApi> = {
  getArchive: kept.describeArchive,
  startArchive: kept.startArchive,
  openArchive: kept.openArchive,
  deleteArchive: kept.deleteArchive,
  downloadArchive: (ctx, { params }) => kept.downloadArchive(ctx, params.ticket),
  importArchive: (ctx, { query, body }) => importSite(ctx, kept.getArchiveSettings(), body, { assertAllowed: (work) => assertSetupToken(work, query.token) }),
}
