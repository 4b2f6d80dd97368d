/** Webhooks of the business: subscriptions, their deliveries and the key that signs them. Source: guide members §17. */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'

const ById = Type.Object({ id: Type.String({ format: 'uuid' }) })
const Webhook = Type.Object({
  id: Type.String(),
  name: Type.String(),
  url: Type.String(),
  types: Type.Array(Type.String()),
  isActive: Type.Boolean(),
  createdDate: Type.String(),
})
const WebhookTypes = Type.Array(Type.String({ maxLength: 200 }), { minItems: 1, maxItems: 200 })
const WebhookName = Type.String({ maxLength: 100 })
const WebhookUrl = Type.String({ minLength: 8, maxLength: 2048 })

export const webhooksApi = operations({
  listWebhooks: {
    method: 'GET',
    path: '/api/webhooks',
    summary: 'List webhooks, and the key that verifies them',
    access: { owner: 'any' },
    permission: 'WEBHOOKS.MANAGE',
    internal: true,
    work: 'own',
    reply: Type.Object({ webhooks: Type.Array(Webhook), publicKey: Type.String(), eventTypes: Type.Array(Type.String()) }),
    refuses: [],
  },
  createWebhook: {
    method: 'POST',
    path: '/api/webhooks',
    summary: 'Create a webhook',
    recentPassword: true,
    access: { owner: 'any' },
    permission: 'WEBHOOKS.MANAGE',
    internal: true,
    body: Type.Object({ url: WebhookUrl, types: Type.Optional(WebhookTypes), name: Type.Optional(WebhookName) }),
    reply: Type.Object({ webhook: Webhook }),
    refuses: [],
  },
  updateWebhook: {
    method: 'PATCH',
    path: '/api/webhooks/{id}',
    summary: 'Update or pause a webhook',
    recentPassword: ['url'],
    access: { owner: 'any' },
    permission: 'WEBHOOKS.MANAGE',
    internal: true,
    params: ById,
    body: Type.Object({
      url: Type.Optional(WebhookUrl),
      types: Type.Optional(WebhookTypes),
      name: Type.Optional(WebhookName),
      isActive: Type.Optional(Type.Boolean()),
    }),
    reply: Type.Object({ webhook: Webhook }),
    refuses: [],
  },
  deleteWebhook: {
    method: 'DELETE',
    path: '/api/webhooks/{id}',
    summary: 'Delete a webhook',
    access: { owner: 'any' },
    permission: 'WEBHOOKS.MANAGE',
    internal: true,
    params: ById,
    reply: Type.Object({}),
    refuses: [],
  },
  listWebhookDeliveries: {
    method: 'GET',
    path: '/api/webhooks/{id}/deliveries',
    summary: 'List the deliveries of a webhook, newest first',
    access: { owner: 'any' },
    permission: 'WEBHOOKS.MANAGE',
    internal: true,
    work: 'read',
    params: ById,
    query: Type.Object({
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
      offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0 })),
    }),
    reply: Type.Object({
      deliveries: Type.Array(
        Type.Object({
          id: Type.String(),
          eventType: Type.String(),
          entityId: Type.String(),
          state: Type.String(),
          attempts: Type.Integer(),
          lastStatus: Type.Optional(Type.Integer()),
          lastError: Type.Optional(Type.String()),
          createdDate: Type.String(),
        }),
      ),
    }),
    refuses: [],
  },
  repeatWebhookDelivery: {
    method: 'POST',
    path: '/api/webhook-deliveries/{id}/repeat',
    summary: 'Repeat a delivery',
    access: { owner: 'any' },
    permission: 'WEBHOOKS.MANAGE',
    internal: true,
    params: ById,
    reply: Type.Object({}),
    refuses: [],
  },
})

/** The operations by group: `<group>.<operation>` is their name everywhere. */
export const webhooksContract = { webhooks: webhooksApi }
