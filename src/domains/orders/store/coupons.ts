/** All SQL on coupons and their uses. */
import type { Temporal } from 'temporal-polyfill'
import { sql } from 'kysely'
import { writes } from '#kit/db/open.ts'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import type { Fields } from '#kit/query/filter.ts'
import { offsetPage, readQuery, type WireQuery } from '#kit/query/query.ts'
import { getTransition } from '#kit/pure/state-machine.ts'
import { couponUseMachine } from '../rules/coupon-use-machine.ts'
import type { Coupon, CouponFields, CouponTarget, CouponUses } from '../rules/coupon.ts'

const coupons = (ctx: ReadContext) => ctx.db.selectFrom('coupon').where('siteId', '=', ctx.siteId).where('deletedAt', 'is', null)
type Raw = Awaited<ReturnType<ReturnType<ReturnType<typeof coupons>['selectAll']>['executeTakeFirstOrThrow']>>

const toCoupon = (row: Raw): Coupon => ({
  id: row.id,
  name: row.name,
  code: row.code,
  off: row.percentOff === null ? { amount: row.amountOff ?? '0' } : { percent: row.percentOff },
  scope:
    row.minimumSubtotal !== null
      ? { kind: 'minimum', subtotal: row.minimumSubtotal }
      : row.planId === null
        ? row.serviceId === null
          ? { kind: 'all' }
          : { kind: 'service', serviceId: row.serviceId }
        : { kind: 'plan', planId: row.planId },
  appliesTo: row.appliesTo as CouponTarget,
  startsAt: row.startsAt,
  expiresAt: row.expiresAt,
  usageLimit: row.usageLimit,
  limitPerCustomer: row.limitPerCustomer,
  discountedCycles: row.discountedCycles,
  appliesToSubscriptions: row.appliesToSubscriptions,
  active: row.active,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
})
const toColumns = (coupon: CouponFields) => ({
  name: coupon.name,
  code: coupon.code,
  percentOff: 'percent' in coupon.off ? coupon.off.percent : null,
  amountOff: 'amount' in coupon.off ? coupon.off.amount : null,
  appliesTo: coupon.appliesTo,
  isForAllPlans: coupon.scope.kind === 'all' && coupon.appliesTo !== 'BOOKINGS',
  serviceId: coupon.scope.kind === 'service' ? coupon.scope.serviceId : null,
  planId: coupon.scope.kind === 'plan' ? coupon.scope.planId : null,
  minimumSubtotal: coupon.scope.kind === 'minimum' ? coupon.scope.subtotal : null,
  startsAt: coupon.startsAt,
  expiresAt: coupon.expiresAt,
  usageLimit: coupon.usageLimit,
  limitPerCustomer: coupon.limitPerCustomer,
  discountedCycles: coupon.discountedCycles,
  appliesToSubscriptions: coupon.appliesToSubscriptions,
  active: coupon.active,
})

