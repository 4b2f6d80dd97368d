/** What app and the test hooks use of webhooks. */
export { createWebhook, findOrCreateWebhookKey } from './actions/subscriptions.ts'
export { configureWebhooks } from './settings.ts'
