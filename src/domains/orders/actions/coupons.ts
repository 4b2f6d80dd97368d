/** Coupons as the owner keeps them. Source: guide pricing-plans §4.2. */
import { getSite } from '#domains/site/public.ts'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { getOnlineProvider } from '#kit/payments/providers.ts'
import { assertNoViolations, refuseStandard } from '#kit/api/refusal.ts'
import { unwrapOrRefuse, refuse } from '../errors.ts'
import { decideBookingCoupon, type BookingCoupon, type CouponItem } from '../rules/booking-coupon.ts'
import { checkCoupon, decideCoupon, mergeSpecification, toSpecification, type Coupon, type CouponFields } from '../rules/coupon.ts'
import type { Coupon as PriceCoupon } from '../rules/price.ts'
import * as store from '../store/coupons.ts'

type Specification = Record<string, unknown>

async function parseCoupon(ctx: ReadContext, spec: Specification): Promise<CouponFields> {
  const { coupon, problems } = checkCoupon(spec, (await getSite(ctx)).currency)
  assertNoViolations(problems)
  return coupon
}
const refuseTakenCode = () => assertNoViolations([{ field: 'specification.code', description: 'is the code of another coupon', violatedRule: 'VALIDATION' }])

/** Answers the id. Violates each bad field; refuses a code that is taken. */
export async function createCoupon(ctx: TransactionContext, spec: Specification): Promise<string> {
  const coupon = await parseCoupon(ctx, spec)
  const id = ctx.newId()
  if (!(await store.insertCoupon(ctx, id, coupon))) refuseTakenCode()
  return id
}

/** Refuses with NOT_FOUND. */
export const loadCoupon = async (ctx: ReadContext, id: string): Promise<Coupon> => (await store.couponById(ctx, id)) ?? refuseStandard('NOT_FOUND')

/** Orders that were made with the coupon keep their price. */
export async function changeCoupon(ctx: TransactionContext, id: string, spec: Specification, mask?: readonly string[]): Promise<void> {
  const stored = await loadCoupon(ctx, id)
  const coupon = await parseCoupon(ctx, mergeSpecification(toSpecification(stored), spec, mask))
  if (await store.codeIsTaken(ctx, coupon.code, id)) refuseTakenCode()
  await store.updateCoupon(ctx, id, coupon)
}

/** Deletes a coupon; orders keep their price. Refuses with NOT_FOUND. */
export async function removeCoupon(ctx: TransactionContext, id: string): Promise<void> {
  if (!(await store.deleteCoupon(ctx, id))) refuseStandard('NOT_FOUND')
}

/** The coupon of a purchase for the price rule; undefined without a code. Limits per buyer count only for a buyer. */
export async function resolveCoupon(
  ctx: ReadContext,
  code: string | null | undefined,
  plan: { id: string; price: string; currency: string },
  customer?: store.CouponCustomer,
): Promise<PriceCoupon | undefined> {
  if (!code) return undefined
  const found = await store.findCouponByCode(ctx, code, customer)
  const decision = decideCoupon(found?.coupon, { now: ctx.now, uses: found?.uses ?? { all: 0 }, plan })
  return unwrapOrRefuse('refused' in decision ? { ...decision, data: { couponCode: code, planId: plan.id } } : decision)
}

/** Takes a use of the order's coupon, decided by the database; the order exists only if it gets one. */
export async function reserveCoupon(
  ctx: TransactionContext,
  of: { couponId: string; code: string; orderId: string; memberId: string; contactId: string; planId: string },
): Promise<void> {
  const outcome = await store.reserve(ctx, { ...of, kind: 'PLAN' })
  if (outcome !== 'OK') refuse(outcome, { couponCode: of.code, planId: of.planId })
}

/** What a coupon takes off bookings that are paid together. Limits per customer count only for a known one. Refuses with the codes of the guide. */
export async function resolveBookingCoupon(
  ctx: ReadContext,
  code: string,
  of: { items: readonly CouponItem[]; currency: string; customer: store.CouponCustomer },
): Promise<BookingCoupon> {
  const found = await store.findCouponByCode(ctx, code, of.customer)
  const decision = decideBookingCoupon(found?.coupon, { now: ctx.now, uses: found?.uses ?? { all: 0 }, items: of.items, currency: of.currency })
  return unwrapOrRefuse('refused' in decision ? { ...decision, data: { couponCode: code } } : decision)
}

/** Takes the use of bookings that are about to be paid, decided by the database; a use that they have stays theirs. */
export async function reserveBookingCoupon(
  ctx: TransactionContext,
  {
    rest,
    ...of
  }: {
    couponId: string
    code: string
    useId: string /** What is charged now; 0 for nothing. */
    rest: { amount: string; currency: string }
  } & store.CouponCustomer,
): Promise<void> {
  if (/[1-9]/.test(rest.amount) && (await getOnlineProvider(ctx))?.findAmountProblem(rest)) refuse('ERROR_INVALID_SUBTOTAL', { couponCode: of.code })
  const outcome = await store.reserve(ctx, { ...of, orderId: of.useId, kind: 'BOOKING' })
  if (outcome !== 'OK') refuse(outcome, { couponCode: of.code })
}
