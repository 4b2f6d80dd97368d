/** One row that tells with which key the values of this database are sealed, and which of them. */
import type { ReadDatabase, Tx } from '#kit/db/open.ts'
import { SEALING_MARK } from '../rules/sealed.ts'

/** The mark as it is stored; undefined before the first. */
export const findSealingMark = async (db: ReadDatabase): Promise<string | undefined> =>
  (await db.selectFrom('systemSecret').select('value').where('name', '=', SEALING_MARK).executeTakeFirst())?.value

/** Locks the mark, so that of several processes that start one seals. Empty before the first. */
export async function lockSealingMark(tx: Tx): Promise<string> {
  await tx
    .insertInto('systemSecret')
    .values((eb) => ({ name: SEALING_MARK, value: '', createdAt: eb.fn('now', []) }))
    .onConflict((c) => c.column('name').doNothing())
    .execute()
  return (await tx.selectFrom('systemSecret').select('value').where('name', '=', SEALING_MARK).forUpdate().executeTakeFirstOrThrow()).value
}

export const saveSealingMark = async (tx: Tx, value: string): Promise<void> =>
  void (await tx.updateTable('systemSecret').set({ value }).where('name', '=', SEALING_MARK).execute())
