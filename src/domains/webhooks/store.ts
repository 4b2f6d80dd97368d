/** All SQL on webhook subscriptions, their deliveries and the signing key. */
import type { Temporal } from 'temporal-polyfill'
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { openSecret, sealSecret } from '#kit/secrets/sealing.ts'
import type { WebhookKey } from '#kit/webhooks/token.ts'
import type { DeliveryTransition } from './rules/delivery-machine.ts'
import { describeWebhookKey } from './rules/sealed.ts'

export async function findWebhookKey(ctx: ReadContext): Promise<WebhookKey | undefined> {
  const key = await ctx.db.selectFrom('webhookKey').select(['kid', 'privateKey', 'publicKey']).where('siteId', '=', ctx.siteId).executeTakeFirst()
  return key && { ...key, privateKey: openSecret(describeWebhookKey(ctx.siteId), key.privateKey) }
}
/** The first of concurrent keys stays. */
export const saveWebhookKey = (ctx: TransactionContext, key: WebhookKey) =>
  ctx.tx
    .insertInto('webhookKey')
    .values({ siteId: ctx.siteId, ...key, privateKey: sealSecret(describeWebhookKey(ctx.siteId), key.privateKey), createdAt: ctx.authNow })
    .onConflict((oc) => oc.doNothing())
    .execute()

const subscriptions = (ctx: ReadContext) => ctx.db.selectFrom('webhookSubscription').where('siteId', '=', ctx.siteId)
export const findWebhook = (ctx: ReadContext, id: string) => subscriptions(ctx).selectAll().where('id', '=', id).executeTakeFirst()
export const listWebhooks = (ctx: ReadContext) => subscriptions(ctx).selectAll().orderBy('createdAt').orderBy('id').limit(100).execute()
export const insertWebhook = (ctx: TransactionContext, webhook: { id: string; name: string; url: string; types: string[] }) =>
  ctx.tx
    .insertInto('webhookSubscription')
    .values({ siteId: ctx.siteId, ...webhook, createdAt: ctx.authNow, updatedAt: ctx.authNow })
    .returningAll()
    .executeTakeFirstOrThrow()
export const updateWebhook = (
  ctx: TransactionContext,
  id: string,
  change: { name?: string | undefined; url?: string | undefined; types?: string[] | undefined; isActive?: boolean | undefined },
) =>
  ctx.tx
    .updateTable('webhookSubscription')
    .set({ ...change, updatedAt: ctx.authNow })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
export const deleteWebhook = (ctx: TransactionContext, id: string) =>
  ctx.tx.deleteFrom('webhookSubscription').where('siteId', '=', ctx.siteId).where('id', '=', id).returning('id').executeTakeFirst()

const deliveries = (ctx: ReadContext) => ctx.db.selectFrom('webhookDelivery').where('webhookDelivery.siteId', '=', ctx.siteId)
export const listDeliveries = (ctx: ReadContext, webhookId: string, limit: number, offset: number) =>
  deliveries(ctx)
    .innerJoin('event', (join) => join.onRef('event.siteId', '=', 'webhookDelivery.siteId').onRef('event.id', '=', 'webhookDelivery.eventId'))
    .selectAll('webhookDelivery')
    .select('event.type')
    .where('webhookDelivery.subscriptionId', '=', webhookId)
    .orderBy('webhookDelivery.createdAt', 'desc')
    .orderBy('webhookDelivery.id')
    .limit(limit)
    .offset(offset)
    .execute()
export const findDelivery = (ctx: ReadContext, id: string) => deliveries(ctx).selectAll('webhookDelivery').where('id', '=', id).executeTakeFirst()

/** The first waiting delivery of each entity. */
export const listFirstWaiting = async (ctx: ReadContext, subscriptionId: string): Promise<string[]> =>
  (
    await deliveries(ctx)
      .select('id')
      .distinctOn('entityId')
      .where('subscriptionId', '=', subscriptionId)
      .where('state', '=', 'WAITING')
      .orderBy('entityId')
      .orderBy('sequence')
      .execute()
  ).map(({ id }) => id)
/** Leases the earliest waiting delivery of the entity; undefined when there is none, it is not due yet, or it is leased. */
export const leaseNextDelivery = async (ctx: TransactionContext, target: { subscriptionId: string; entityId: string; leaseSeconds: number }) => {
  const next = await deliveries(ctx)
    .selectAll('webhookDelivery')
    .where('subscriptionId', '=', target.subscriptionId)
    .where('entityId', '=', target.entityId)
    .where('state', '=', 'WAITING')
    .orderBy('sequence')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  if (!next || isAfter(next.dueAt, ctx.now) || (next.leasedUntil && isAfter(next.leasedUntil, ctx.authNow))) return undefined
  await ctx.tx
    .updateTable('webhookDelivery')
    .set({ leasedUntil: ctx.authNow.add({ seconds: target.leaseSeconds }), attempts: next.attempts + 1 })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', next.id)
    .execute()
  return { ...next, attempts: next.attempts + 1 }
}
export const finishDelivery = (
  ctx: TransactionContext,
  id: string,
  { transition, ...end }: { transition: DeliveryTransition; lastStatus: number | null; lastError: string | null; dueAt?: Temporal.Instant; attempts?: number },
) =>
  ctx.tx
    .updateTable('webhookDelivery')
    .set({ ...end, state: transition.to, leasedUntil: null, ...(transition.to !== 'WAITING' && { doneAt: ctx.now }) })
    .where('siteId', '=', ctx.siteId)
    .where('id', '=', id)
    .execute()

const isAfter = (a: Temporal.Instant, b: Temporal.Instant): boolean => a.epochMilliseconds > b.epochMilliseconds
