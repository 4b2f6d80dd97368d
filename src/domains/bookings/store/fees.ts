/** SQL on fees of bookings. */
import type { Selectable } from 'kysely'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import type { BookingFeeTable } from '#kit/db/tables.gen.ts'
import type { FeeStatus } from '../rules/fee-machine.ts'

export type FeeRow = Omit<Selectable<BookingFeeTable>, 'status' | 'trigger'> & { status: FeeStatus; trigger: 'BOOKING_CANCELED' | 'NOT_ATTENDED' }

const fees = (ctx: ReadContext) => ctx.db.selectFrom('bookingFee').where('siteId', '=', ctx.siteId)

export const loadFees = async (ctx: ReadContext, bookingIds: readonly string[]): Promise<FeeRow[]> =>
  bookingIds.length === 0 ? [] : ((await fees(ctx).selectAll().where('bookingId', 'in', bookingIds).orderBy('bookingId').execute()) as FeeRow[])
export const lockFees = async (ctx: TransactionContext, bookingIds: readonly string[]): Promise<FeeRow[]> =>
  (await fees(ctx).selectAll().where('bookingId', 'in', bookingIds).orderBy('bookingId').forUpdate().execute()) as FeeRow[]
export const lockAppliedFees = async (ctx: TransactionContext, additionalFeeId: string): Promise<FeeRow[]> =>
  (await fees(ctx).selectAll().where('additionalFeeId', '=', additionalFeeId).orderBy('bookingId').forUpdate().execute()) as FeeRow[]
/** A booking has one fee: a second one is not recorded, and false is answered. */
export const insertFee = async (
  ctx: TransactionContext,
  fee: Pick<FeeRow, 'id' | 'bookingId' | 'trigger' | 'amount' | 'currency' | 'status'>,
): Promise<boolean> =>
  (await ctx.tx
    .insertInto('bookingFee')
    .values({ ...fee, siteId: ctx.siteId, createdAt: ctx.now, updatedAt: ctx.now })
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst()) !== undefined
export const updateFee = (ctx: TransactionContext, id: string, change: Partial<Pick<FeeRow, 'status' | 'additionalFeeId' | 'applied' | 'collected'>>) =>
  ctx.tx
    .updateTable('bookingFee')
    .set({ ...change, updatedAt: ctx.now })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .execute()
/** Withdraws the fee of a no-show that was recorded by mistake, unless it is on the order already or, without `isWaived`, the business waived it. */
export const deleteUnappliedFee = (ctx: TransactionContext, bookingId: string, { isWaived = false } = {}) =>
  ctx.tx
    .deleteFrom('bookingFee')
    .where('siteId', '=', ctx.siteId)
    .where('bookingId', '=', bookingId)
    .where('trigger', '=', 'NOT_ATTENDED')
    .where('status', 'in', ['NOT_YET_APPLIED_TO_ORDER', 'UNKNOWN_STATUS', ...(isWaived ? ['WAIVED'] : [])])
    .execute()
