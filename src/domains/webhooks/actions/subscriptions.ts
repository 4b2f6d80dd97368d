/** Subscriptions of the site and their deliveries. */
import type { BaseContext, OwnTransactionContext, TransactionContext } from '#kit/api/context.ts'
import { assertNoViolations, refuseStandard, type Violation } from '#kit/api/refusal.ts'
import { publicEventTypes } from '#kit/webhooks/public-types.ts'
import { findUrlProblem } from '#kit/http/public-address.ts'
import { generateWebhookKey, type WebhookKey } from '#kit/webhooks/token.ts'
import { findMissingPermissions } from '../rules/permissions.ts'
import * as store from '../store.ts'
import { deliveryMachine, type DeliveryState } from '../rules/delivery-machine.ts'
import { getTransition } from '#kit/pure/state-machine.ts'

/** The key that signs for this site, made when it is first needed. `ctx` must have no transaction of its own. */
export async function findOrCreateWebhookKey(ctx: OwnTransactionContext): Promise<WebhookKey> {
  const existing = await ctx.transaction(store.findWebhookKey)
  if (existing) return existing
  const created = await generateWebhookKey()
  return ctx.transaction(async (inner) => {
    await store.saveWebhookKey(inner, created)
    return (await store.findWebhookKey(inner)) ?? created
  })
}

export interface WebhookInput {
  url?: string | undefined
  types?: string[] | undefined
  name?: string | undefined
  isActive?: boolean | undefined
}

const problemDescriptions = {
  NOT_AN_ADDRESS: 'must be an http or https address',
  NOT_HTTPS: 'must begin with https://',
  HAS_CREDENTIALS: 'must not hold a user name or password',
  PRIVATE_NETWORK: 'must not lead into a private network',
}

function assertValidInput(input: WebhookInput, mayBePrivate: boolean): void {
  const problem = input.url === undefined ? undefined : findUrlProblem(input.url, mayBePrivate)
  const violations: Violation[] = problem
    ? [{ field: 'url', description: problemDescriptions[problem], violatedRule: 'FORMAT', data: { type: 'URL', reason: problem } }]
    : []
  for (const [at, type] of (input.types ?? []).entries())
    if (!publicEventTypes.includes(type)) violations.push({ field: `types[${at}]`, description: 'is not a public event', violatedRule: 'INVALID_ENUM_VALUE' })
  assertNoViolations(violations)
}

/** Refuses event types that the caller may not read. */
function assertCanReceive(ctx: BaseContext, types: readonly string[]): void {
  const missing = findMissingPermissions(types, ctx.caller.permissions)
  if (missing.length > 0) refuseStandard('PERMISSION_DENIED', { permissions: missing })
}

/** Without types: all public events that the caller may read. */
export async function createWebhook(ctx: TransactionContext, input: WebhookInput & { url: string }, mayBePrivate: boolean) {
  assertValidInput(input, mayBePrivate)
  const types = input.types ? [...new Set(input.types)] : publicEventTypes.filter((type) => findMissingPermissions([type], ctx.caller.permissions).length === 0)
  assertCanReceive(ctx, types)
  return store.insertWebhook(ctx, { id: ctx.newId(), name: input.name ?? '', url: input.url, types })
}

/** Changes what the input names. Refuses with NOT_FOUND, and types that the caller may not read; violates a bad address. */
export async function updateWebhook(ctx: TransactionContext, id: string, input: WebhookInput, mayBePrivate: boolean) {
  assertValidInput(input, mayBePrivate)
  // Named one by one: a request may hold more than it should.
  const { url, types, name, isActive } = input
  const existing = (await store.findWebhook(ctx, id)) ?? refuseStandard('NOT_FOUND')
  // Another address for the same types hears as much as a new one.
  if (url !== undefined || types !== undefined || isActive === true) assertCanReceive(ctx, types ?? existing.types)
  if (isActive === true && !existing.isActive)
    for (const deliveryId of await store.listFirstWaiting(ctx, id)) ctx.enqueue({ kind: 'webhook', key: ctx.newId(), data: { deliveryId } })
  return (await store.updateWebhook(ctx, id, { url, types, name, isActive })) ?? refuseStandard('NOT_FOUND')
}

/** Delivers an event again that was given up or delivered before. */
export async function repeatDelivery(ctx: TransactionContext, deliveryId: string): Promise<void> {
  const delivery = (await store.findDelivery(ctx, deliveryId)) ?? refuseStandard('NOT_FOUND')
  await store.finishDelivery(ctx, delivery.id, {
    transition: getTransition(deliveryMachine, delivery.state as DeliveryState, 'repeat'),
    lastStatus: delivery.lastStatus,
    lastError: delivery.lastError,
    dueAt: ctx.now,
    attempts: 0,
  })
  ctx.enqueue({ kind: 'webhook', key: ctx.newId(), data: { deliveryId } })
}
