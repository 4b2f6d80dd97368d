/** Emails: the outbox, its delivery, and what recipients want. */
import type { Domain } from '#kit/api/domain.ts'
import { bindOperations } from '#kit/api/mount.ts'
import { notificationsContract } from './contract.ts'
import { emailPreferencesHandlers } from './handlers/email-preferences.ts'
import { emailsHandlers } from './handlers/emails.ts'
import { notificationsJobs } from './jobs.ts'
import { owns } from './tables.ts'

export const notifications: Domain = {
  name: 'notifications',
  operations: bindOperations(notificationsContract, { emailPreferences: emailPreferencesHandlers, emails: emailsHandlers }),
  jobs: notificationsJobs,
  owns,
}
