/** What a coupon may be, and whether it applies to a purchase. Source: guide pricing-plans §4.2. */
import { Temporal } from 'temporal-polyfill'
import { currencyDigits, countDecimals, isAmount, toMinor } from '#kit/pure/money.ts'
import { isGuid } from '#kit/pure/guid.ts'
import type { Decision } from './decision.ts'
import type { Coupon as PriceCoupon } from './price.ts'

export type CouponTarget = 'PLANS' | 'BOOKINGS' | 'BOTH'

export interface CouponFields {
  name: string
  code: string
  off: { percent: string } | { amount: string }
  /** What it is taken for at all; the scope narrows it. */
  appliesTo: CouponTarget
  /** All, one plan, one service, or any price from a minimum on. */
  scope: { kind: 'all' } | { kind: 'plan'; planId: string } | { kind: 'service'; serviceId: string } | { kind: 'minimum'; subtotal: string }
  startsAt: Temporal.Instant
  expiresAt: Temporal.Instant | null
  usageLimit: number | null
  limitPerCustomer: number | null
  discountedCycles: number | null
  appliesToSubscriptions: boolean
  active: boolean
}
export interface Coupon extends CouponFields {
  id: string
  createdAt: Temporal.Instant
  updatedAt: Temporal.Instant
}

export type CouponRefusal =
  | 'ERROR_COUPON_DOES_NOT_EXIST'
  | 'ERROR_COUPON_IS_DISABLED'
  | 'ERROR_COUPON_IS_NOT_ACTIVE_YET'
  | 'ERROR_COUPON_HAS_EXPIRED'
  | 'ERROR_COUPON_USAGE_EXCEEDED'
  | 'ERROR_COUPON_LIMIT_PER_CUSTOMER_EXCEEDED'
  | 'ERROR_COUPON_NOT_APPLICABLE_FOR_PLAN'
  | 'ERROR_COUPON_NOT_APPLICABLE_FOR_BOOKING'
  | 'ERROR_INVALID_SUBTOTAL'

/** `mine` is absent where no buyer is known (price preview, previews of orders). */
export interface CouponUses {
  all: number
  mine?: number | undefined
}

/** Whether the coupon can be used at all, by its dates and uses; the first reason why not, in the order of the guide. */
export function checkValidity(coupon: Coupon | undefined, of: { now: Temporal.Instant; uses: CouponUses }): Decision<Coupon, CouponRefusal> {
  if (!coupon) return { refused: 'ERROR_COUPON_DOES_NOT_EXIST' }
  if (!coupon.active) return { refused: 'ERROR_COUPON_IS_DISABLED' }
  if (Temporal.Instant.compare(of.now, coupon.startsAt) < 0) return { refused: 'ERROR_COUPON_IS_NOT_ACTIVE_YET' }
  if (coupon.expiresAt && Temporal.Instant.compare(of.now, coupon.expiresAt) >= 0) return { refused: 'ERROR_COUPON_HAS_EXPIRED' }
  if (coupon.usageLimit !== null && of.uses.all >= coupon.usageLimit) return { refused: 'ERROR_COUPON_USAGE_EXCEEDED' }
  if (coupon.limitPerCustomer !== null && of.uses.mine !== undefined && of.uses.mine >= coupon.limitPerCustomer)
    return { refused: 'ERROR_COUPON_LIMIT_PER_CUSTOMER_EXCEEDED' }
  return { ok: coupon }
}

