/** Tokens and what they are worth. Source: guide identity 4. */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { MaybeText } from '#kit/api/wire.ts'

const Text = Type.String()
const Anything = Type.Unknown()

export const tokensApi = operations({
  token: {
    method: 'POST',
    path: '/oauth2/token',
    form: true,
    summary: 'Get tokens by one of the grants',
    access: 'anyone',
    body: Anything,
    reply: Anything,
    refuses: [],
    work: 'read',
    raw: true,
  },
  appAccess: {
    method: 'POST',
    path: '/oauth/access',
    form: true,
    summary: 'Tokens of an installed app (not available; use client credentials)',
    access: 'anyone',
    body: Anything,
    reply: Anything,
    refuses: ['UNIMPLEMENTED_FEATURE'],
    work: 'read',
  },
  tokenInfo: {
    method: 'POST',
    path: '/v1/oauth/token-info',
    summary: 'What a token is worth',
    access: 'anyone',
    body: Anything,
    reply: Anything,
    refuses: [],
    work: 'read',
    raw: true,
  },
  jwks: {
    method: 'GET',
    path: '/v1/oauth/jwks',
    summary: 'Public keys of the access tokens',
    access: 'anyone',
    reply: Anything,
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
