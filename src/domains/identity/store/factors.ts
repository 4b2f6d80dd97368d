/** Second factors of members, their codes, recovery codes and text messages. */
import { sql } from 'kysely'
import type { Temporal } from 'temporal-polyfill'
import type { ReadDatabase, Tx } from '#kit/db/open.ts'
import type { Language } from '#kit/pure/languages.ts'
import type { EnrollableFactor, FactorStatus } from '../rules/factor.ts'

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

export const factorsOf = (tx: ReadDatabase, siteId: string, identityId: string): Promise<FactorRow[]> =>
  tx
    .selectFrom('identityFactor')
    .select(columns)
    .where('siteId', '=', siteId)
    .where('identityId', '=', identityId)
    .orderBy('createdAt')
    .$castTo<FactorRow>()
    .execute()

/** Starts the enrollment of a factor, again while it is not active; undefined when an active one exists. */
export const beginFactor = async (
  tx: Tx,
  siteId: string,
  row: { id: string; identityId: string; type: EnrollableFactor; secret: string | null; phone: string | null },
  now: Temporal.Instant,
): Promise<FactorRow | undefined> =>
  (await tx
    .insertInto('identityFactor')
    .values({ ...row, siteId, status: 'PENDING', createdAt: now, updatedAt: now })
    .onConflict((c) =>
      c
        .columns(['siteId', 'identityId', 'type'])
        .doUpdateSet({ secret: row.secret, phone: row.phone, status: 'PENDING', lastStep: 0, updatedAt: now })
        .where('identityFactor.status', '<>', 'ACTIVE'),
    )
    .returning(columns)
    .executeTakeFirst()) as FactorRow | undefined

export const setFactorStatus = async (tx: Tx, siteId: string, id: string, status: FactorStatus, now: Temporal.Instant): Promise<void> =>
  void (await tx.updateTable('identityFactor').set({ status, updatedAt: now }).where('siteId', '=', siteId).where('id', '=', id).execute())

/** Requires re-enrollment of all active factors; returns how many. */
export const requireReenrollment = async (tx: Tx, siteId: string, identityId: string, now: Temporal.Instant): Promise<number> =>
  (
    await tx
      .updateTable('identityFactor')
      .set({ status: 'REQUIRE_REENROLL', updatedAt: now })
      .where('siteId', '=', siteId)
      .where('identityId', '=', identityId)
      .where('status', '=', 'ACTIVE')
      .returning('id')
      .execute()
  ).length

export const deleteFactor = async (tx: Tx, siteId: string, id: string): Promise<void> =>
  void (await tx.deleteFrom('identityFactor').where('siteId', '=', siteId).where('id', '=', id).execute())

/** Consumes the time step of a code; false when it, or a later one, was used. */
export const consumeTotpStep = async (tx: Tx, siteId: string, id: string, step: number): Promise<boolean> =>
  (await tx
    .updateTable('identityFactor')
    .set({ lastStep: step })
    .where('siteId', '=', siteId)
    .where('id', '=', id)
    .where('lastStep', '<', step)
    .returning('id')
    .executeTakeFirst()) !== undefined

export const saveFactorCode = async (
  tx: Tx,
  siteId: string,
  factorId: string,
  code: { codeHash: string; attemptsLeft: number; expiresAt: Temporal.Instant; createdAt: Temporal.Instant },
): Promise<void> =>
  void (await tx
    .insertInto('factorCode')
    .values({ siteId, factorId, ...code })
    .onConflict((c) => c.columns(['siteId', 'factorId']).doUpdateSet(code))
    .execute())

export const factorCodeSentAt = async (tx: ReadDatabase, siteId: string, factorId: string): Promise<Temporal.Instant | undefined> =>
  (await tx.selectFrom('factorCode').select('createdAt').where('siteId', '=', siteId).where('factorId', '=', factorId).executeTakeFirst())?.createdAt

/** Takes one attempt of a sent code and returns what it must match; undefined when there is no live one. */
export const takeFactorCodeAttempt = (
  tx: Tx,
  siteId: string,
  factorId: string,
  now: Temporal.Instant,
): Promise<{ codeHash: string; expired: boolean } | undefined> =>
  tx
    .updateTable('factorCode')
    .set((eb) => ({ attemptsLeft: eb('attemptsLeft', '-', 1) }))
    .where('siteId', '=', siteId)
    .where('factorId', '=', factorId)
    .where('attemptsLeft', '>', 0)
    .returning(['codeHash', sql<boolean>`expires_at <= ${now}`.as('expired')])
    .executeTakeFirst()

export const deleteFactorCode = async (tx: Tx, siteId: string, factorId: string): Promise<void> =>
  void (await tx.deleteFrom('factorCode').where('siteId', '=', siteId).where('factorId', '=', factorId).execute())

/** Replaces all recovery codes. */
export async function replaceRecoveryCodes(tx: Tx, siteId: string, identityId: string, hashes: readonly string[]): Promise<void> {
  await tx.deleteFrom('recoveryCode').where('siteId', '=', siteId).where('identityId', '=', identityId).execute()
  if (hashes.length > 0)
    await tx
      .insertInto('recoveryCode')
      .values(hashes.map((codeHash) => ({ siteId, identityId, codeHash })))
      .execute()
}

export const countRecoveryCodes = async (tx: ReadDatabase, siteId: string, identityId: string): Promise<number> =>
  (
    await tx
      .selectFrom('recoveryCode')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('siteId', '=', siteId)
      .where('identityId', '=', identityId)
      .where('usedAt', 'is', null)
      .executeTakeFirstOrThrow()
  ).n

/** Consumes a recovery code; false when unknown or used. */
export const consumeRecoveryCode = async (tx: Tx, siteId: string, identityId: string, codeHash: string, now: Temporal.Instant): Promise<boolean> =>
  (await tx
    .updateTable('recoveryCode')
    .set({ usedAt: now })
    .where('siteId', '=', siteId)
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
  state: string
  createdAt: Temporal.Instant
  sentAt: Temporal.Instant | null
}
export const insertTextMessage = async (
  tx: Tx,
  siteId: string,
  row: Pick<TextMessage, 'id' | 'kind' | 'recipient' | 'body' | 'language'>,
  now: Temporal.Instant,
): Promise<void> =>
  void (await tx
    .insertInto('textMessage')
    .values({ ...row, siteId, state: 'QUEUED', createdAt: now })
    .execute())
export const textMessageById = (tx: ReadDatabase, siteId: string, id: string): Promise<TextMessage | undefined> =>
  tx
    .selectFrom('textMessage')
    .select(['id', 'kind', 'recipient', 'body', 'language', 'state', 'createdAt', 'sentAt'])
    .where('siteId', '=', siteId)
    .where('id', '=', id)
    .$castTo<TextMessage>()
    .executeTakeFirst()
export const finishTextMessage = async (tx: Tx, siteId: string, id: string, state: 'SENT' | 'KEPT', now: Temporal.Instant): Promise<void> =>
  void (await tx.updateTable('textMessage').set({ state, sentAt: now }).where('siteId', '=', siteId).where('id', '=', id).execute())
export const listTextMessages = (tx: ReadDatabase, siteId: string, limit: number): Promise<Omit<TextMessage, 'language'>[]> =>
  tx
    .selectFrom('textMessage')
    .select(['id', 'kind', 'recipient', 'body', 'state', 'createdAt', 'sentAt'])
    .where('siteId', '=', siteId)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .$castTo<Omit<TextMessage, 'language'>>()
    .execute()