/** The coupon of a plan as the price rule wants it, or the first reason why not, in the order of the guide. */
export function decideCoupon(
  found: Coupon | undefined,
  of: { now: Temporal.Instant; uses: CouponUses; plan: { id: string; price: string; currency: string } },
): Decision<PriceCoupon, CouponRefusal> {
  const valid = checkValidity(found, of)
  if ('refused' in valid) return valid
  const coupon = valid.ok
  const price = toMinor(of.plan.price, of.plan.currency)
  if (coupon.appliesTo === 'BOOKINGS' || price === 0n || (coupon.scope.kind === 'plan' && coupon.scope.planId !== of.plan.id))
    return { refused: 'ERROR_COUPON_NOT_APPLICABLE_FOR_PLAN' }
  if (coupon.scope.kind === 'minimum' && price < toMinor(coupon.scope.subtotal, of.plan.currency)) return { refused: 'ERROR_INVALID_SUBTOTAL' }
  return {
    ok: {
      id: coupon.id,
      code: coupon.code,
      off: coupon.off,
      cycles: coupon.appliesToSubscriptions ? undefined : (coupon.discountedCycles ?? undefined),
    },
  }
}

export interface CouponProblem {
  field: string
  description: string
  violatedRule: 'FORMAT' | 'MIN' | 'MAX' | 'MIN_LENGTH' | 'MAX_LENGTH' | 'REQUIRED_FIELD' | 'VALIDATION'
  data?: Record<string, unknown>
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const isGiven = (value: unknown): boolean => value !== undefined && value !== null
/** Kinds of the public coupon that fit neither plans nor bookings. */
const otherKinds = ['fixedPriceAmount', 'buyXGetY', 'freeShipping'] as const

/** Collects all problems of a specification as the owner sent it; one without any is a coupon. */
export function checkCoupon(spec: Record<string, unknown>, currency: string): { coupon: CouponFields; problems: CouponProblem[] } {
  const problems: CouponProblem[] = []
  const addProblem: Bad = (key, description, violatedRule = 'VALIDATION', data = undefined) =>
    void problems.push({ field: key === '' ? 'specification' : `specification.${key}`, description, violatedRule, ...(data && { data }) })
  const coupon: CouponFields = {
    ...checkName(spec, addProblem),
    ...checkTime(spec, addProblem),
    off: checkKind(spec, currency, addProblem),
    ...checkTarget(spec, currency, addProblem),
    usageLimit: checkCount(spec, 'usageLimit', addProblem),
    limitPerCustomer: checkCount(spec, 'limitPerCustomer', addProblem),
    discountedCycles: checkCount(spec, 'discountedCycleCount', addProblem, 999),
    appliesToSubscriptions: spec['appliesToSubscriptions'] === true,
    active: spec['active'] !== false,
  }
  return { coupon, problems }
}

type Bad = (key: string, description: string, rule?: CouponProblem['violatedRule'], data?: Record<string, unknown>) => void

function checkName(spec: Record<string, unknown>, bad: Bad): Pick<CouponFields, 'name' | 'code'> {
  const name = typeof spec['name'] === 'string' ? spec['name'].trim() : ''
  if (name === '') bad('name', 'must not be blank', 'REQUIRED_FIELD')
  const code = typeof spec['code'] === 'string' ? spec['code'].trim() : ''
  if (code === '') bad('code', 'must have at least 1 characters', 'MIN_LENGTH', { threshold: 1 })
  if (code.length > 20) bad('code', 'must have at most 20 characters', 'MAX_LENGTH', { threshold: 20 })
  return { name, code }
}

function checkTime(spec: Record<string, unknown>, bad: Bad): Pick<CouponFields, 'startsAt' | 'expiresAt'> {
  const startsAt = checkInstant(spec, 'startTime', bad)
  if (!isGiven(spec['startTime'])) bad('startTime', 'is required', 'REQUIRED_FIELD')
  const expiresAt = checkInstant(spec, 'expirationTime', bad)
  if (startsAt && expiresAt && Temporal.Instant.compare(expiresAt, startsAt) <= 0) bad('expirationTime', 'must be later than startTime')
  return { startsAt: startsAt ?? Temporal.Instant.fromEpochMilliseconds(0), expiresAt }
}

function checkInstant(spec: Record<string, unknown>, key: string, bad: Bad): Temporal.Instant | null {
  if (!isGiven(spec[key])) return null
  const milliseconds = Number(spec[key])
  if (Number.isInteger(milliseconds) && Math.abs(milliseconds) < 8.64e15) return Temporal.Instant.fromEpochMilliseconds(milliseconds)
  bad(key, 'must be milliseconds since 1970', 'FORMAT')
  return null
}

function checkCount(spec: Record<string, unknown>, key: string, bad: Bad, max = 2_147_483_647): number | null {
  if (!isGiven(spec[key])) return null
  const value = Number(spec[key])
  if (!Number.isInteger(value) || value < 1) bad(key, 'must be a whole number of at least 1', 'MIN', { threshold: 1 })
  else if (value > max) bad(key, `must be at most ${max}`, 'MAX', { threshold: max })
  else return value
  return null
}

function checkKind(spec: Record<string, unknown>, currency: string, bad: Bad): CouponFields['off'] {
  const other = otherKinds.find((kind) => isGiven(spec[kind]) && spec[kind] !== false)
  if (other) bad(other, 'does not apply to plans or bookings')
  const [percent, amount] = [spec['percentOffRate'], spec['moneyOffAmount']]
  if (isGiven(percent) === isGiven(amount)) bad('', 'must have exactly one of percentOffRate and moneyOffAmount')
  if (isGiven(amount)) {
    const text = String(amount)
    if (!isAmount(text) || !/[1-9]/.test(text)) bad('moneyOffAmount', 'must be an amount above 0', 'FORMAT', { type: 'DECIMAL_VALUE' })
    else if (countDecimals(text) > currencyDigits(currency))
      bad('moneyOffAmount', `must have at most ${currencyDigits(currency)} decimals`, 'VALIDATION', { maxScale: currencyDigits(currency) })
    return { amount: text }
  }
  const text = String(percent ?? '')
  const fits = isAmount(text) && countDecimals(text) <= 2 && Number(text) > 0 && Number(text) <= 100
  if (isGiven(percent) && !fits) bad('percentOffRate', 'must be above 0 and at most 100, with at most 2 decimals')
  return { percent: text }
}

const targets: readonly CouponTarget[] = ['PLANS', 'BOOKINGS', 'BOTH']
/** The parts of a scope by its namespace. `appliesTo` is ours: the public coupon cannot say "both", nor what a minimum is of. */
const namespaces = { pricingPlans: { target: 'PLANS', group: 'plan' }, bookings: { target: 'BOOKINGS', group: 'service' } } as const

function checkTarget(spec: Record<string, unknown>, currency: string, bad: Bad): Pick<CouponFields, 'appliesTo' | 'scope'> {
  const asked = targets.find((target) => target === spec['appliesTo'])
  if (isGiven(spec['appliesTo']) && !asked) bad('appliesTo', 'must be PLANS, BOOKINGS or BOTH')
  if (isGiven(spec['minimumSubtotal'])) return { appliesTo: asked ?? 'PLANS', scope: checkMinimum(spec, currency, bad) }
  const { scope } = spec
  if (!isRecord(scope)) {
    bad('scope', 'a scope or a minimumSubtotal is required', 'REQUIRED_FIELD')
    return { appliesTo: asked ?? 'PLANS', scope: { kind: 'all' } }
  }
  const namespace = namespaces[scope['namespace'] as keyof typeof namespaces]
  if (!namespace) bad('scope.namespace', 'must be pricingPlans or bookings')
  const target = namespace?.target ?? 'PLANS'
  const one = checkGroup(scope, namespace?.group ?? 'plan', bad)
  if (asked && asked !== target && (one.kind !== 'all' || asked !== 'BOTH')) bad('appliesTo', 'does not fit the scope')
  return { appliesTo: asked ?? target, scope: one }
}

function checkMinimum({ scope, minimumSubtotal }: Record<string, unknown>, currency: string, bad: Bad): CouponFields['scope'] {
  if (isRecord(scope) && Object.keys(scope).length > 0) bad('minimumSubtotal', 'cannot stand beside a scope')
  const text = String(minimumSubtotal)
  if (!isAmount(text) || countDecimals(text) > currencyDigits(currency)) bad('minimumSubtotal', 'must be an amount', 'FORMAT', { type: 'DECIMAL_VALUE' })
  return { kind: 'minimum', subtotal: text }
}

/** One plan or service; all of them without a group or without its id. */
function checkGroup({ group }: Record<string, unknown>, kind: 'plan' | 'service', bad: Bad): CouponFields['scope'] {
  if (!isGiven(group)) return { kind: 'all' }
  const { name, entityId } = isRecord(group) ? group : {}
  if (name !== kind) bad('scope.group.name', `must be ${kind}`)
  if (!isGiven(entityId)) return { kind: 'all' }
  if (!isGuid(entityId)) bad('scope.group.entityId', `must be the id of a ${kind}`, 'FORMAT', { type: 'GUID' })
  const id = String(entityId).toLowerCase()
  return kind === 'plan' ? { kind, planId: id } : { kind, serviceId: id }
}

/** The coupon in the form in which the owner sends it, so that a change can be merged into it. Amounts are numbers on this part of the public wire. */
export const toSpecification = (coupon: CouponFields): Record<string, unknown> => ({
  name: coupon.name,
  code: coupon.code,
  startTime: String(coupon.startsAt.epochMilliseconds),
  ...(coupon.expiresAt && { expirationTime: String(coupon.expiresAt.epochMilliseconds) }),
  ...(coupon.usageLimit !== null && { usageLimit: coupon.usageLimit }),
  ...(coupon.limitPerCustomer !== null && { limitPerCustomer: coupon.limitPerCustomer }),
  ...(coupon.discountedCycles !== null && { discountedCycleCount: coupon.discountedCycles }),
  appliesToSubscriptions: coupon.appliesToSubscriptions,
  active: coupon.active,
  ...('percent' in coupon.off ? { percentOffRate: Number(coupon.off.percent) } : { moneyOffAmount: Number(coupon.off.amount) }),
  appliesTo: coupon.appliesTo,
  ...toWireScope(coupon),
})

function toWireScope({ scope, appliesTo }: CouponFields): Record<string, unknown> {
  if (scope.kind === 'minimum') return { minimumSubtotal: Number(scope.subtotal) }
  if (scope.kind === 'plan') return { scope: { namespace: 'pricingPlans', group: { name: 'plan', entityId: scope.planId } } }
  if (scope.kind === 'service') return { scope: { namespace: 'bookings', group: { name: 'service', entityId: scope.serviceId } } }
  return { scope: { namespace: appliesTo === 'BOOKINGS' ? 'bookings' : 'pricingPlans' } }
}

const alternatives = [
  ['percentOffRate', 'moneyOffAmount', ...otherKinds],
  ['scope', 'minimumSubtotal'],
]
/** Only what was sent (or what the mask names) changes; one kind takes the place of another. */
export function mergeSpecification(stored: Record<string, unknown>, sent: Record<string, unknown>, mask?: readonly string[]): Record<string, unknown> {
  const named = mask?.map((path) => path.replace(/^specification\./, '').split('.')[0] ?? '') ?? Object.keys(sent).filter((key) => sent[key] !== undefined)
  const merged = { ...stored }
  for (const key of named) {
    for (const group of alternatives) if (group.includes(key) && isGiven(sent[key])) for (const one of group) delete merged[one]
    // Who sends a scope as the public coupon has it says by it what the coupon applies to.
    if (key === 'scope' && isGiven(sent[key]) && !named.includes('appliesTo')) delete merged['appliesTo']
    if (isGiven(sent[key])) merged[key] = sent[key]
    else delete merged[key]
  }
  return merged
}
