/** Delivers webhooks from the outbox. */
import { getSiteClientId } from '#domains/identity/public.ts'
import { getSite } from '#domains/site/public.ts'
import type { OwnTransactionContext } from '#kit/api/context.ts'
import type { JobHandler } from '#kit/jobs/runner.ts'
import { getEvent } from '#kit/jobs/outbox.ts'
import { postWebhook } from '#kit/webhooks/post-webhook.ts'
import { signWebhookToken } from '#kit/webhooks/token.ts'
import { findOrCreateWebhookKey } from './actions/subscriptions.ts'
import { getTransition } from '#kit/pure/state-machine.ts'
import { deliveryMachine } from './rules/delivery-machine.ts'
import { nextRetryDelay } from './rules/retries.ts'
import { allowsPrivateTargets } from './settings.ts'
import * as store from './store.ts'

/** Longer than the timeout of a request. */
const LEASE_SECONDS = 60

/**
 * The job `webhook`: delivers the events of one entity to one subscriber in their order, until none is left or one
 * fails. Every delivery has its own job, so an interrupted sequence is resumed.
 */
const deliverWebhooks: JobHandler = {
  own: true,
  run: async (ctx: OwnTransactionContext, { deliveryId }: { deliveryId: string }) => {
    const first = await ctx.transaction((inner) => store.findDelivery(inner, deliveryId))
    if (!first) return
    while (await deliverNext(ctx, first)) continue
  },
}

async function deliverNext(ctx: OwnTransactionContext, { subscriptionId, entityId }: { subscriptionId: string; entityId: string }): Promise<boolean> {
  const task = await ctx.transaction(async (inner) => {
    const webhook = await store.findWebhook(inner, subscriptionId)
    // What waits is sent once the subscriber listens again.
    if (!webhook?.isActive) return undefined
    const delivery = await store.leaseNextDelivery(inner, { subscriptionId, entityId, leaseSeconds: LEASE_SECONDS })
    if (!delivery) return undefined
    return {
      delivery,
      webhook,
      event: await getEvent(inner, delivery.eventId),
      appId: await getSiteClientId(inner),
      accountId: (await getSite(inner)).accountId,
    }
  })
  if (!task) return false
  const { delivery, webhook, event } = task
  const body = signWebhookToken(
    { ...event, entityFqdn: event.entityFqdn, payload: event.payload },
    { siteId: ctx.siteId, accountId: task.accountId, appId: task.appId, key: await findOrCreateWebhookKey(ctx), at: ctx.authNow },
  )
  const result = await postWebhook(webhook.url, body, { allowPrivate: allowsPrivateTargets() }).then(
    (status) => ({ status, problem: status === 200 ? null : `answered ${status}` }),
    (error: Error) => ({ status: null, problem: error.message.slice(0, 500) }),
  )
  const wait = result.problem === null ? undefined : nextRetryDelay(delivery.attempts)
  await ctx.transaction(async (inner) => {
    const transition = getTransition(deliveryMachine, 'WAITING', wait ? 'retry' : result.problem === null ? 'deliver' : 'giveUp')
    const attempt = { transition, lastStatus: result.status, lastError: result.problem }
    if (!wait) return void (await store.finishDelivery(inner, delivery.id, attempt))
    const dueAt = inner.now.add(wait)
    await store.finishDelivery(inner, delivery.id, { ...attempt, dueAt })
    inner.enqueue({ kind: 'webhook', key: inner.newId(), data: { deliveryId: delivery.id }, dueAt })
  })
  return !wait
}

export const webhooksJobs = { webhook: deliverWebhooks }
