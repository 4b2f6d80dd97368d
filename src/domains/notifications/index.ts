/** Emails: the outbox, its delivery, and what recipients want. */
import { exportPersonalData, onMemberStatusChanged } from '#domains/members/hooks.ts'
import type { Domain } from '#kit/api/domain.ts'
import { bindHook } from '#kit/api/hooks.ts'
import { bindOperations } from '#kit/api/mount.ts'
import { deleteEmailPreferences, exportEmailPreferences } from './actions/email-preferences.ts'
import { notificationsContract } from './contract.ts'
import { emailPreferencesHandlers } from './handlers/email-preferences.ts'
import { emailsHandlers } from './handlers/emails.ts'
import { notificationsJobs } from './jobs.ts'
import { owns } from './tables.ts'

export const notifications: Domain = {
  name: 'notifications',
  operations: bindOperations(notificationsContract, { emailPreferences: emailPreferencesHandlers, emails: emailsHandlers }),
  jobs: notificationsJobs,
  hooks: [
    bindHook(onMemberStatusChanged, async (ctx, { memberId, change, emails }) => {
      if (change === 'erased') await deleteEmailPreferences(ctx, memberId, emails ?? [])
    }),
    bindHook(exportPersonalData, (ctx, { memberId }) => exportEmailPreferences(ctx, memberId)),
  ],
  owns,
}
