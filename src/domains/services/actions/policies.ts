/** Booking policies. guide: services-and-availability 9 */
import type { Ctx } from '#kit/ctx.ts'
import { json } from '#kit/db/open.ts'
import { parseMask } from '#kit/query/mask.ts'
import { orViolate, refuseStandard, type Violation } from '#kit/refusal.ts'
import type { BookingPolicy, PolicyWish } from '../contract.ts'
import { refuse } from '../errors.ts'
import { policyEvents } from '../events.ts'
import { completeRules, policyViolations, strictestRules, type PolicyRules } from '../rules/policy.ts'
import * as store from '../store/policies.ts'
import { policyToWire } from '../wire.ts'
import { bookingsAppId } from './save-service.ts'

const required = (field: string): Violation => ({ field: `bookingPolicy.${field}`, description: 'is required', violatedRule: 'REQUIRED_FIELD', data: {} })

export async function policyById(ctx: Ctx, id: string): Promise<store.PolicyRow> {
  return (await store.policies(ctx, [id]))[0] ?? refuseStandard('NOT_FOUND')
}
/** The rules of a policy after a wish: a rule that is named is taken as a whole. */
function rulesOf(wish: PolicyWish, before: object): PolicyRules {
  const { revision: _revision, name: _name, appId: _appId, extendedFields: _fields, ...rules } = wish
  const complete = completeRules({ ...before, ...rules })
  orViolate(policyViolations(complete))
  return complete
}

export async function createPolicy(ctx: Ctx, wish: PolicyWish): Promise<BookingPolicy> {
  orViolate(wish.name?.trim() ? [] : [required('name')])
  const row = await store.insertPolicy(ctx, {
    siteId: ctx.siteId,
    id: ctx.newId(),
    appId: wish.appId ?? bookingsAppId,
    createdByAppId: ctx.caller.appId ?? null,
    name: (wish.name as string).trim(),
    rules: json(rulesOf(wish, {})),
    extendedFields: json(wish.extendedFields ?? {}),
    createdAt: ctx.now,
    updatedAt: ctx.now,
  })
  const policy = policyToWire(row)
  ctx.announce(policyEvents.created(row.id, policy))
  return policy
}

export async function updatePolicy(ctx: Ctx, id: string, sent: PolicyWish, mask: unknown): Promise<BookingPolicy> {
  const before = await policyById(ctx, id)
  orViolate(sent.revision ? [] : [required('revision')])
  if (sent.revision !== String(before.revision)) refuse('REVISION_MISMATCH', { currentRevision: String(before.revision) })
  const named = parseMask(mask)?.map((path) => path.split('.')[0] as string)
  const wish: PolicyWish = named ? Object.fromEntries(named.map((name) => [name, (sent as Record<string, unknown>)[name] ?? null])) : sent
  orViolate(wish.name !== undefined && !wish.name?.trim() ? [required('name')] : [])
  const rules = rulesOf(wish, before.rules as object)
  const name = wish.name?.trim() ?? before.name
  const extendedFields = wish.extendedFields === undefined ? before.extendedFields : (wish.extendedFields ?? {})
  const same = JSON.stringify([name, completeRules(before.rules as object), before.extendedFields]) === JSON.stringify([before.name, rules, extendedFields])
  if (same && name === before.name) return policyToWire(before)
  const change = { name, rules: json(rules), extendedFields: json(extendedFields) }
  const policy = policyToWire((await store.updatePolicy(ctx, id, before.revision, change)) ?? refuse('REVISION_MISMATCH', {}))
  ctx.announce(policyEvents.updated(id, policy))
  return policy
}

const currentDefault = async (ctx: Ctx): Promise<store.PolicyRow> =>
  (await store.policies(ctx)).find((policy) => policy.isDefault) ?? refuseStandard('NOT_FOUND')

/** Its services follow the default policy from now on. */
export async function deletePolicy(ctx: Ctx, id: string): Promise<void> {
  const row = await policyById(ctx, id)
  if (row.isDefault) refuse('DEFAULT_POLICY_CANNOT_BE_DELETED')
  await store.deletePolicy(ctx, id, (await currentDefault(ctx)).id)
  ctx.announce(policyEvents.deleted(row.id))
}

export async function makeDefault(ctx: Ctx, id: string) {
  const wanted = await policyById(ctx, id)
  const previous = await currentDefault(ctx)
  if (wanted.id === previous.id) return { currentDefaultBookingPolicy: policyToWire(wanted), previousDefaultBookingPolicy: policyToWire(previous) }
  await store.makeDefaultPolicy(ctx, wanted.id)
  const body = {
    currentDefaultBookingPolicy: policyToWire(await policyById(ctx, wanted.id)),
    previousDefaultBookingPolicy: policyToWire(await policyById(ctx, previous.id)),
  }
  ctx.announce(policyEvents.did('default_booking_policy_set', wanted.id, body))
  return body
}

/** One policy that satisfies all of them; it has no id because it is not stored. */
export async function strictest(ctx: Ctx, ids: readonly string[]): Promise<BookingPolicy> {
  const wanted = [...new Set(ids)]
  const rows = await store.policies(ctx, wanted)
  if (rows.length < wanted.length) return refuseStandard('NOT_FOUND')
  const rules = strictestRules(rows.map((row) => completeRules(row.rules as object)))
  return { id: null, ...(rules as unknown as Omit<BookingPolicy, 'id'>) }
}
