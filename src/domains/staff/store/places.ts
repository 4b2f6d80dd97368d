/** All SQL on places of the business. */
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import type { Ctx } from '#kit/ctx.ts'
import type { LocationTable } from '#kit/db/tables.gen.ts'

export type PlaceRow = Selectable<LocationTable>

export const places = (ctx: Ctx): Promise<PlaceRow[]> =>
  ctx.tx.selectFrom('location').selectAll().where('siteId', '=', ctx.siteId).orderBy('isDefault', 'desc').orderBy('createdAt').orderBy('id').execute()
export const insertPlace = (ctx: Ctx, row: Insertable<LocationTable>): Promise<PlaceRow> =>
  ctx.tx.insertInto('location').values(row).returningAll().executeTakeFirstOrThrow()
export const updatePlace = (ctx: Ctx, id: string, change: Updateable<LocationTable>): Promise<PlaceRow | undefined> =>
  ctx.tx
    .updateTable('location')
    .set({ ...change, updatedAt: ctx.now, revision: sql`revision + 1` })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
export const clearDefaultPlace = (ctx: Ctx): Promise<unknown> =>
  ctx.tx.updateTable('location').set({ isDefault: false }).where('siteId', '=', ctx.siteId).where('isDefault', '=', true).execute()
