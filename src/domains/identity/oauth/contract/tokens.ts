/** Token endpoint, token info, JWKS, user info. Source: guide identity §4. */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { MaybeText } from '#kit/api/wire.ts'
import { Lenient } from '../../contract/shapes.ts'

const Text = Type.String()

/** Fields of a token request, in camel or snake case; JSON, a form, or a whole HTTP request wrapped by a generated client. */
const TokenRequest = Lenient(
  Type.Object({
    grantType: Text,
    clientId: Text,
    clientSecret: Text,
    refreshToken: Text,
    code: Text,
    codeVerifier: Text,
    redirectUri: Text,
    memberId: Text,
    sessionToken: Text,
    accessToken: Text,
    instanceId: Text,
  }),
)
const TokenReply = Type.Object({ access_token: Text, token_type: Type.Literal('Bearer'), expires_in: Type.Integer(), refresh_token: Type.Optional(Text) })
const TokenInfo = Type.Object({
  active: Type.Boolean(),
  subjectType: Type.Enum(['UNKNOWN', 'VISITOR', 'MEMBER', 'APP']),
  subjectId: Text,
  clientId: Type.Optional(Text),
  siteId: Type.Optional(Text),
  instanceId: Type.Optional(Text),
  accountId: Type.Optional(Text),
  iat: Type.Optional(Type.Integer()),
  exp: Type.Optional(Type.Integer()),
})
const JsonWebKey = Type.Object({ kty: Text, crv: Text, x: Text, y: Text, kid: Text, alg: Text, use: Text })

export const tokensApi = operations({
  token: {
    method: 'POST',
    path: '/oauth2/token',
    form: true,
    summary: 'Get tokens by one of the grants',
    access: 'anyone',
    body: TokenRequest,
    reply: TokenReply,
    refuses: [],
    work: 'own',
    raw: true,
  },
  appAccess: {
    method: 'POST',
    path: '/oauth/access',
    form: true,
    summary: 'Tokens of an installed app (not available; use client credentials)',
    access: 'anyone',
    body: TokenRequest,
    reply: TokenReply,
    refuses: ['UNIMPLEMENTED_FEATURE'],
    work: 'read',
  },
  tokenInfo: {
    method: 'POST',
    path: '/v1/oauth/token-info',
    summary: 'What a token is worth',
    access: 'anyone',
    body: Lenient(Type.Object({ token: Text })),
    reply: TokenInfo,
    refuses: [],
    work: 'read',
    raw: true,
  },
  jwks: {
    method: 'GET',
    path: '/v1/oauth/jwks',
    summary: 'Public keys of the access tokens',
    access: 'anyone',
    reply: Type.Object({ keys: Type.Array(JsonWebKey) }),
    refuses: [],
    work: 'read',
    raw: true,
  },
  userInfo: {
    method: 'GET',
    path: '/v1/oauth/user-info',
    summary: 'Who the calling member is',
    access: { member: 'own' },
    reply: Type.Object({ sub: Text, email: Text, emailVerified: Type.Boolean(), name: Type.Optional(MaybeText), siteId: Text }),
    refuses: ['-19999'],
    work: 'read',
  },
})
