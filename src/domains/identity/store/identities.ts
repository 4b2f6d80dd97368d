/** Identities: credentials and what is still pending. Each row carries the member's status, so that a decision has everything in one row. */
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { sql } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import { pipelineQuery, json, type ReadDatabase, writes } from '#kit/db/open.ts'
import { openServiceSecret, sealServiceSecret } from '../crypto/stored-secrets.ts'
import { mapSecrets, readSettings, type SignInSettings } from '../rules/settings.ts'
import type { MemberStatus, SignOnPolicy } from '../rules/sign-in.ts'
import type { FactorRow } from './factors.ts'
import { readSql } from '#kit/db/open.ts'

export interface IdentityRow {
  siteId: string
  id: string
  email: string
  emailKey: string
  emailVerified: boolean
  emailPending: boolean
  approvalRequired: boolean
  closed: boolean
  passwordResetRequired: boolean
  passwordHash: string | null
  passwordVersion: number
  profile: unknown
  revision: number
  welcomed: boolean
  lastCodeAt: Temporal.Instant | null
  knownDevices: string[]
  createdAt: Temporal.Instant
  updatedAt: Temporal.Instant
  memberStatus: MemberStatus
}

const from = (tx: ReadDatabase) =>
  tx
    .selectFrom('identity as i')
    .leftJoin('member as m', (j) => j.onRef('m.siteId', '=', 'i.siteId').onRef('m.id', '=', 'i.id').on('m.deletedAt', 'is', null))
    .selectAll('i')
    .select(sql<MemberStatus>`coalesce(m.status, 'OFFLINE')`.as('memberStatus'))

/** The identity that holds an email. Closed identities have released theirs. */
export const identityByEmail = (ctx: ReadContext, emailKey: string): Promise<IdentityRow | undefined> =>
  from(ctx.db).where('i.siteId', '=', ctx.siteId).where('i.emailKey', '=', emailKey).where('i.closed', '=', false).executeTakeFirst()

export const identityById = (tx: ReadDatabase, siteId: string, id: string): Promise<IdentityRow | undefined> =>
  from(tx).where('i.siteId', '=', siteId).where('i.id', '=', id).executeTakeFirst()

/** An identity with its factors and connections: all that the end of a sign-in needs. */
export interface IdentityDetails extends IdentityRow {
  factors: Pick<FactorRow, 'id' | 'type' | 'status'>[]
  connections: { providerId: string; subject: string }[]
}
export const identityDetailsById = async (ctx: ReadContext, id: string): Promise<IdentityDetails | undefined> =>
  (
    await readSql(
      ctx.db,
      sql<IdentityDetails>`
      select i.*, coalesce(m.status, 'OFFLINE') as member_status,
        coalesce((select json_agg(json_build_object('id', f.id, 'type', f.type, 'status', f.status) order by f.created_at)
          from identity_factor f where f.site_id = i.site_id and f.identity_id = i.id), '[]') as factors,
        coalesce((select json_agg(json_build_object('providerId', c.provider_id, 'subject', c.subject) order by c.created_at)
          from identity_connection c where c.site_id = i.site_id and c.identity_id = i.id), '[]') as connections
      from identity i left join member m on m.site_id = i.site_id and m.id = i.id and m.deleted_at is null
      where i.site_id = ${ctx.siteId}::uuid and i.id = ${id}::uuid`,
    )
  ).rows[0]

/** Locks an identity until the end of the transaction. */
export const lockIdentity = async (ctx: TransactionContext, id: string): Promise<void> =>
  void (await pipelineQuery(ctx.tx, sql`select 1 from identity where site_id = ${ctx.siteId}::uuid and id = ${id}::uuid for update`))

