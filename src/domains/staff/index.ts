/** Staff members, resources, locations and working hours. */
import { onUserJoined, onUserLeft } from '#domains/collaborators/hooks.ts'
import { listSecretVariables } from '#domains/notifications/hooks.ts'
import { findPictureUses } from '#domains/media/hooks.ts'
import type { Domain } from '#kit/api/domain.ts'
import { bindHook } from '#kit/api/hooks.ts'
import { bindOperations } from '#kit/api/mount.ts'
import { isAboutCaller } from '#kit/api/own-work.ts'
import { connectNewUser, disconnectFormerUser } from './actions/connection.ts'
import { isAboutOwnStaffMember } from './actions/own-work.ts'
import { staffContract } from './contract.ts'
import { staffEmailCatalog } from './emails/catalog.ts'
import { staffHandlers } from './handlers.ts'
import { staffShowingPicture } from './store/staff.ts'
import * as tables from './tables.ts'

export const staff: Domain = {
  name: 'staff',
  operations: bindOperations(staffContract, { staff: staffHandlers }),
  emails: { templates: staffEmailCatalog },
  hooks: [
    bindHook(findPictureUses, async (ctx, { mediaId }) => (await staffShowingPicture(ctx, mediaId)).map((one) => ({ kind: 'STAFF_MEMBER', ...one }))),
    bindHook(listSecretVariables, async () => ({ 'staff-invitation': ['link'] })),
    bindHook(onUserJoined, connectNewUser),
    bindHook(onUserLeft, disconnectFormerUser),
    bindHook(isAboutCaller, isAboutOwnStaffMember),
  ],
  tables,
}
