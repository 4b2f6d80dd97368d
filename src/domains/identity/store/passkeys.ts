/** Passkeys of members. */
import type { Temporal } from 'temporal-polyfill'
import type { ReadDatabase, Tx } from '#kit/db/open.ts'

/** A stored passkey, of a member or a dashboard user. */
export interface Credential {
  id: string
  publicKey: string
  counter: number
  transports: string[]
  name: string
  createdAt: Temporal.Instant
  lastUsedAt: Temporal.Instant | null
}
export interface PasskeyRow extends Credential {
  identityId: string
}
const columns = ['id', 'identityId', 'publicKey', 'counter', 'transports', 'name', 'createdAt', 'lastUsedAt'] as const

export const passkeysOf = (tx: ReadDatabase, siteId: string, identityId: string): Promise<PasskeyRow[]> =>
  tx.selectFrom('passkey').select(columns).where('siteId', '=', siteId).where('identityId', '=', identityId).orderBy('createdAt').execute()
export const passkeyById = (tx: Tx, siteId: string, id: string): Promise<PasskeyRow | undefined> =>
  tx.selectFrom('passkey').select(columns).where('siteId', '=', siteId).where('id', '=', id).forUpdate().executeTakeFirst()
/** Undefined when this credential exists already. */
export const insertPasskey = (
  tx: Tx,
  siteId: string,
  row: Omit<PasskeyRow, 'createdAt' | 'lastUsedAt'>,
  now: Temporal.Instant,
): Promise<PasskeyRow | undefined> =>
  tx
    .insertInto('passkey')
    .values({ ...row, siteId, createdAt: now })
    .onConflict((c) => c.columns(['siteId', 'id']).doNothing())
    .returning(columns)
    .executeTakeFirst()
export const recordPasskeyUse = async (tx: Tx, siteId: string, id: string, counter: number, now: Temporal.Instant): Promise<void> =>
  void (await tx.updateTable('passkey').set({ counter, lastUsedAt: now }).where('siteId', '=', siteId).where('id', '=', id).execute())
export const deletePasskey = async (tx: Tx, siteId: string, identityId: string, id: string): Promise<boolean> =>
  (await tx.deleteFrom('passkey').where('siteId', '=', siteId).where('identityId', '=', identityId).where('id', '=', id).returning('id').executeTakeFirst()) !==
  undefined