export interface NewIdentity {
  siteId: string
  id: string
  email: string
  emailKey: string
  emailVerified: boolean
  emailPending: boolean
  approvalRequired: boolean
  passwordHash: string | null
  profile: unknown
}
export const insertIdentity = async (ctx: TransactionContext, row: NewIdentity, now: Temporal.Instant): Promise<void> =>
  void (await ctx.tx
    .insertInto('identity')
    .values({ ...row, profile: json(row.profile), createdAt: now, updatedAt: now })
    .execute())

type IdentityChange = Partial<{
  email: string
  emailKey: string
  emailVerified: boolean
  emailPending: boolean
  approvalRequired: boolean
  closed: boolean
  passwordResetRequired: boolean
  welcomed: boolean
  lastCodeAt: Temporal.Instant
  knownDevices: string[]
  profile: unknown
}>

/** The placeholder email of an erased identity. */
export const toErasedEmail = (id: string): string => `${id}@deleted.invalid`
/** Erases the personal data of an identity irreversibly; sign-in as it is impossible. */
export async function eraseIdentity(ctx: TransactionContext, id: string, now: Temporal.Instant): Promise<void> {
  const email = toErasedEmail(id)
  await ctx.tx
    .updateTable('identity')
    .set({ email, emailKey: email, passwordHash: null, profile: json({}), knownDevices: [], closed: true, updatedAt: now })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .execute()
  await sql`${writes('text_message')}
    delete from text_message where site_id = ${ctx.siteId}::uuid and recipient in (select phone from identity_factor where site_id = ${ctx.siteId}::uuid and identity_id = ${id}::uuid)`.execute(
    ctx.tx,
  )
  await ctx.tx.updateTable('identitySession').set({ userAgent: '', ip: '' }).where('siteId', '=', ctx.siteId).where('identityId', '=', id).execute()
  for (const table of ['identityFactor', 'recoveryCode', 'passkey', 'identityConnection', 'flowToken'] as const)
    await ctx.tx.deleteFrom(table).where('siteId', '=', ctx.siteId).where('identityId', '=', id).execute()
}

/** Deletes the passkeys and provider connections of an identity. */
export async function deletePasskeysAndConnections(ctx: TransactionContext, id: string): Promise<void> {
  for (const table of ['passkey', 'identityConnection'] as const)
    await ctx.tx.deleteFrom(table).where('siteId', '=', ctx.siteId).where('identityId', '=', id).execute()
}

/** Changes an identity and increments its revision. */
export async function updateIdentity(ctx: TransactionContext, id: string, change: IdentityChange, now: Temporal.Instant): Promise<void> {
  const { profile, ...rest } = change
  await ctx.tx
    .updateTable('identity')
    .set((eb) => ({ ...rest, ...(profile === undefined ? {} : { profile: json(profile) }), revision: eb('revision', '+', 1), updatedAt: now }))
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .execute()
}

/** Replaces the hash of the same password by a current one; tokens issued for it stay valid. */
export const replacePasswordHash = async (ctx: TransactionContext, id: string, from: string, passwordHash: string): Promise<void> =>
  void (await ctx.tx
    .updateTable('identity')
    .set({ passwordHash })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .where('passwordHash', '=', from)
    .execute())

/** Sets or removes the password; the new version invalidates tokens issued for the old one. */
export async function setPassword(ctx: TransactionContext, id: string, passwordHash: string | null, now: Temporal.Instant): Promise<void> {
  await ctx.tx
    .updateTable('identity')
    .set((eb) => ({
      passwordHash,
      passwordVersion: eb('passwordVersion', '+', 1),
      passwordResetRequired: false,
      revision: eb('revision', '+', 1),
      updatedAt: now,
    }))
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .execute()
}

export interface PolicyRow extends SignOnPolicy {
  hideAccountExistence: boolean
  settings: unknown
  revision: number
  createdAt: Temporal.Instant
  updatedAt: Temporal.Instant
}
export const readPolicy = (tx: ReadDatabase, siteId: string): Promise<PolicyRow | undefined> =>
  tx
    .selectFrom('signOnPolicy')
    .select(['requireOwnerApproval', 'requireEmailVerification', 'hideAccountExistence', 'settings', 'revision', 'createdAt', 'updatedAt'])
    .where('siteId', '=', siteId)
    .executeTakeFirst()

