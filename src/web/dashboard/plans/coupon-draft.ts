/** A coupon as its form holds it, and as the call wants it. Amounts are numbers and times milliseconds on this part of the wire. */
import type { ReplyOf } from '#web/operations.ts'
import { addDays, startOfDay, toDay } from '#web/kit/days.ts'

export type Coupon = ReplyOf<'coupons.getCoupon'>['coupon']
type Figure = string | number

export interface CouponDraft {
  name: string
  code: string
  kind: 'percent' | 'amount'
  off: Figure
  /** For every plan, for one, or for those from a price on. */
  of: 'all' | 'plan' | 'minimum'
  plan: string | null
  minimum: Figure
  /** Every payment, or the first so many. */
  lasts: 'all' | 'first'
  payments: Figure
  limit: Figure
  each: Figure
  /** Days on the wall of the business; empty is at once, and never. */
  from: string
  until: string
}
export const emptyCoupon: CouponDraft = {
  name: '',
  code: '',
  kind: 'percent',
  off: '',
  of: 'all',
  plan: null,
  minimum: '',
  lasts: 'all',
  payments: 1,
  limit: '',
  each: '',
  from: '',
  until: '',
}

export function toCouponDraft({ specification: it }: Coupon, timeZone: string): CouponDraft {
  const plan = it.scope?.group?.entityId ?? null
  return {
    name: it.name,
    code: it.code,
    kind: it.percentOffRate === undefined ? 'amount' : 'percent',
    off: it.percentOffRate ?? it.moneyOffAmount ?? '',
    of: it.minimumSubtotal === undefined ? (plan ? 'plan' : 'all') : 'minimum',
    plan,
    minimum: it.minimumSubtotal ?? '',
    lasts: it.appliesToSubscriptions || it.discountedCycleCount === undefined ? 'all' : 'first',
    payments: it.discountedCycleCount ?? 1,
    limit: it.usageLimit ?? '',
    each: it.limitPerCustomer ?? '',
    from: toDay(Number(it.startTime), timeZone),
    // The last day is the one whose end it is.
    until: it.expirationTime ? toDay(Number(it.expirationTime) - 1, timeZone) : '',
  }
}

/** The fields that the form controls: those absent from a change are removed. */
const formFields = [
  'name',
  'code',
  'percentOffRate',
  'moneyOffAmount',
  'scope',
  'minimumSubtotal',
  'appliesToSubscriptions',
  'discountedCycleCount',
  'usageLimit',
  'limitPerCustomer',
  'startTime',
  'expirationTime',
]

const toStartTime = (day: string, timeZone: string): string => String(new Date(startOfDay(day, timeZone)).getTime())

/** `before`: the coupon that is changed; its moment of start stays as long as its day does. */
export function toSpecification(draft: CouponDraft, timeZone: string, now: number, before?: Coupon): Record<string, unknown> {
  const kept = before && toCouponDraft(before, timeZone).from === draft.from ? before.specification.startTime : undefined
  return {
    name: draft.name.trim() || draft.code.trim(),
    code: draft.code.trim(),
    ...(draft.kind === 'percent' ? { percentOffRate: Number(draft.off) } : { moneyOffAmount: Number(draft.off) }),
    ...(draft.of === 'minimum'
      ? { minimumSubtotal: Number(draft.minimum) }
      : { scope: { namespace: 'pricingPlans', ...(draft.of === 'plan' && draft.plan ? { group: { name: 'plan', entityId: draft.plan } } : {}) } }),
    ...(draft.lasts === 'all' ? { appliesToSubscriptions: true } : { appliesToSubscriptions: false, discountedCycleCount: Number(draft.payments) }),
    ...(draft.limit ? { usageLimit: Number(draft.limit) } : {}),
    ...(draft.each ? { limitPerCustomer: Number(draft.each) } : {}),
    startTime: kept ?? (draft.from ? toStartTime(draft.from, timeZone) : String(now)),
    ...(draft.until ? { expirationTime: toStartTime(addDays(draft.until, 1), timeZone) } : {}),
  }
}

/** The fields that the form changes about a coupon: those that its specification would write otherwise than when it was read. */
export function changedFields(before: Coupon, draft: CouponDraft, timeZone: string): string[] {
  const [read, now] = [toSpecification(toCouponDraft(before, timeZone), timeZone, 0, before), toSpecification(draft, timeZone, 0, before)]
  return formFields.filter((field) => JSON.stringify(read[field]) !== JSON.stringify(now[field]))
}
