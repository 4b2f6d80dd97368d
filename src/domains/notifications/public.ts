/** What other domains, main and the test hooks use of notifications. */
export { loadEmailPreference, deleteEmailPreferences, exportEmailPreferences, type EmailPreference } from './actions/email-preferences.ts'
export type { OptionalEmailKind } from './rules/email-kinds.ts'
export { configureEmail, type EmailSettings } from './jobs.ts'
export { listEmails } from './store/outbox.ts'
