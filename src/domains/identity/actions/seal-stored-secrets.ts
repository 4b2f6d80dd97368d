/**
 * Brings what the database holds sealed under the key of the server: what former versions stored as it was, and what a former key sealed.
 * A mark in the database says that it was done, so that a start asks one statement.
 */
import type { Db, Tx } from '#kit/db/open.ts'
import { nameSealedValue, resealValues, type SealedValue } from '#kit/db/sealed-values.ts'
import { openWithKeys, type SealingKeys, openText, sealText } from '#kit/secrets/seal.ts'
import { SEALING_MARK } from '../rules/sealed.ts'
import { findSealingMark, lockSealingMark, saveSealingMark } from '../store/sealing-mark.ts'

/** The database was sealed with a key that this process does not have. */
export class SealedWithAnotherKey extends Error {
  override name = 'SealedWithAnotherKey'
}

/**
 * Once at every start, for all sites. `forgets`: the key is lost, so what it sealed is deleted where the server or people make it anew. Throws
 * SealedWithAnotherKey and changes nothing.
 */
export async function sealStoredSecrets(db: Db, values: readonly SealedValue[], keys: SealingKeys, { forgets = false } = {}): Promise<void> {
  const names = values.map(nameSealedValue).toSorted().join('\n')
  const mark = await findSealingMark(db)
  // With a former key at hand another process may still seal with it.
  if (mark && keys.former.length === 0 && openText(keys.current, SEALING_MARK, mark) === names) return
  await db.transaction().execute((tx) => sealAll(tx, values, keys, { forgets, names }))
}

async function sealAll(tx: Tx, values: readonly SealedValue[], keys: SealingKeys, { forgets, names }: { forgets: boolean; names: string }): Promise<void> {
  const mark = await lockSealingMark(tx)
  if (mark !== '' && !forgets && openWithKeys(keys, SEALING_MARK, mark) === undefined)
    throw new SealedWithAnotherKey('what the database holds was sealed with another key')
  await resealValues(tx, values, keys, { forgets })
  await saveSealingMark(tx, sealText(keys.current, SEALING_MARK, names))
}
