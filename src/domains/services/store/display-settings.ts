/** SQL on how widgets show bookings. */
import type { Insertable, Selectable } from 'kysely'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import type { BookingsDisplaySettingsTable } from '#kit/db/tables.gen.ts'

export type DisplaySettingsRow = Selectable<BookingsDisplaySettingsTable>
/** A widget is known by its app, its type and, when it is of another maker, its key. */
export interface Widget {
  appId: string
  widgetType: 'SIDE_PANEL_VIEW' | 'CUSTOM'
  customWidgetKey: string
}

export const findDisplaySettings = (ctx: ReadContext, { appId, widgetType, customWidgetKey }: Widget): Promise<DisplaySettingsRow | undefined> =>
  ctx.db
    .selectFrom('bookingsDisplaySettings')
    .selectAll()
    .where('siteId', '=', ctx.siteId)
    .where('appId', '=', appId)
    .where('widgetType', '=', widgetType)
    .where('customWidgetKey', '=', customWidgetKey)
    .executeTakeFirst()

export const saveDisplaySettings = (
  ctx: TransactionContext,
  widget: Widget,
  change: Partial<Pick<Insertable<BookingsDisplaySettingsTable>, 'sidePanelView' | 'extendedFields'>>,
): Promise<DisplaySettingsRow> =>
  ctx.tx
    .insertInto('bookingsDisplaySettings')
    .values({ ...widget, ...change, siteId: ctx.siteId, id: ctx.newId(), createdAt: ctx.now, updatedAt: ctx.now })
    .onConflict((oc) =>
      oc.columns(['siteId', 'appId', 'widgetType', 'customWidgetKey']).doUpdateSet(({ ref, eb }) => ({
        ...change,
        revision: eb(ref('bookingsDisplaySettings.revision'), '+', 1),
        updatedAt: ctx.now,
      })),
    )
    .returningAll()
    .executeTakeFirstOrThrow()

/** Whether there were any. */
export const deleteDisplaySettings = async (ctx: TransactionContext, id: string): Promise<boolean> => {
  const deleted = await ctx.tx.deleteFrom('bookingsDisplaySettings').where('siteId', '=', ctx.siteId).where('id', '=', id).executeTakeFirst()
  return deleted.numDeletedRows > 0n
}
