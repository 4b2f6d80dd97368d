/** SQL on the time slots configuration. */
import type { Insertable, Selectable } from 'kysely'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import type { SlotConfigTable } from '#kit/db/tables.gen.ts'
import type { Fields } from '#kit/query/filter.ts'
import { cursorPage, readQuery, type WireQuery } from '#kit/query/query.ts'

export type SlotConfigRow = Selectable<SlotConfigTable>

const fields = {
  id: { type: 'id', column: 'slot_config.id', sort: true, required: true },
  appId: { type: 'id', column: 'slot_config.app_id', required: true },
  createdDate: { type: 'instant', column: 'slot_config.created_at', sort: true, required: true },
  updatedDate: { type: 'instant', column: 'slot_config.updated_at', sort: true, required: true },
  'displayTimeZone.basedOn': { type: 'enum', column: 'slot_config.based_on', required: true },
  'staffSelection.strategy': { type: 'enum', column: 'slot_config.staff_selection', required: true },
  'splitInterval.sameAsDuration': { type: 'boolean', column: 'slot_config.same_as_duration', required: true },
  'splitInterval.valueInMinutes': { type: 'integer', column: 'slot_config.split_minutes', required: true },
} satisfies Fields

/** The configuration of the bookings app, or the defaults while none is stored. Its id is that of the site. */
export async function getSlotConfig(ctx: ReadContext, appId: string): Promise<SlotConfigRow> {
  const known = await ctx.db.selectFrom('slotConfig').selectAll().where('siteId', '=', ctx.siteId).where('appId', '=', appId).executeTakeFirst()
  return (
    known ?? {
      siteId: ctx.siteId,
      id: ctx.siteId,
      appId,
      basedOn: 'BUSINESS_TIME_ZONE',
      customerCanChange: true,
      staffSelection: 'CUSTOMER_MAY_CHOOSE',
      sameAsDuration: false,
      splitMinutes: 30,
      extendedFields: {},
      revision: 1,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    }
  )
}
/** Undefined when the revision is stale. */
export const saveSlotConfig = (
  ctx: TransactionContext,
  revision: number,
  row: Pick<
    Insertable<SlotConfigTable>,
    'id' | 'appId' | 'basedOn' | 'customerCanChange' | 'staffSelection' | 'sameAsDuration' | 'splitMinutes' | 'extendedFields'
  >,
): Promise<SlotConfigRow | undefined> => {
  const { id: _id, appId: _appId, ...change } = row
  return ctx.tx
    .insertInto('slotConfig')
    .values({ ...row, siteId: ctx.siteId, revision: 2, createdAt: ctx.now, updatedAt: ctx.now })
    .onConflict((oc) =>
      oc
        .columns(['siteId', 'appId'])
        .doUpdateSet({ ...change, revision: revision + 1, updatedAt: ctx.now })
        .where('slotConfig.revision', '=', revision),
    )
    .returningAll()
    .executeTakeFirst()
}
export const slotConfigPage = (ctx: ReadContext, wire: WireQuery | null | undefined) =>
  cursorPage(
    ctx.db.selectFrom('slotConfig').selectAll().where('siteId', '=', ctx.siteId),
    readQuery(wire, { name: 'slotConfig.query', fields, paging: 'cursor', defaultLimit: 50, maxLimit: 100 }),
  )
