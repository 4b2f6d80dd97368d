/** Tables of identity; `npm run check` holds its SQL to them. */
import type { TableName } from '#kit/db/tables.gen.ts'

export const owns: readonly TableName[] = [
  'api_key',
  'audit_entry',
  'email_code',
  'factor_code',
  'flow_token',
  'identity',
  'identity_connection',
  'identity_factor',
  'identity_provider',
  'identity_session',
  'oauth_app',
  'passkey',
  'recovery_code',
  'refresh_token',
  'sign_on_policy',
  'system_secret',
  'text_message',
  'throttle',
  'used_captcha',
]

/** Tables of others that its SQL reads, and why it does not ask their domain. */
export const reads: Partial<Record<TableName, string>> = {
  contact: 'a person who signs in is greeted by the name of the contact, in one statement',
  member: 'who may sign in is read together with the status of the member, in one statement',
  site: 'one statement answers who calls: session, member, role and site',
}
