/** Second factors of dashboard users: TOTP, email codes, passkeys, recovery codes. They belong to the user, not to a site. */
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { sql } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import { getTransition, listSources } from '#kit/pure/state-machine.ts'
import { openSecret, sealSecret } from '#kit/secrets/sealing.ts'
import { factorMachine, type Credential, type FactorTransition } from '#domains/identity/public.ts'
import { describeOwnerFactor } from '../rules/sealed.ts'
import type { FactorStatus, OwnerFactorType } from '../rules/second-step.ts'

export interface OwnerFactor {
  type: OwnerFactorType
  secret: string | null
  status: FactorStatus
  lastStep: number
}
const columns = ['type', 'secret', 'status', 'lastStep'] as const
export const ownerFactors = async (ctx: ReadContext, userId: string): Promise<OwnerFactor[]> =>
  (await ctx.db.selectFrom('ownerFactor').select(columns).where('userId', '=', userId).orderBy('createdAt').$castTo<OwnerFactor>().execute()).map((factor) => ({
    ...factor,
    secret: factor.secret && openSecret(describeOwnerFactor(userId), factor.secret),
  }))

/** Starts the enrollment of a factor, again while it is not active; false when an active one exists. */
export async function beginOwnerFactor(
  ctx: TransactionContext,
  userId: string,
  type: OwnerFactorType,
  given: string | null,
  now: Temporal.Instant,
): Promise<boolean> {
  const secret = given && sealSecret(describeOwnerFactor(userId), given)
  const saved = await ctx.tx
    .insertInto('ownerFactor')
    .values({ userId, type, status: 'PENDING', secret, createdAt: now })
    .onConflict((c) =>
      c
        .columns(['userId', 'type'])
        .doUpdateSet({ secret, lastStep: 0, status: getTransition(factorMachine, 'REQUIRE_REENROLL', 'enroll').to, createdAt: now })
        .where('ownerFactor.status', 'in', listSources(factorMachine, 'enroll')),
    )
    .returning('userId')
    .executeTakeFirst()
  return saved !== undefined
}

/** Consumes the time step of a code; false when it, or a later one, was used. */
export const consumeOwnerTotpStep = async (ctx: TransactionContext, userId: string, step: number): Promise<boolean> =>
  (await ctx.tx
    .updateTable('ownerFactor')
    .set({ lastStep: step })
    .where('userId', '=', userId)
    .where('type', '=', 'TOTP')
    .where('lastStep', '<', step)
    .returning('userId')
    .executeTakeFirst()) !== undefined

export const moveOwnerFactor = async (ctx: TransactionContext, userId: string, type: OwnerFactorType, transition: FactorTransition): Promise<void> =>
  void (await ctx.tx
    .updateTable('ownerFactor')
    .set({ status: transition.to })
    .where('userId', '=', userId)
    .where('type', '=', type)
    .where('status', '=', transition.from)
    .execute())
/** Deletes a factor; returns the status it had, or undefined when there was none. */
export const deleteOwnerFactor = async (ctx: TransactionContext, userId: string, type: OwnerFactorType): Promise<FactorStatus | undefined> =>
  (await ctx.tx.deleteFrom('ownerFactor').where('userId', '=', userId).where('type', '=', type).returning('status').$castTo<OwnerFactor>().executeTakeFirst())
    ?.status
/** Requires re-enrollment of all active factors; returns their types. */
export async function requireOwnerReenrollment(ctx: TransactionContext, userId: string): Promise<OwnerFactorType[]> {
  const reset = getTransition(factorMachine, 'ACTIVE', 'reset')
  const rows = await ctx.tx
    .updateTable('ownerFactor')
    .set({ status: reset.to })
    .where('userId', '=', userId)
    .where('status', '=', reset.from)
    .returning('type')
    .$castTo<OwnerFactor>()
    .execute()
  return rows.map(({ type }) => type)
}

export const saveOwnerCode = async (
  ctx: TransactionContext,
  userId: string,
  code: { codeHash: string; attemptsLeft: number; expiresAt: Temporal.Instant; createdAt: Temporal.Instant },
): Promise<void> =>
  void (await ctx.tx
    .insertInto('ownerCode')
    .values({ userId, ...code })
    .onConflict((c) => c.column('userId').doUpdateSet(code))
    .execute())
