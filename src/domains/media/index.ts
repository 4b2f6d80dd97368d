/** Pictures that owners and members upload. */
import type { Domain } from '#kit/api/domain.ts'
import { bindOperations } from '#kit/api/mount.ts'
import { mediaContract } from './contract.ts'
import { mediaHandlers, siteFilesHandlers } from './handlers.ts'
import * as tables from './tables.ts'

export const media: Domain = {
  name: 'media',
  operations: bindOperations(mediaContract, { media: mediaHandlers, siteFiles: siteFilesHandlers }),
  tables,
}
