/** The website that an owner arranges: pages of blocks, menu, footer, design. */
import { findPictureUses } from '#domains/media/hooks.ts'
import type { Domain } from '#kit/api/domain.ts'
import { bindHook } from '#kit/api/hooks.ts'
import { bindOperations } from '#kit/api/mount.ts'
import { websiteContract } from './contract.ts'
import { websiteEmailCatalog } from './emails/catalog.ts'
import { websiteHandlers } from './handlers.ts'
import { listPictureUses } from './actions/picture-uses.ts'
import * as tables from './tables.ts'

export const website: Domain = {
  name: 'website',
  operations: bindOperations(websiteContract, { website: websiteHandlers }),
  emails: { templates: websiteEmailCatalog },
  hooks: [bindHook(findPictureUses, (ctx, { mediaId }) => listPictureUses(ctx, mediaId))],
  tables,
}
