/** Dashboard users: sign-in, account security, roles on sites. */
import { findSiteOwner } from '#domains/identity/hooks.ts'
import { listOwnerEmails } from '#domains/notifications/hooks.ts'
import type { Domain } from '#kit/api/domain.ts'
import { bindHook } from '#kit/api/hooks.ts'
import { bindOperations } from '#kit/api/mount.ts'
import { collaboratorsContract } from './contract.ts'
import { collaboratorsEmailCatalog } from './emails/catalog.ts'
import { collaboratorsEmailEditing } from './emails/editing.ts'
import { collaboratorsHandlers } from './handlers.ts'
import { findFounder, ownerEmails } from './store/owners.ts'
import * as tables from './tables.ts'

export const collaborators: Domain = {
  name: 'collaborators',
  operations: bindOperations(collaboratorsContract, { collaborators: collaboratorsHandlers }),
  emails: { templates: collaboratorsEmailCatalog, editing: collaboratorsEmailEditing },
  hooks: [bindHook(listOwnerEmails, (ctx) => ownerEmails(ctx)), bindHook(findSiteOwner, (ctx, { siteId }) => findFounder(ctx.db, siteId))],
  tables,
}
