/** Operation → action: coupons. */
import type { Handlers } from '#kit/api/mount.ts'
import { refuseViolation } from '#kit/api/refusal.ts'
import { changeCoupon, loadCoupon, createCoupon, removeCoupon } from '../actions/coupons.ts'
import type { couponsApi } from '../contract.ts'
import * as coupons from '../store/coupons.ts'
import { toCoupon } from '../wire.ts'

const parseMask = (mask: string | string[] | { paths: string[] } | null | undefined): string[] | undefined =>
  mask === null || mask === undefined
    ? undefined
    : typeof mask === 'string'
      ? mask.split(',').map((path) => path.trim())
      : Array.isArray(mask)
        ? mask
        : mask.paths

/** The older spelling of the coupon query carries its filter as JSON text. */
function parseCouponQuery<Q extends { filter?: unknown }>(query: Q | null | undefined): Q | undefined {
  if (typeof query?.filter !== 'string') return query ?? undefined
  try {
    return { ...query, filter: query.filter === '' ? undefined : JSON.parse(query.filter) }
  } catch {
    return refuseViolation({ field: 'query.filter', description: 'is not JSON', violatedRule: 'FORMAT' })
  }
}

export const couponsHandlers: Handlers<typeof couponsApi> = {
  createCoupon: async (ctx, { body }) => ({ id: await createCoupon(ctx, body.specification) }),
  async getCoupon(ctx, { params }) {
    const coupon = await loadCoupon(ctx, params.id)
    return { coupon: toCoupon(coupon, (await coupons.countUsesByCoupon(ctx, [coupon.id])).get(coupon.id) ?? 0, ctx.now) }
  },
  async updateCoupon(ctx, { params, body }) {
    await changeCoupon(ctx, params.id, body.specification, parseMask(body.fieldMask))
    return {}
  },
  async deleteCoupon(ctx, { params }) {
    await removeCoupon(ctx, params.id)
    return {}
  },
  async queryCoupons(ctx, { body }) {
    const { coupons: found, total } = await coupons.queryCoupons(ctx, parseCouponQuery(body.query))
    const uses = await coupons.countUsesByCoupon(
      ctx,
      found.map((coupon) => coupon.id),
    )
    return { coupons: found.map((coupon) => toCoupon(coupon, uses.get(coupon.id) ?? 0, ctx.now)), totalResults: total }
  },
}
