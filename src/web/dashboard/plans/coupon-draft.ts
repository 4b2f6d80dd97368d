/** A coupon as its form holds it, and as the call wants it. Amounts are numbers and times milliseconds on this part of the wire. */
import type { ReplyOf } from '#web/operations.ts'
import { addDays, startOfDay, toDay } from '#web/kit/days.ts'

export type Coupon = ReplyOf<'coupons.getCoupon'>['coupon']
type Figure = string | number

export type CouponTarget = 'plans' | 'plan' | 'bookings' | 'service' | 'both' | 'minimum'

export interface CouponDraft {
  name: string
  code: string
  kind: 'percent' | 'amount'
  off: Figure
  /** For every plan or booking, for one plan or service, or for what costs at least so much. */
  of: CouponTarget
  plan: string | null
  service: string | null
  minimum: Figure
  /** What the minimum is the price of. */
  minimumOf: 'PLANS' | 'BOOKINGS' | 'BOTH'
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
  of: 'plans',
  plan: null,
  service: null,
  minimum: '',
  minimumOf: 'BOTH',
  lasts: 'all',
  payments: 1,
  limit: '',
  each: '',
  from: '',
  until: '',
}

export function toCouponDraft({ specification: it }: Coupon, timeZone: string): CouponDraft {
  return {
    name: it.name,
    code: it.code,
    kind: it.percentOffRate === undefined ? 'amount' : 'percent',
    off: it.percentOffRate ?? it.moneyOffAmount ?? '',
    of: toTarget(it),
    plan: it.scope?.group?.name === 'plan' ? (it.scope.group.entityId ?? null) : null,
    service: it.scope?.group?.name === 'service' ? (it.scope.group.entityId ?? null) : null,
    minimum: it.minimumSubtotal ?? '',
    minimumOf: it.appliesTo,
    lasts: it.appliesToSubscriptions || it.discountedCycleCount === undefined ? 'all' : 'first',
    payments: it.discountedCycleCount ?? 1,
    limit: it.usageLimit ?? '',
    each: it.limitPerCustomer ?? '',
    from: toDay(Number(it.startTime), timeZone),
    // The last day is the one whose end it is.
    until: it.expirationTime ? toDay(Number(it.expirationTime) - 1, timeZone) : '',
  }
}

function toTarget({ minimumSubtotal, scope, appliesTo }: Coupon['specification']): CouponTarget {
  if (minimumSubtotal !== undefined) return 'minimum'
  if (scope?.group?.entityId) return scope.group.name === 'service' ? 'service' : 'plan'
  return ({ PLANS: 'plans', BOOKINGS: 'bookings', BOTH: 'both' } as const)[appliesTo]
}

/** Whether it may be for plans: only they have several payments. */
export const isForPlans = ({ of, minimumOf }: CouponDraft): boolean => (of === 'minimum' ? minimumOf !== 'BOOKINGS' : of !== 'bookings' && of !== 'service')

/** What the coupon applies to, as the call wants it. */
function toScope({ of, plan, service, minimum, minimumOf }: CouponDraft): Record<string, unknown> {
  if (of === 'minimum') return { minimumSubtotal: Number(minimum), appliesTo: minimumOf }
  if (of === 'bookings' || of === 'service')
    return {
      scope: { namespace: 'bookings', ...(of === 'service' && service ? { group: { name: 'service', entityId: service } } : {}) },
      appliesTo: 'BOOKINGS',
    }
  return {
    scope: { namespace: 'pricingPlans', ...(of === 'plan' && plan ? { group: { name: 'plan', entityId: plan } } : {}) },
    appliesTo: of === 'both' ? 'BOTH' : 'PLANS',
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
  'appliesTo',
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
    ...toScope(draft),
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
  const changed = formFields.filter((field) => JSON.stringify(read[field]) !== JSON.stringify(now[field]))
  // The two belong together: a scope alone would say anew what the coupon applies to.
  return changed.includes('scope') && !changed.includes('appliesTo') ? [...changed, 'appliesTo'] : changed
}
