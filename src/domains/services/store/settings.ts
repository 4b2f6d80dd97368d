/** SQL on the settings of bookings. */
import type { Insertable, Selectable } from 'kysely'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import type { BookingsSettingsTable } from '#kit/db/tables.gen.ts'

export type BookingsSettingsRow = Selectable<BookingsSettingsTable>

export const findBookingsSettings = (ctx: ReadContext): Promise<BookingsSettingsRow | undefined> =>
  ctx.db.selectFrom('bookingsSettings').selectAll().where('siteId', '=', ctx.siteId).executeTakeFirst()
/** The settings of the site, or the defaults while none are stored. */
export const getBookingsSettings = async (ctx: ReadContext): Promise<BookingsSettingsRow> =>
  (await findBookingsSettings(ctx)) ?? {
    siteId: ctx.siteId,
    id: ctx.siteId,
    cartCheckout: false,
    multiServiceAppointments: true,
    basedOn: 'BUSINESS_TIME_ZONE',
    customerCanChange: true,
    extendedFields: {},
    revision: 1,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  }
/** Undefined when the revision is stale. */
export const saveBookingsSettings = (
  ctx: TransactionContext,
  revision: number,
  change: Pick<Insertable<BookingsSettingsTable>, 'cartCheckout' | 'multiServiceAppointments' | 'basedOn' | 'customerCanChange' | 'extendedFields'>,
): Promise<BookingsSettingsRow | undefined> =>
  ctx.tx
    .insertInto('bookingsSettings')
    .values({ ...change, siteId: ctx.siteId, id: ctx.siteId, revision: 2, createdAt: ctx.now, updatedAt: ctx.now })
    .onConflict((oc) =>
      oc
        .column('siteId')
        .doUpdateSet({ ...change, revision: revision + 1, updatedAt: ctx.now })
        .where('bookingsSettings.revision', '=', revision),
    )
    .returningAll()
    .executeTakeFirst()
