/** Second factors of members, their codes, recovery codes and text messages. */
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { sql } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import type { Language } from '#kit/pure/languages.ts'
import { getTransition, listSources } from '#kit/pure/state-machine.ts'
import { openSecret, sealSecret } from '#kit/secrets/sealing.ts'
import type { EnrollableFactor } from '../rules/factor.ts'
import { factorMachine, type FactorStatus, type FactorTransition } from '../rules/factor-machine.ts'
import { describeFactorSecret, describeTextMessage } from '../rules/sealed.ts'
import type { TextMessageState, TextMessageTransition } from '../rules/text-message-machine.ts'

export interface FactorRow {
  id: string
  identityId: string
  type: EnrollableFactor
  status: FactorStatus
  secret: string | null
  phone: string | null
  lastStep: number
  createdAt: Temporal.Instant
}
const columns = ['id', 'identityId', 'type', 'status', 'secret', 'phone', 'lastStep', 'createdAt'] as const

const openFactor = (siteId: string, row: FactorRow): FactorRow =>
  row.secret === null ? row : { ...row, secret: openSecret(describeFactorSecret(siteId, row.identityId), row.secret) }

export const listFactors = async (ctx: ReadContext, identityId: string): Promise<FactorRow[]> =>
  (
    await ctx.db
      .selectFrom('identityFactor')
      .select(columns)
      .where('siteId', '=', ctx.siteId)
      .where('identityId', '=', identityId)
      .orderBy('createdAt')
      .$castTo<FactorRow>()
      .execute()
  ).map((row) => openFactor(ctx.siteId, row))

/** Starts the enrollment of a factor, again while it is not active; undefined when an active one exists. */
export async function beginFactor(
  ctx: TransactionContext,
  row: { id: string; identityId: string; type: EnrollableFactor; secret: string | null; phone: string | null },
  now: Temporal.Instant,
): Promise<FactorRow | undefined> {
  const secret = row.secret && sealSecret(describeFactorSecret(ctx.siteId, row.identityId), row.secret)
  const saved = await ctx.tx
    .insertInto('identityFactor')
    .values({ ...row, secret, siteId: ctx.siteId, status: 'PENDING', createdAt: now, updatedAt: now })
    .onConflict((c) =>
      c
        .columns(['siteId', 'identityId', 'type'])
        .doUpdateSet({
          secret,
          phone: row.phone,
          status: getTransition(factorMachine, 'REQUIRE_REENROLL', 'enroll').to,
          lastStep: 0,
          updatedAt: now,
        })
        .where('identityFactor.status', 'in', listSources(factorMachine, 'enroll')),
    )
    .returning(columns)
    .$castTo<FactorRow>()
    .executeTakeFirst()
  return saved && openFactor(ctx.siteId, saved)
}

export const moveFactor = async (ctx: TransactionContext, id: string, transition: FactorTransition, now: Temporal.Instant): Promise<void> =>
  void (await ctx.tx
    .updateTable('identityFactor')
    .set({ status: transition.to, updatedAt: now })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .where('status', '=', transition.from)
    .execute())

/** Requires re-enrollment of all active factors; returns how many. */
export async function requireReenrollment(ctx: TransactionContext, identityId: string, now: Temporal.Instant): Promise<number> {
  const reset = getTransition(factorMachine, 'ACTIVE', 'reset')
  const rows = await ctx.tx
    .updateTable('identityFactor')
    .set({ status: reset.to, updatedAt: now })
    .where('siteId', '=', ctx.siteId)
    .where('identityId', '=', identityId)
    .where('status', '=', reset.from)
    .returning('id')
    .execute()
  return rows.length
}

export const deleteFactor = async (ctx: TransactionContext, id: string): Promise<void> =>
  void (await ctx.tx.deleteFrom('identityFactor').where('siteId', '=', ctx.siteId).where('id', '=', id).execute())

/** Consumes the time step of a code; false when it, or a later one, was used. */
export const consumeTotpStep = async (ctx: TransactionContext, id: string, step: number): Promise<boolean> =>
  (await ctx.tx
    .updateTable('identityFactor')
    .set({ lastStep: step })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .where('lastStep', '<', step)
    .returning('id')
    .executeTakeFirst()) !== undefined

export const saveFactorCode = async (
  ctx: TransactionContext,
  factorId: string,
  code: { codeHash: string; attemptsLeft: number; expiresAt: Temporal.Instant; createdAt: Temporal.Instant },
): Promise<void> =>
  void (await ctx.tx
    .insertInto('factorCode')
    .values({ siteId: ctx.siteId, factorId, ...code })
    .onConflict((c) => c.columns(['siteId', 'factorId']).doUpdateSet(code))
    .execute())

