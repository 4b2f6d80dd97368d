/** A test site, and calls to a test server. */
export interface TestSite {
  metaSiteId: string
  clientId: string
  apiKey: string
  appSecret: string
  ownerEmail: string
  ownerPassword: string
  ownerUserId: string
  ownerMemberId: string
  /** Only with `webhookKey: true`. */
  webhookPublicKey?: string
  accountId: string
}
export interface CallOptions {
  token?: string | undefined
  /** Calls as the owner of this site, by API key. */
  as?: TestSite | undefined
  body?: unknown
  query?: Record<string, string | number | boolean> | string
  headers?: Record<string, string>
}
export interface TestReply {
  status: number
  body: any
  headers: Record<string, unknown>
  text: string
}
