/** SQL on add-ons. */
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { updateRevision } from '#kit/db/update-revision.ts'
import type { AddOnTable } from '#kit/db/tables.gen.ts'
import type { Fields } from '#kit/query/filter.ts'
import { cursorPage, readQuery, type WireQuery } from '#kit/query/query.ts'

export type AddOnRow = Selectable<AddOnTable>

/** Prices are in the currency of the site. */
const addOnFieldsIn = (currency: string) =>
  ({
    id: { type: 'id', column: 'add_on.id', sort: true, required: true },
    name: { type: 'string', column: 'add_on.name', sort: true, required: true },
    durationInMinutes: { type: 'integer', column: 'add_on.duration_minutes', sort: true },
    maxQuantity: { type: 'integer', column: 'add_on.max_quantity', sort: true },
    'price.value': { type: 'number', column: 'add_on.price', sort: true, required: true },
    'price.currency': { type: 'string', column: sql`cast(${currency} as text)`, sort: true },
    taxGroup: { type: 'id', column: 'add_on.tax_group', sort: true },
    createdDate: { type: 'instant', column: 'add_on.created_at', sort: true, required: true },
  }) satisfies Fields
export const queryAddOns = (ctx: ReadContext, currency: string, wire: WireQuery | null | undefined) =>
  cursorPage(
    ctx.db.selectFrom('addOn').selectAll().where('siteId', '=', ctx.siteId),
    readQuery(wire, {
      name: 'addOns.query',
      fields: addOnFieldsIn(currency),
      paging: 'cursor',
      defaultLimit: 50,
      maxLimit: 100,
      defaultSort: [{ field: 'createdDate', order: 'ASC' }],
    }),
  )
export const addOnsByIds = (ctx: ReadContext, ids: readonly string[]): Promise<AddOnRow[]> =>
  ids.length === 0 ? Promise.resolve([]) : ctx.db.selectFrom('addOn').selectAll().where('siteId', '=', ctx.siteId).where('id', 'in', ids).execute()
export const insertAddOn = (ctx: TransactionContext, row: Insertable<AddOnTable>): Promise<AddOnRow> =>
  ctx.tx.insertInto('addOn').values(row).returningAll().executeTakeFirstOrThrow()
export const updateAddOn = (ctx: TransactionContext, id: string, revision: number, change: Updateable<AddOnTable>): Promise<AddOnRow | undefined> =>
  updateRevision(ctx, 'addOn', id, revision, change)
export const deleteAddOn = (ctx: TransactionContext, id: string): Promise<AddOnRow | undefined> =>
  ctx.tx.deleteFrom('addOn').where('siteId', '=', ctx.siteId).where('id', '=', id).returningAll().executeTakeFirst()
