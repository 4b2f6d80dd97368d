/** Operation → action: token endpoint, token info, JWKS, user info. */
import type { Handlers } from '#kit/api/mount.ts'
import { jsonReply } from '#kit/api/raw-reply.ts'
import type { tokensApi } from '../contract/tokens.ts'
import { exchangeGrant } from '../actions/grants.ts'
import { getTokenInfo } from '../actions/token-info.ts'
import { addFormerSpelling, isFormerClient } from '../former-spelling.ts'
import { handleWrappedRequest, readFields } from '../raw-request.ts'
import { refuse } from '../../errors.ts'
import { identityById } from '../../store/identities.ts'
import { getKeyRing } from '../store/signing-keys.ts'
import type { Profile } from '../../rules/profile.ts'

type Fields = Record<string, unknown>
const toFields = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {})

export const tokensHandlers: Handlers<typeof tokensApi> = {
  token: async (ctx, { body }) => {
    const reply = await handleWrappedRequest(toFields(body), (fields) => exchangeGrant(ctx, fields))
    return isFormerClient(ctx.headers) ? addFormerSpelling(reply) : reply
  },
  appAccess: async () => refuse('UNIMPLEMENTED_FEATURE'),
  tokenInfo: async (ctx, { body }) => jsonReply(200, await getTokenInfo(ctx, String(readFields(toFields(body)).token ?? '')), { 'cache-control': 'no-store' }),
  jwks: async (ctx) => {
    const { byId } = await getKeyRing(ctx.db, ctx.authNow)
    const keys = [...byId.values()].map((key) => ({ ...key.publicKey.export({ format: 'jwk' }), kid: key.kid, alg: 'ES256', use: 'sig' }))
    return jsonReply(200, { keys }, { 'cache-control': 'public, max-age=300' })
  },
  userInfo: async (ctx) => {
    const row = await identityById(ctx.db, ctx.siteId, ctx.caller.memberId ?? '')
    if (!row) return refuse('-19999')
    const profile = row.profile as Partial<Profile>
    return {
      sub: row.id,
      email: row.email,
      emailVerified: row.emailVerified,
      name: profile.nickname ?? ([profile.firstName, profile.lastName].filter(Boolean).join(' ') || null),
      siteId: ctx.siteId,
    }
  },
}
