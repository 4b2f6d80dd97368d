/** Operation → action, rows → wire. */
import type { Handlers } from '#kit/api/mount.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import { publicEventTypes } from '#kit/webhooks/public-types.ts'
import { createWebhook, findOrCreateWebhookKey, repeatDelivery, updateWebhook } from './actions/subscriptions.ts'
import type { webhooksApi } from './contract.ts'
import { allowsPrivateTargets } from './settings.ts'
import * as store from './store.ts'

const toWebhook = ({ id, name, url, types, isActive, createdAt }: Awaited<ReturnType<typeof store.insertWebhook>>) => ({
  id,
  name,
  url,
  types,
  isActive,
  createdDate: createdAt.toString(),
})

export const webhooksHandlers: Handlers<typeof webhooksApi> = {
  listWebhooks: async (ctx) => {
    const { publicKey } = await findOrCreateWebhookKey(ctx)
    const webhooks = await ctx.transaction(store.listWebhooks)
    return { webhooks: webhooks.map(toWebhook), publicKey, eventTypes: [...publicEventTypes] }
  },
  createWebhook: async (ctx, { body }) => ({ webhook: toWebhook(await createWebhook(ctx, body, allowsPrivateTargets())) }),
  updateWebhook: async (ctx, { params, body }) => ({ webhook: toWebhook(await updateWebhook(ctx, params.id, body, allowsPrivateTargets())) }),
  deleteWebhook: async (ctx, { params }) => {
    if (!(await store.deleteWebhook(ctx, params.id))) refuseStandard('NOT_FOUND')
    return {}
  },
  listWebhookDeliveries: async (ctx, { params, query }) => {
    if (!(await store.findWebhook(ctx, params.id))) refuseStandard('NOT_FOUND')
    const rows = await store.listDeliveries(ctx, params.id, query.limit ?? 50, query.offset ?? 0)
    return {
      deliveries: rows.map((row) => ({
        id: row.id,
        eventType: row.type,
        entityId: row.entityId,
        state: row.state,
        attempts: row.attempts,
        ...(row.lastStatus !== null && { lastStatus: row.lastStatus }),
        ...(row.lastError !== null && { lastError: row.lastError }),
        createdDate: row.createdAt.toString(),
      })),
    }
  },
  repeatWebhookDelivery: async (ctx, { params }) => {
    await repeatDelivery(ctx, params.id)
    return {}
  },
}
