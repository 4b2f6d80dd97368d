/** SQL on locations of the business. */
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import type { LocationTable } from '#kit/db/tables.gen.ts'
import type { LocationTransition } from '../rules/location-machine.ts'

export type LocationRow = Selectable<LocationTable>

export const listLocations = (ctx: ReadContext): Promise<LocationRow[]> =>
  ctx.db.selectFrom('location').selectAll().where('siteId', '=', ctx.siteId).orderBy('isDefault', 'desc').orderBy('createdAt').orderBy('id').execute()
export const insertLocation = (ctx: TransactionContext, row: Insertable<LocationTable>): Promise<LocationRow> =>
  ctx.tx.insertInto('location').values(row).returningAll().executeTakeFirstOrThrow()
/** Undefined when there is none, or the revision is stale. */
export const updateLocation = (
  ctx: TransactionContext,
  id: string,
  revision: number | undefined,
  { transition, ...change }: Omit<Updateable<LocationTable>, 'status'> & { transition?: LocationTransition | undefined },
): Promise<LocationRow | undefined> =>
  ctx.tx
    .updateTable('location')
    .set({ ...change, ...(transition && { status: transition.to }), updatedAt: ctx.now, revision: sql`revision + 1` })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .$if(revision !== undefined, (q) => q.where('revision', '=', revision as number))
    .returningAll()
    .executeTakeFirst()
export const clearDefaultLocation = (ctx: TransactionContext): Promise<unknown> =>
  ctx.tx.updateTable('location').set({ isDefault: false }).where('siteId', '=', ctx.siteId).where('isDefault', '=', true).execute()
