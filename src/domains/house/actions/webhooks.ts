/** Who is told of what: subscriptions of the site and their deliveries. */
import type { Ctx } from '#kit/ctx.ts'
import { orViolate, refuseStandard, type Violation } from '#kit/refusal.ts'
import { publicEventTypes } from '#kit/webhooks/public-types.ts'
import { problemOfTarget } from '#kit/reach/target.ts'
import { newWebhookKey, type WebhookKey } from '#kit/webhooks/token.ts'
import { missingToHear } from '../rules/webhook-rights.ts'
import * as store from '../store.ts'

/** The key that signs for this site, made when it is first needed. `ctx` must have no transaction of its own. */
export async function ownWebhookKey(ctx: Ctx): Promise<WebhookKey> {
  const known = await ctx.write(store.webhookKey)
  if (known) return known
  const made = await newWebhookKey()
  return ctx.write(async (inner) => {
    await store.keepWebhookKey(inner, made)
    return (await store.webhookKey(inner)) ?? made
  })
}

export interface WebhookWish {
  url?: string | undefined
  types?: string[] | undefined
  name?: string | undefined
  isActive?: boolean | undefined
}

const sentences = {
  NOT_AN_ADDRESS: 'must be an http or https address',
  NOT_HTTPS: 'must begin with https://',
  HAS_CREDENTIALS: 'must not hold a user name or password',
  PRIVATE_NETWORK: 'must not lead into a private network',
}

function checked(wish: WebhookWish, mayBePrivate: boolean): void {
  const problem = wish.url === undefined ? undefined : problemOfTarget(wish.url, mayBePrivate)
  const violations: Violation[] = problem
    ? [{ field: 'url', description: sentences[problem], violatedRule: 'FORMAT', data: { type: 'URL', reason: problem } }]
    : []
  for (const [at, type] of (wish.types ?? []).entries())
    if (!publicEventTypes.includes(type)) violations.push({ field: `types[${at}]`, description: 'is not a public event', violatedRule: 'INVALID_ENUM_VALUE' })
  orViolate(violations)
}

/** Whoever may not read something is not told of it either, by no address that they name. */
function mayHear(ctx: Ctx, types: readonly string[]): void {
  const missing = missingToHear(types, ctx.caller.permissions)
  if (missing.length > 0) refuseStandard('PERMISSION_DENIED', { permissions: missing })
}

/** Without types every public event is told that the caller may read. */
export async function subscribe(ctx: Ctx, wish: WebhookWish & { url: string }, mayBePrivate: boolean) {
  checked(wish, mayBePrivate)
  const types = wish.types ? [...new Set(wish.types)] : publicEventTypes.filter((type) => missingToHear([type], ctx.caller.permissions).length === 0)
  mayHear(ctx, types)
  return store.insertWebhook(ctx, { id: ctx.newId(), name: wish.name ?? '', url: wish.url, types })
}

export async function changeWebhook(ctx: Ctx, id: string, wish: WebhookWish, mayBePrivate: boolean) {
  checked(wish, mayBePrivate)
  // Named one by one: a request may hold more than it should.
  const { url, types, name, isActive } = wish
  const known = (await store.webhookById(ctx, id)) ?? refuseStandard('NOT_FOUND')
  // Another address for the same types hears as much as a new one.
  if (url !== undefined || types !== undefined || isActive === true) mayHear(ctx, types ?? known.types)
  return (await store.updateWebhook(ctx, id, { url, types, name, isActive })) ?? refuseStandard('NOT_FOUND')
}

/** Tells an event once more that was given up or answered before. */
export async function tellAgain(ctx: Ctx, deliveryId: string): Promise<void> {
  const delivery = (await store.deliveryById(ctx, deliveryId)) ?? refuseStandard('NOT_FOUND')
  await store.endDelivery(ctx, delivery.id, { state: 'WAITING', lastStatus: delivery.lastStatus, lastError: delivery.lastError, dueAt: ctx.now, attempts: 0 })
  ctx.later({ kind: 'webhook', key: ctx.newId(), data: { deliveryId } })
}
