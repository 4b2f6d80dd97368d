/** Emails: the outbox, its delivery, and what recipients want. */
import type { Domain } from '#kit/api/domain.ts'
import { bindOperations } from '#kit/api/mount.ts'
import { notificationsDryRun } from './actions/dry-run.ts'
import { notificationsContract } from './contract.ts'
import { emailPreferencesHandlers } from './handlers/email-preferences.ts'
import { emailAutomationsHandlers } from './handlers/automations.ts'
import { emailsHandlers } from './handlers/emails.ts'
import { emailTemplatesHandlers } from './handlers/templates.ts'
import { notificationsEmails } from './emails/catalog.ts'
import { notificationsJobs } from './jobs.ts'
import * as tables from './tables.ts'

export const notifications: Domain = {
  name: 'notifications',
  operations: bindOperations(notificationsContract, {
    emailPreferences: emailPreferencesHandlers,
    emails: emailsHandlers,
    emailTemplates: emailTemplatesHandlers,
    emailAutomations: emailAutomationsHandlers,
  }),
  jobs: notificationsJobs,
  dryRun: notificationsDryRun,
  emails: { templates: notificationsEmails },
  tables,
}
