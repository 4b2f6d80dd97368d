/** What other domains, main and the test hooks use of notifications. */
export type { OptionalEmailKind } from './rules/email-kinds.ts'
export { findMemberReader, openMailer, queueEmail, resolveEmailLanguage, type EmailReader, type EmailRecipient, type Mailer } from './actions/mailer.ts'
export { deleteEmailPreferences, exportEmailPreferences, keepEmailPreferences, restoreEmailPreferences } from './actions/email-preferences.ts'
export { openEmail } from './actions/email-secrets.ts'
export { keepEmail } from './actions/keep-email.ts'
export { redactEmails } from './actions/redact-emails.ts'
export { previewEmail } from './actions/templates.ts'
export { countDueEmails, getAutomation, takeDueWindow } from './actions/automations.ts'
export { canSendEmail, configureEmail, configureSiteEmail, type EmailSettings } from './jobs.ts'
export { listEmails } from './store/outbox.ts'

export { hasAutomations } from './store/automations.ts'
