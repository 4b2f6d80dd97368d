/** The access token: `OauthNG.JWS.` + a JWT signed with ES256. Source: guide identity §4.1, W13, W14. */
import { sign, verify, type KeyObject } from 'node:crypto'
import type { Temporal } from 'temporal-polyfill'
import { toWireTime } from '#kit/pure/wire-time.ts'

export const ACCESS_TOKEN_SECONDS = 14_400
const PREFIX = 'OauthNG.JWS.'

export interface Subject {
  kind: 'VISITOR' | 'MEMBER' | 'APP'
  siteId: string
  clientId: string
  /** Visitor id, member id or app id. */
  id: string
  visitorId?: string
  sessionId?: string
}
export interface AccessClaims extends Subject {
  tokenId: string
  issuedAt: number
  expiresAt: number
}
interface PrivateSigningKey {
  kid: string
  privateKey: KeyObject
}

const encodePart = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Signs a token for a subject. It holds no personal data: every holder can read it. */
export function signAccessToken(
  subject: Subject,
  key: PrivateSigningKey,
  now: Temporal.Instant,
  { tokenId, siteOwnerId }: { tokenId: string; siteOwnerId: string | undefined },
): string {
  // The anonymous visitor id: the visitor's own, and for members that of the visitor they were before.
  const aid = subject.kind === 'VISITOR' ? subject.id : subject.visitorId
  const iat = Math.floor(now.epochMilliseconds / 1000)
  const exp = iat + ACCESS_TOKEN_SECONDS
  const instance = {
    instanceId: subject.siteId,
    appDefId: subject.clientId,
    signDate: toWireTime(now),
    ...(subject.kind === 'MEMBER' ? { uid: subject.id } : {}),
    permissions: 'offline_access',
    demoMode: false,
    ...(siteOwnerId ? { siteOwnerId } : {}),
    ...(aid ? { aid } : {}),
    metaSiteId: subject.siteId,
    expirationDate: toWireTime({ epochMilliseconds: now.epochMilliseconds + ACCESS_TOKEN_SECONDS * 1000 }),
  }
  const payload = {
    data: JSON.stringify({ instance }),
    sub: `${subject.kind}:${subject.id}`,
    ...(subject.sessionId ? { sid: subject.sessionId } : {}),
    jti: tokenId,
    iat,
    exp,
  }
  const signed = `${encodePart({ alg: 'ES256', typ: 'JWT', kid: key.kid })}.${encodePart(payload)}`
  const signature = sign('sha256', Buffer.from(signed), { key: key.privateKey, dsaEncoding: 'ieee-p1363' })
  return `${PREFIX}${signed}.${signature.toString('base64url')}`
}

/** The key id in the header of a token; undefined when it is not an access token. */
export function readKeyId(token: string): string | undefined {
  if (!token.startsWith(PREFIX) || token.length > 2000) return undefined
  const header = readJson(token.slice(PREFIX.length).split('.')[0])
  return header?.alg === 'ES256' && typeof header.kid === 'string' ? header.kid : undefined
}

/** The claims of a token with a valid signature, expired or not. */
export function readAccessToken(token: string, publicKey: KeyObject): AccessClaims | undefined {
  const [header, payload, signature, rest] = token.slice(PREFIX.length).split('.')
  if (!header || !payload || !signature || rest !== undefined) return undefined
  const right = verify('sha256', Buffer.from(`${header}.${payload}`), { key: publicKey, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))
  const claims = right ? readJson(payload) : undefined
  if (!claims) return undefined
  const { instance } = JSON.parse(String(claims.data)) as { instance: { metaSiteId: string; appDefId: string; aid?: string } }
  const [kind, id] = String(claims.sub).split(':') as [Subject['kind'], string]
  return {
    kind,
    id,
    siteId: instance.metaSiteId,
    clientId: instance.appDefId,
    tokenId: String(claims.jti),
    issuedAt: Number(claims.iat),
    expiresAt: Number(claims.exp),
    ...(instance.aid ? { visitorId: instance.aid } : {}),
    ...(typeof claims.sid === 'string' ? { sessionId: claims.sid } : {}),
  }
}

function readJson(text: string | undefined): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(text ?? '', 'base64url').toString('utf8'))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