export const ownerCodeSentAt = async (ctx: ReadContext, userId: string): Promise<Temporal.Instant | undefined> =>
  (await ctx.db.selectFrom('ownerCode').select('createdAt').where('userId', '=', userId).executeTakeFirst())?.createdAt
/** Takes one attempt of an emailed code and returns what it must match; undefined when there is no live one. */
export const takeOwnerCodeAttempt = (
  ctx: TransactionContext,
  userId: string,
  now: Temporal.Instant,
): Promise<{ codeHash: string; expired: boolean } | undefined> =>
  ctx.tx
    .updateTable('ownerCode')
    .set((eb) => ({ attemptsLeft: eb('attemptsLeft', '-', 1) }))
    .where('userId', '=', userId)
    .where('attemptsLeft', '>', 0)
    .returning(['codeHash', sql<boolean>`expires_at <= ${now}`.as('expired')])
    .executeTakeFirst()
export const deleteOwnerCode = async (ctx: TransactionContext, userId: string): Promise<void> =>
  void (await ctx.tx.deleteFrom('ownerCode').where('userId', '=', userId).execute())

/** Replaces all recovery codes. */
export async function replaceOwnerRecoveryCodes(ctx: TransactionContext, userId: string, hashes: readonly string[]): Promise<void> {
  await ctx.tx.deleteFrom('ownerRecoveryCode').where('userId', '=', userId).execute()
  if (hashes.length > 0)
    await ctx.tx
      .insertInto('ownerRecoveryCode')
      .values(hashes.map((codeHash) => ({ userId, codeHash })))
      .execute()
}
/** Consumes a recovery code; false when unknown or used. */
export const consumeOwnerRecoveryCode = async (ctx: TransactionContext, userId: string, codeHash: string, now: Temporal.Instant): Promise<boolean> =>
  (await ctx.tx
    .updateTable('ownerRecoveryCode')
    .set({ usedAt: now })
    .where('userId', '=', userId)
    .where('codeHash', '=', codeHash)
    .where('usedAt', 'is', null)
    .returning('userId')
    .executeTakeFirst()) !== undefined
export const countOwnerRecoveryCodes = async (ctx: ReadContext, userId: string): Promise<number> =>
  (
    await ctx.db
      .selectFrom('ownerRecoveryCode')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('userId', '=', userId)
      .where('usedAt', 'is', null)
      .executeTakeFirstOrThrow()
  ).n

export interface OwnerPasskey extends Credential {
  userId: string
}
const passkeyColumns = ['id', 'userId', 'publicKey', 'counter', 'transports', 'name', 'createdAt', 'lastUsedAt'] as const
export const ownerPasskeys = (ctx: ReadContext, userId: string): Promise<OwnerPasskey[]> =>
  ctx.db.selectFrom('ownerPasskey').select(passkeyColumns).where('userId', '=', userId).orderBy('createdAt').execute()
export const ownerPasskeyById = (ctx: TransactionContext, id: string): Promise<OwnerPasskey | undefined> =>
  ctx.tx.selectFrom('ownerPasskey').select(passkeyColumns).where('id', '=', id).forUpdate().executeTakeFirst()
/** Undefined when this credential exists already. */
export const insertOwnerPasskey = (
  ctx: TransactionContext,
  row: Omit<OwnerPasskey, 'createdAt' | 'lastUsedAt'>,
  now: Temporal.Instant,
): Promise<OwnerPasskey | undefined> =>
  ctx.tx
    .insertInto('ownerPasskey')
    .values({ ...row, createdAt: now })
    .onConflict((c) => c.column('id').doNothing())
    .returning(passkeyColumns)
    .executeTakeFirst()
export const recordOwnerPasskeyUse = async (ctx: TransactionContext, id: string, counter: number, now: Temporal.Instant): Promise<void> =>
  void (await ctx.tx.updateTable('ownerPasskey').set({ counter, lastUsedAt: now }).where('id', '=', id).execute())
/** Deletes a passkey of this user, or all of them; returns how many. */
export const deleteOwnerPasskeys = async (ctx: TransactionContext, userId: string, id?: string): Promise<number> =>
  (
    await ctx.tx
      .deleteFrom('ownerPasskey')
      .where('userId', '=', userId)
      .$if(id !== undefined, (q) => q.where('id', '=', id ?? ''))
      .returning('id')
      .execute()
  ).length
