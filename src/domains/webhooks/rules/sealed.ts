/** The key that signs the webhooks of a site, as it is sealed. */
export const describeWebhookKey = (siteId: string): string => `webhook key of ${siteId}`