export async function couponById(ctx: ReadContext, id: string): Promise<Coupon | undefined> {
  const row = await coupons(ctx).selectAll().where('id', '=', id).executeTakeFirst()
  return row && toCoupon(row)
}
const selectByCode = (ctx: ReadContext, code: string) => coupons(ctx).where(sql<boolean>`lower(code) = ${code.trim().toLowerCase()}`)
/** A customer of a coupon: a member, a contact, or both. */
export interface CouponCustomer {
  memberId?: string | null | undefined
  contactId?: string | null | undefined
}
/** The coupon with its number of uses, in total and by the given customer. */
export async function findCouponByCode(
  ctx: ReadContext,
  code: string,
  customer: CouponCustomer = {},
): Promise<{ coupon: Coupon; uses: CouponUses } | undefined> {
  const row = await selectByCode(ctx, code)
    .selectAll()
    .select((eb) => {
      const taken = eb.selectFrom('couponUse').whereRef('couponUse.siteId', '=', 'coupon.siteId').whereRef('couponUse.couponId', '=', 'coupon.id')
      const count = eb.fn.countAll<number>().as('n')
      return [
        taken.select(count).as('all'),
        // Not a condition of the rows: without a customer none would be left of it, and a cluster could not tell the site.
        taken
          .select((own) =>
            own.fn
              .countAll<number>()
              .filterWhere((use) => use.or([use('memberId', '=', customer.memberId ?? null), use('contactId', '=', customer.contactId ?? null)]))
              .as('n'),
          )
          .as('mine'),
      ]
    })
    .executeTakeFirst()
  return row && { coupon: toCoupon(row), uses: { all: Number(row.all), ...((customer.memberId ?? customer.contactId) && { mine: Number(row.mine) }) } }
}
/** False when the code is taken. */
export async function insertCoupon(ctx: TransactionContext, id: string, coupon: CouponFields): Promise<boolean> {
  const row = await ctx.tx
    .insertInto('coupon')
    .values({ siteId: ctx.siteId, id, ...toColumns(coupon), createdAt: ctx.now, updatedAt: ctx.now })
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
/** Whether another coupon has the code already. */
export const codeIsTaken = async (ctx: ReadContext, code: string, exceptId: string): Promise<boolean> =>
  (await selectByCode(ctx, code).select('id').where('id', '<>', exceptId).executeTakeFirst()) !== undefined
export const updateCoupon = (ctx: TransactionContext, id: string, coupon: CouponFields): Promise<unknown> =>
  ctx.tx
    .updateTable('coupon')
    .set({ ...toColumns(coupon), updatedAt: ctx.now })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .execute()
/** Its uses stay; the code is free again. */
export async function deleteCoupon(ctx: TransactionContext, id: string): Promise<boolean> {
  const { numUpdatedRows } = await ctx.tx
    .updateTable('coupon')
    .set({ deletedAt: ctx.now })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const couponFields = {
  id: { type: 'id', column: 'coupon.id', required: true },
  'specification.name': { type: 'string', column: 'coupon.name', sort: true, required: true },
  'specification.code': { type: 'string', column: 'coupon.code', sort: true, required: true },
  'specification.active': { type: 'boolean', column: 'coupon.active', required: true },
  'specification.scope.group.entityId': { type: 'id', column: sql`coalesce(coupon.plan_id, coupon.service_id)` },
  'specification.startTime': { type: 'number', column: sql`(extract(epoch from coupon.starts_at) * 1000)::bigint`, sort: true },
  'specification.expirationTime': { type: 'number', column: sql`(extract(epoch from coupon.expires_at) * 1000)::bigint`, sort: true },
  dateCreated: { type: 'instant', column: 'coupon.created_at', sort: true, required: true },
} satisfies Fields

/** A page of coupons by filter, the newest first. */
export async function queryCoupons(ctx: ReadContext, query: WireQuery | undefined): Promise<{ coupons: Coupon[]; total: number }> {
  const read = readQuery(query, {
    name: 'coupons.query',
    fields: couponFields,
    paging: 'offset',
    defaultSort: [{ field: 'dateCreated', order: 'DESC' }],
  })
  const { rows, meta } = await offsetPage(coupons(ctx).selectAll(), read)
  return { coupons: (rows as Raw[]).map(toCoupon), total: meta.total ?? rows.length }
}

/** Counted uses of several coupons; reserved ones are not sold yet. */
export async function countUsesByCoupon(ctx: ReadContext, couponIds: readonly string[]): Promise<Map<string, number>> {
  if (couponIds.length === 0) return new Map()
  const rows = await ctx.db
    .selectFrom('couponUse')
    .where('siteId', '=', ctx.siteId)
    .where('couponId', 'in', couponIds)
    .where('state', '=', 'COUNTED')
    .groupBy('couponId')
    .select((eb) => ['couponId', eb.fn.countAll<number>().as('n')])
    .execute()
  return new Map(rows.map((row) => [row.couponId, Number(row.n)]))
}

export type Reservation = 'OK' | 'ERROR_COUPON_USAGE_EXCEEDED' | 'ERROR_COUPON_LIMIT_PER_CUSTOMER_EXCEEDED'
/** Takes a use for an order of a plan, or for bookings that are paid together; the function decides under the lock of the coupon. */
export async function reserve(
  ctx: TransactionContext,
  of: { couponId: string; orderId: string; kind: 'PLAN' | 'BOOKING' } & CouponCustomer,
): Promise<Reservation> {
  const at: Temporal.Instant = ctx.now
  const { rows } = await sql<{ outcome: Reservation }>`${writes('coupon_use')}
    select reserve_coupon(${ctx.siteId}::uuid, ${of.couponId}::uuid, ${of.orderId}::uuid, ${of.kind}, ${of.memberId ?? null}::uuid, ${of.contactId ?? null}::uuid,
      ${at}::timestamptz) outcome`.execute(ctx.tx)
  const [row] = rows
  if (!row) throw new Error('reserve_coupon returned no row')
  return row.outcome
}
const counting = getTransition(couponUseMachine, 'RESERVED', 'count')
export const countUse = (ctx: TransactionContext, orderId: string): Promise<unknown> =>
  ctx.tx
    .updateTable('couponUse')
    .set({ state: counting.to })
    .where('siteId', '=', ctx.siteId)
    .where('orderId', '=', orderId)
    .where('state', '=', counting.from)
    .execute()
export const releaseUses = async (ctx: TransactionContext, orderIds: readonly string[]): Promise<void> => {
  if (orderIds.length === 0) return
  await ctx.tx
    .deleteFrom('couponUse')
    .where('siteId', '=', ctx.siteId)
    .where('orderId', 'in', [...orderIds])
    .where('state', '=', 'RESERVED')
    .execute()
}
export const releaseUse = (ctx: TransactionContext, orderId: string): Promise<void> => releaseUses(ctx, [orderId])

/** Reserved uses for bookings, the oldest first. */
export const listReservedForBookings = async (ctx: ReadContext): Promise<string[]> =>
  (
    await ctx.db
      .selectFrom('couponUse')
      .select('orderId')
      .where('siteId', '=', ctx.siteId)
      .where('state', '=', 'RESERVED')
      .where('kind', '=', 'BOOKING')
      .orderBy('at')
      .limit(500)
      .execute()
  ).map(({ orderId }) => orderId)
/** Gives a use for bookings back, counted or not: what it was for does not take place. */
export const returnUse = (ctx: TransactionContext, orderId: string): Promise<unknown> =>
  ctx.tx.deleteFrom('couponUse').where('siteId', '=', ctx.siteId).where('orderId', '=', orderId).where('kind', '=', 'BOOKING').execute()
export const reassignUses = (ctx: TransactionContext, fromId: string, toId: string): Promise<unknown> =>
  ctx.tx.updateTable('couponUse').set({ contactId: toId }).where('siteId', '=', ctx.siteId).where('contactId', '=', fromId).execute()

/** Counts the use of bookings that were paid or placed. Money that came after a use was given back counts at the agreed price, whatever the limits say by then. */
export async function countBookingUse(ctx: TransactionContext, of: { couponId: string; useId: string } & CouponCustomer): Promise<void> {
  await ctx.tx
    .insertInto('couponUse')
    .values({
      siteId: ctx.siteId,
      orderId: of.useId,
      couponId: of.couponId,
      kind: 'BOOKING',
      memberId: of.memberId ?? null,
      contactId: of.contactId ?? null,
      state: counting.to,
      at: ctx.now,
    })
    .onConflict((oc) => oc.columns(['siteId', 'orderId']).doUpdateSet({ state: counting.to }))
    .execute()
}
