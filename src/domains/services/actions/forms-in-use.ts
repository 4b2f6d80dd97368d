/** Which services and policies use a form, and what becomes of them when it is deleted. Source: guide services-and-availability §12.3. */
import type { FormUse } from '#domains/forms/hooks.ts'
import { defaultFormId } from '#domains/forms/public.ts'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { json } from '#kit/db/open.ts'
import { policyEvents } from '../events.ts'
import { completeRules } from '../rules/policy.ts'
import { listPolicies, updatePolicy } from '../store/policies.ts'
import * as store from '../store/services.ts'
import { policyToWire } from '../wire.ts'
import { emitServiceUpdated } from './emit-service-updated.ts'
import { showService } from './show-services.ts'

const readIntake = (rules: unknown) => completeRules(rules as object).intakeFormPolicy

/** Form id → the services and policies that use it. */
export async function listUsesOfForms(ctx: ReadContext): Promise<ReadonlyMap<string, readonly FormUse[]>> {
  const uses = new Map<string, FormUse[]>()
  const add = (formId: string, use: FormUse) => uses.set(formId, [...(uses.get(formId) ?? []), use])
  for (const { formId, id, name } of await store.listFormIds(ctx)) add(formId, { kind: 'SERVICE', id, name })
  for (const { id, name, rules } of await listPolicies(ctx)) {
    const { enabled, formId } = readIntake(rules)
    if (enabled && formId) add(formId, { kind: 'POLICY', id, name })
  }
  return uses
}

/** Services go back to the default form; policies ask for no intake form. */
export async function releaseForm(ctx: TransactionContext, formId: string): Promise<void> {
  for (const { id, formId: used } of await store.listFormIds(ctx)) {
    const [row] = used === formId ? await store.servicesByIds(ctx, [id]) : []
    if (!row) continue
    const before = await showService(ctx, row)
    await emitServiceUpdated(ctx, await store.updateService(ctx, row.id, row.revision, { formId: defaultFormId }), before)
  }
  for (const policy of await listPolicies(ctx)) {
    if (readIntake(policy.rules).formId !== formId) continue
    const rules = { ...completeRules(policy.rules as object), intakeFormPolicy: { enabled: false } }
    const after = await updatePolicy(ctx, policy.id, policy.revision, { rules: json(rules) })
    if (after) ctx.emit(policyEvents.updated(policy.id, policyToWire(after)))
  }
}
