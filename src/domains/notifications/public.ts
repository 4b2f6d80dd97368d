/** What other domains, main and the test hooks use of notifications. */
export type { OptionalEmailKind } from './rules/email-kinds.ts'
export { emailOwners } from './actions/email-owners.ts'
export { configureEmail, type EmailSettings } from './jobs.ts'
export { listEmails } from './store/outbox.ts'