export const factorCodeSentAt = async (ctx: ReadContext, factorId: string): Promise<Temporal.Instant | undefined> =>
  (await ctx.db.selectFrom('factorCode').select('createdAt').where('siteId', '=', ctx.siteId).where('factorId', '=', factorId).executeTakeFirst())?.createdAt

/** Takes one attempt of a sent code and returns what it must match; undefined when there is no live one. */
export const takeFactorCodeAttempt = (
  ctx: TransactionContext,
  factorId: string,
  now: Temporal.Instant,
): Promise<{ codeHash: string; expired: boolean } | undefined> =>
  ctx.tx
    .updateTable('factorCode')
    .set((eb) => ({ attemptsLeft: eb('attemptsLeft', '-', 1) }))
    .where('siteId', '=', ctx.siteId)
    .where('factorId', '=', factorId)
    .where('attemptsLeft', '>', 0)
    .returning(['codeHash', sql<boolean>`expires_at <= ${now}`.as('expired')])
    .executeTakeFirst()

export const deleteFactorCode = async (ctx: TransactionContext, factorId: string): Promise<void> =>
  void (await ctx.tx.deleteFrom('factorCode').where('siteId', '=', ctx.siteId).where('factorId', '=', factorId).execute())

/** Replaces all recovery codes. */
export async function replaceRecoveryCodes(ctx: TransactionContext, identityId: string, hashes: readonly string[]): Promise<void> {
  await ctx.tx.deleteFrom('recoveryCode').where('siteId', '=', ctx.siteId).where('identityId', '=', identityId).execute()
  if (hashes.length > 0)
    await ctx.tx
      .insertInto('recoveryCode')
      .values(hashes.map((codeHash) => ({ siteId: ctx.siteId, identityId, codeHash })))
      .execute()
}

export const countRecoveryCodes = async (ctx: ReadContext, identityId: string): Promise<number> =>
  (
    await ctx.db
      .selectFrom('recoveryCode')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('siteId', '=', ctx.siteId)
      .where('identityId', '=', identityId)
      .where('usedAt', 'is', null)
      .executeTakeFirstOrThrow()
  ).n

/** Consumes a recovery code; false when unknown or used. */
export const consumeRecoveryCode = async (ctx: TransactionContext, identityId: string, codeHash: string, now: Temporal.Instant): Promise<boolean> =>
  (await ctx.tx
    .updateTable('recoveryCode')
    .set({ usedAt: now })
    .where('siteId', '=', ctx.siteId)
    .where('identityId', '=', identityId)
    .where('codeHash', '=', codeHash)
    .where('usedAt', 'is', null)
    .returning('codeHash')
    .executeTakeFirst()) !== undefined

export interface TextMessage {
  id: string
  kind: 'SMS' | 'CALL'
  recipient: string
  body: string
  language: Language
  state: TextMessageState
  createdAt: Temporal.Instant
  sentAt: Temporal.Instant | null
}
export const insertTextMessage = async (
  ctx: TransactionContext,
  row: Pick<TextMessage, 'id' | 'kind' | 'recipient' | 'body' | 'language'>,
  now: Temporal.Instant,
): Promise<void> =>
  void (await ctx.tx
    .insertInto('textMessage')
    .values({ ...row, body: sealSecret(describeTextMessage(ctx.siteId, row.id), row.body), siteId: ctx.siteId, state: 'QUEUED', createdAt: now })
    .execute())
const openBody = <M extends Pick<TextMessage, 'id' | 'body'>>(ctx: ReadContext, message: M): M => ({
  ...message,
  body: openSecret(describeTextMessage(ctx.siteId, message.id), message.body),
})
export async function textMessageById(ctx: ReadContext, id: string): Promise<TextMessage | undefined> {
  const found = await ctx.db
    .selectFrom('textMessage')
    .select(['id', 'kind', 'recipient', 'body', 'language', 'state', 'createdAt', 'sentAt'])
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .$castTo<TextMessage>()
    .executeTakeFirst()
  return found && openBody(ctx, found)
}
export const finishTextMessage = async (ctx: TransactionContext, id: string, transition: TextMessageTransition, now: Temporal.Instant): Promise<void> =>
  void (await ctx.tx.updateTable('textMessage').set({ state: transition.to, sentAt: now }).where('siteId', '=', ctx.siteId).where('id', '=', id).execute())
export async function listTextMessages(ctx: ReadContext, limit: number): Promise<Omit<TextMessage, 'language'>[]> {
  const messages = await ctx.db
    .selectFrom('textMessage')
    .select(['id', 'kind', 'recipient', 'body', 'state', 'createdAt', 'sentAt'])
    .where('siteId', '=', ctx.siteId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .$castTo<Omit<TextMessage, 'language'>>()
    .execute()
  return messages.map((message) => openBody(ctx, message))
}
