/** The only door of the letters domain. */
export { loadEmailPreference, deleteEmailPreferences, exportEmailPreferences, type EmailPreference } from './actions/email-preferences.ts'
export type { OptionalEmailKind } from './rules/email-kinds.ts'
