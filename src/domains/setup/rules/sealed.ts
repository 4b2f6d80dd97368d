/** Credentials that the dashboard stores, as they are sealed: settings of the site by their key. */
export const SMTP = 'connections.smtp'
export const STRIPE = 'connections.stripe'
export type ConnectionKey = typeof SMTP | typeof STRIPE

export const describeConnection = (key: ConnectionKey, siteId: string): string => `${key} of ${siteId}`
