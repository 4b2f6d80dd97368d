/** Tables of identity; `npm run check` holds its SQL to them. */
import type { ArchiveRule, LeftOut } from '#kit/db/archive/rules.ts'
import type { Unspread } from '#kit/db/cluster/placement.ts'
import type { SealedValue } from '#kit/db/sealed-values.ts'
import type { TableName } from '#kit/db/tables.gen.ts'
import { SEALING_MARK, describeFactorSecret, describeServiceSecret, describeSystemSecret, describeTextMessage } from './rules/sealed.ts'

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

/** What an archive of the site leaves out, and why. */
export const leftOut: LeftOut = {
  email_code: 'codes of sign-ins under way',
  factor_code: 'codes of sign-ins under way',
  flow_token: 'sign-ins under way',
  identity_session: 'sessions; members sign in again',
  refresh_token: 'sessions; members sign in again',
  system_secret: 'keys that sign access tokens; the new server makes its own',
  throttle: 'counters of attempts',
  used_captcha: 'puzzles that were solved',
}
export const archived: readonly ArchiveRule[] = [
  {
    table: 'api_key',
    where: 'r.account_id = (select account_id from site where id = :site) and (r.site_ids is null or :site = any(r.site_ids))',
    set: { site_ids: 'case when r.site_ids is not null then array[:site] end' },
  },
  // Sealed with the key of the server: they are entered again.
  { table: 'identity_provider', set: { client_secret: `''` } },
  { table: 'sign_on_policy', set: { settings: `jsonb_set(jsonb_set(r.settings, '{captcha,secret}', '""', false), '{text,secret}', '""', false)` } },
]

/** Tables of others that its SQL reads, and why it does not ask their domain. */
export const reads: Partial<Record<TableName, string>> = {
  contact: 'a person who signs in is greeted by the name of the contact, in one statement',
  member: 'who may sign in is read together with the status of the member, in one statement',
  site: 'one statement answers who calls: session, member, role and site',
}

/** What of them is not spread by the site in a cluster, and why. */
export const unspread: Unspread = {
  oauth_app: { at: 'COPIED', why: 'a client id comes without its site, and is read with the rows of its site' },
  system_secret: { at: 'COPIED', why: 'whether keys are due for rotation is asked with all else that is due' },
}

const ofService = (of: 'captcha' | 'text'): SealedValue => ({
  table: 'sign_on_policy',
  column: 'settings',
  path: [of, 'secret'],
  boundTo: ['site_id'],
  describe: (siteId) => describeServiceSecret(siteId as string, of),
  isMarked: true,
})
/** What of them is sealed with the key of the server. */
export const sealed: readonly SealedValue[] = [
  {
    table: 'identity_provider',
    column: 'client_secret',
    boundTo: ['site_id', 'id'],
    describe: (siteId, id) => describeServiceSecret(siteId as string, id as string),
    isMarked: true,
  },
  ofService('captcha'),
  ofService('text'),
  {
    table: 'identity_factor',
    column: 'secret',
    boundTo: ['site_id', 'identity_id'],
    describe: (siteId, identityId) => describeFactorSecret(siteId as string, identityId as string),
    isMarked: true,
    isDeletedWhenLost: true,
  },
  {
    table: 'text_message',
    column: 'body',
    boundTo: ['site_id', 'id'],
    describe: (siteId, id) => describeTextMessage(siteId as string, id as string),
    isMarked: true,
    isDeletedWhenLost: true,
  },
  {
    table: 'system_secret',
    column: 'value',
    where: `r.name <> '${SEALING_MARK}'`,
    boundTo: ['name'],
    describe: (name) => describeSystemSecret(name as string),
    isMarked: true,
    isDeletedWhenLost: true,
  },
]
