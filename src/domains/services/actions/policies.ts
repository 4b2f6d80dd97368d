/** Booking policies. Source: guide services-and-availability §9. */
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { findForm } from '#domains/forms/public.ts'
import { json } from '#kit/db/open.ts'
import { parseMask } from '#kit/query/mask.ts'
import { assertNoViolations, refuseStandard, type Violation } from '#kit/api/refusal.ts'
import type { BookingPolicy, BookingPolicyInput } from '../contract.ts'
import { refuse } from '../errors.ts'
import { policyEvents } from '../events.ts'
import { completeRules, findIntakeViolations, policyViolations, strictestRules, type PolicyRules } from '../rules/policy.ts'
import * as store from '../store/policies.ts'
import { policyToWire } from '../wire.ts'
import { bookingsAppId } from '../rules/service.ts'

const isGuid = (text: unknown): text is string => typeof text === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
const requiredViolation = (field: string): Violation => ({
  field: `bookingPolicy.${field}`,
  description: 'is required',
  violatedRule: 'REQUIRED_FIELD',
  data: {},
})

/** Refuses with NOT_FOUND. */
export async function policyById(ctx: ReadContext, id: string): Promise<store.PolicyRow> {
  return (await store.listPolicies(ctx, [id]))[0] ?? refuseStandard('NOT_FOUND')
}
/** Merges the input into the stored rules; a rule that is named replaces the stored one. */
async function mergeRules(ctx: ReadContext, input: BookingPolicyInput, before: Partial<PolicyRules>): Promise<PolicyRules> {
  const { revision: _revision, name: _name, appId: _appId, extendedFields: _fields, ...rules } = input
  const complete = completeRules({ ...before, ...rules })
  assertNoViolations(policyViolations(complete))
  const { enabled, formId } = complete.intakeFormPolicy
  const form = enabled && formId && isGuid(formId) ? await findForm(ctx, formId) : undefined
  const isUnchanged = before.intakeFormPolicy?.enabled === true && before.intakeFormPolicy.formId === formId
  assertNoViolations(findIntakeViolations(complete, form && { kind: form.kind, archived: form.archivedAt !== null }, isUnchanged))
  return complete
}

/** A new policy; rules that it does not give have their defaults. Violates rules that exclude each other. */
export async function createPolicy(ctx: TransactionContext, input: BookingPolicyInput): Promise<BookingPolicy> {
  assertNoViolations(input.name?.trim() ? [] : [requiredViolation('name')])
  const row = await store.insertPolicy(ctx, {
    siteId: ctx.siteId,
    id: ctx.newId(),
    appId: input.appId ?? bookingsAppId,
    createdByAppId: ctx.caller.appId ?? null,
    name: (input.name as string).trim(),
    rules: json(await mergeRules(ctx, input, {})),
    extendedFields: json(input.extendedFields ?? {}),
    createdAt: ctx.now,
    updatedAt: ctx.now,
  })
  const policy = policyToWire(row)
  ctx.emit(policyEvents.created(row.id, policy))
  return policy
}

/** Changes the rules that input and mask name; bookings keep their copy. Refuses with NOT_FOUND, REVISION_MISMATCH. */
export async function updatePolicy(ctx: TransactionContext, id: string, request: BookingPolicyInput, mask: unknown): Promise<BookingPolicy> {
  const before = await policyById(ctx, id)
  assertNoViolations(request.revision ? [] : [requiredViolation('revision')])
  if (request.revision !== String(before.revision)) refuse('REVISION_MISMATCH', { currentRevision: String(before.revision) })
  const named = parseMask(mask)?.map((path) => path.split('.')[0] as string)
  const input: BookingPolicyInput = named ? Object.fromEntries(named.map((name) => [name, (request as Record<string, unknown>)[name] ?? null])) : request
  assertNoViolations(input.name !== undefined && !input.name?.trim() ? [requiredViolation('name')] : [])
  const rules = await mergeRules(ctx, input, before.rules as Partial<PolicyRules>)
  const name = input.name?.trim() ?? before.name
  const extendedFields = input.extendedFields === undefined ? before.extendedFields : (input.extendedFields ?? {})
  const isSame = JSON.stringify([name, completeRules(before.rules as object), before.extendedFields]) === JSON.stringify([before.name, rules, extendedFields])
  if (isSame && name === before.name) return policyToWire(before)
  const change = { name, rules: json(rules), extendedFields: json(extendedFields) }
  const policy = policyToWire((await store.updatePolicy(ctx, id, before.revision, change)) ?? refuse('REVISION_MISMATCH', {}))
  ctx.emit(policyEvents.updated(id, policy))
  return policy
}

const getDefaultPolicy = async (ctx: ReadContext): Promise<store.PolicyRow> =>
  (await store.listPolicies(ctx)).find((policy) => policy.isDefault) ?? refuseStandard('NOT_FOUND')

/** Deletes a policy; its services get the default policy. */
export async function deletePolicy(ctx: TransactionContext, id: string): Promise<void> {
  const row = await policyById(ctx, id)
  if (row.isDefault) refuse('DEFAULT_POLICY_CANNOT_BE_DELETED')
  await store.deletePolicy(ctx, id, (await getDefaultPolicy(ctx)).id)
  ctx.emit(policyEvents.deleted(row.id))
}

/** Answers the policy that is the default now and the one that was. */
export async function setDefaultPolicy(ctx: TransactionContext, id: string) {
  const wanted = await policyById(ctx, id)
  const previous = await getDefaultPolicy(ctx)
  if (wanted.id === previous.id) return { currentDefaultBookingPolicy: policyToWire(wanted), previousDefaultBookingPolicy: policyToWire(previous) }
  await store.setDefaultPolicy(ctx, wanted.id)
  const body = {
    currentDefaultBookingPolicy: policyToWire(await policyById(ctx, wanted.id)),
    previousDefaultBookingPolicy: policyToWire(await policyById(ctx, previous.id)),
  }
  ctx.emit(policyEvents.action('default_booking_policy_set', wanted.id, body))
  return body
}

/** A policy that satisfies all of them. It is not stored and has no id. */
export async function getStrictestPolicy(ctx: ReadContext, ids: readonly string[]): Promise<BookingPolicy> {
  const wanted = [...new Set(ids)]
  const rows = await store.listPolicies(ctx, wanted)
  if (rows.length < wanted.length) return refuseStandard('NOT_FOUND')
  const rules = strictestRules(rows.map((row) => completeRules(row.rules as object)))
  return { id: null, ...rules }
}