export const savePolicy = (
  ctx: TransactionContext,
  input: Partial<SignOnPolicy & { hideAccountExistence: boolean; settings: SignInSettings }>,
  now: Temporal.Instant,
): Promise<PolicyRow> => {
  const { settings, ...rest } = input
  const sealed = settings && mapSecrets(settings, (of, secret) => sealServiceSecret(ctx.siteId, of, secret))
  const change = { ...rest, ...(sealed ? { settings: json(sealed) } : {}) }
  return ctx.tx
    .insertInto('signOnPolicy')
    .values({ siteId: ctx.siteId, ...change, createdAt: now, updatedAt: now })
    .onConflict((c) => c.column('siteId').doUpdateSet((eb) => ({ ...change, revision: eb('signOnPolicy.revision', '+', 1), updatedAt: now })))
    .returning(['requireOwnerApproval', 'requireEmailVerification', 'hideAccountExistence', 'settings', 'revision', 'createdAt', 'updatedAt'])
    .executeTakeFirstOrThrow()
}

/** The sign-in settings of the site, with defaults and opened secrets. */
export const readSignInSettings = async (tx: ReadDatabase, siteId: string): Promise<SignInSettings> =>
  mapSecrets(readSettings((await readPolicy(tx, siteId))?.settings), (of, secret) => openServiceSecret(siteId, of, secret))

/** Saves the one live code of an identity, replacing an older one. */
export const saveEmailCode = async (
  ctx: TransactionContext,
  identityId: string,
  code: { codeHash: string; expiresAt: Temporal.Instant; createdAt: Temporal.Instant; attemptsLeft: number },
): Promise<void> =>
  void (await ctx.tx
    .insertInto('emailCode')
    .values({ siteId: ctx.siteId, identityId, ...code })
    .onConflict((c) => c.columns(['siteId', 'identityId']).doUpdateSet(code))
    .execute())

/** Takes one attempt of a code and returns what it must match; undefined when there is no live code. */
export const takeEmailCodeAttempt = (
  ctx: TransactionContext,
  identityId: string,
  now: Temporal.Instant,
): Promise<{ codeHash: string; attemptsLeft: number; expired: boolean } | undefined> =>
  ctx.tx
    .updateTable('emailCode')
    .set((eb) => ({ attemptsLeft: eb('attemptsLeft', '-', 1) }))
    .where('siteId', '=', ctx.siteId)
    .where('identityId', '=', identityId)
    .where('attemptsLeft', '>', 0)
    .returning(['codeHash', 'attemptsLeft', sql<boolean>`expires_at <= ${now}`.as('expired')])
    .executeTakeFirst()

export const deleteEmailCode = async (ctx: TransactionContext, identityId: string): Promise<void> =>
  void (await ctx.tx.deleteFrom('emailCode').where('siteId', '=', ctx.siteId).where('identityId', '=', identityId).execute())

/** Recipient of emails to a member, with the profile that names their language; undefined when the member is deleted. */
export const emailRecipientOfMember = (ctx: ReadContext, memberId: string) =>
  ctx.db
    .selectFrom('member as m')
    .leftJoin('contact as c', (join) => join.onRef('c.siteId', '=', 'm.siteId').onRef('c.id', '=', 'm.contactId'))
    .leftJoin('identity as i', (join) => join.onRef('i.siteId', '=', 'm.siteId').onRef('i.id', '=', 'm.id'))
    .select(['m.loginEmail as email', 'm.nickname', 'c.firstName', 'i.profile'])
    .where('m.siteId', '=', ctx.siteId)
    .where('m.id', '=', memberId)
    .where('m.deletedAt', 'is', null)
    .executeTakeFirst()
