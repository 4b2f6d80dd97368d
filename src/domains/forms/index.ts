/** Forms that clients fill in: what they ask, what was answered, and the files that were attached. */
import { exportPersonalData, onContactsMerged, onMemberStatusChanged } from '#domains/members/hooks.ts'
import type { Domain } from '#kit/api/domain.ts'
import { bindHook } from '#kit/api/hooks.ts'
import { bindOperations } from '#kit/api/mount.ts'
import { formsContract } from './contract.ts'
import { formsHandlers } from './handlers.ts'
import { deleteSubmissionsOfContact, exportSubmissions, moveSubmissions } from './public.ts'
import { formsSchedules } from './schedules.ts'
import * as tables from './tables.ts'

export const forms: Domain = {
  name: 'forms',
  operations: bindOperations(formsContract, { forms: formsHandlers }),
  schedules: formsSchedules,
  hooks: [
    bindHook(exportPersonalData, (ctx, { contactId }) => exportSubmissions(ctx, contactId)),
    bindHook(onContactsMerged, async (ctx, { fromId, toId }) => void (await moveSubmissions(ctx, fromId, toId))),
    bindHook(onMemberStatusChanged, async (ctx, { memberId, change, contactId }) => {
      if (change === 'erased') await deleteSubmissionsOfContact(ctx, contactId ?? memberId)
    }),
  ],
  tables,
}
