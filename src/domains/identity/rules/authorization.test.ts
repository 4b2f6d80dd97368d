import { expect, test } from 'vitest'
import { readAuthorization } from './authorization.ts'

const key = `msk_${'k'.repeat(43)}`
test.each([
  [undefined, {}],
  ['', {}],
  ['Bearer ', {}],
  ['undefined', {}],
  ['OauthNG.JWS.a', { accessToken: 'OauthNG.JWS.a' }],
  ['Bearer OauthNG.JWS.a', { accessToken: 'OauthNG.JWS.a' }],
  ['bearer OauthNG.JWS.a', { accessToken: 'OauthNG.JWS.a' }],
  [key, { apiKey: key }],
  [`Bearer ${key}`, { apiKey: key }],
  [`,${key}`, { apiKey: key, joined: true }],
  [`OauthNG.JWS.a,${key}`, { accessToken: 'OauthNG.JWS.a', apiKey: key, joined: true }],
  [`Bearer OauthNG.JWS.a, ${key}`, { accessToken: 'OauthNG.JWS.a', apiKey: key, joined: true }],
  [`undefined,${key}`, { apiKey: key, joined: true }],
])('%s → %j', (header, credentials) => expect(readAuthorization(header)).toEqual(credentials))
