/** A webhook is one signed text: an RS256 token whose `data` is JSON inside JSON inside JSON. Source: contract wire §7, guide identity §14. */
import { createPrivateKey, generateKeyPair, randomUUID, sign } from 'node:crypto'
import { promisify } from 'node:util'
import type { Temporal } from 'temporal-polyfill'

export interface WebhookKey {
  kid: string
  /** PEM, PKCS 8. */
  privateKey: string
  /** PEM, SPKI: what the receiver verifies with. */
  publicKey: string
}

/** One event as it was saved. */
export interface EmittedEvent {
  id: string
  type: string
  entityFqdn: string
  slug: string
  entityId: string
  sequence: number
  payload: unknown
  identity: unknown
  originatedFrom: string
  anonymizing: boolean
  happenedAt: Temporal.Instant
}

const LIFETIME_SECONDS = 3600
const generateKeyPairAsync = promisify(generateKeyPair)

export async function generateWebhookKey(): Promise<WebhookKey> {
  const { privateKey, publicKey } = await generateKeyPairAsync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  })
  return { kid: randomUUID(), privateKey, publicKey }
}

const encodePart = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** The body of the POST. `at` is system time: the receiver checks the expiry by its own clock. */
export function signWebhookToken(
  event: EmittedEvent,
  sender: { siteId: string; accountId: string; appId: string; key: WebhookKey; at: Temporal.Instant },
): string {
  const inner = {
    id: event.id,
    entityFqdn: event.entityFqdn,
    slug: event.slug,
    entityId: event.entityId,
    eventTime: event.happenedAt.toString({ fractionalSecondDigits: 3 }),
    triggeredByAnonymizeRequest: event.anonymizing,
    originatedFrom: event.originatedFrom,
    entityEventSequence: String(event.sequence),
    ...(event.payload as object),
  }
  const data = {
    instanceId: sender.siteId,
    eventType: event.type,
    identity: JSON.stringify(event.identity),
    accountInfo: { accountId: sender.accountId, siteId: sender.siteId },
    data: JSON.stringify(inner),
  }
  const issuedAt = Math.floor(sender.at.epochMilliseconds / 1000)
  const signed = `${encodePart({ alg: 'RS256', typ: 'JWT', kid: sender.key.kid })}.${encodePart({
    iss: 'wix.com',
    aud: sender.appId,
    iat: issuedAt,
    exp: issuedAt + LIFETIME_SECONDS,
    data: JSON.stringify(data),
  })}`
  return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), createPrivateKey(sender.key.privateKey)).toString('base64url')}`
}
