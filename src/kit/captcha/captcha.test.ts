import { createServer, type Server } from 'node:http'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allowPrivateTargets } from '#kit/http/fetch-public.ts'
import { createCaptchaChallenge, createProofOfWorkCaptcha } from './proof-of-work.ts'
import { createSiteVerifyCaptcha } from './site-verify.ts'

const now = Temporal.Instant.from('2026-03-01T10:00:00Z')
const captchaRequest = { siteId: 'site-1', ip: '192.0.2.1', now }
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')

test('a solved sum is right for its site, its secret and two minutes', async () => {
  const later = Temporal.Instant.from('2126-03-01T10:00:00Z')
  const challenge = await createCaptchaChallenge('secret', { siteId: 'site-1', now: later })
  const solution = await solveChallenge({ challenge, deriveKey })
  const token = encode({ challenge, solution })
  const verifyToken = (secret: string, change: Partial<typeof captchaRequest> = {}) =>
    createProofOfWorkCaptcha(secret).verify(token, { ...captchaRequest, now: later, ...change })
  expect(await verifyToken('secret')).toBe('RIGHT')
  expect(await verifyToken('another')).toBe('WRONG')
  expect(await verifyToken('secret', { siteId: 'site-2' })).toBe('WRONG')
  expect(await verifyToken('secret', { now: later.add({ seconds: 121 }) })).toBe('WRONG')
  expect(
    await createProofOfWorkCaptcha('secret').verify(encode({ challenge, solution: { ...solution, counter: 1, derivedKey: '00' } }), {
      ...captchaRequest,
      now: later,
    }),
  ).toBe('WRONG')
  for (const nonsense of ['', 'x', encode(null), encode({}), encode({ challenge: { parameters: { ...challenge.parameters, cost: 1 } }, solution })])
    expect(await createProofOfWorkCaptcha('secret').verify(nonsense, { ...captchaRequest, now: later })).toBe('WRONG')
})

let server: Server
let asked: URLSearchParams
let reply: { status: number; body: string }
// The stand-in is on this machine.
beforeAll(() => allowPrivateTargets(true))
beforeAll(
  () =>
    new Promise<void>((ready) => {
      server = createServer((request, response) => {
        let text = ''
        request.on('data', (chunk) => (text += chunk))
        request.on('end', () => {
          asked = new URLSearchParams(text)
          response.writeHead(reply.status, { 'content-type': 'application/json' }).end(reply.body)
        })
      }).listen(0, '127.0.0.1', ready)
    }),
)
afterAll(() => new Promise<void>((done) => void server.close(() => done())))

test.each([
  [200, '{"success":true}', 'RIGHT'],
  [200, '{"success":true,"score":0.9}', 'RIGHT'],
  [200, '{"success":true,"score":0.1}', 'WRONG'],
  [200, '{"success":false}', 'WRONG'],
  [500, '{}', 'UNREACHABLE'],
  [200, 'not json', 'UNREACHABLE'],
] as const)('a verifying service that answers %i %s means %s', async (status, body, verdict) => {
  reply = { status, body }
  const address = server.address()
  const provider = createSiteVerifyCaptcha(`http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`, 'shh')
  expect(await provider.verify('tok', captchaRequest)).toBe(verdict)
  expect(Object.fromEntries(asked)).toEqual({ secret: 'shh', response: 'tok', remoteip: '192.0.2.1' })
})

test('an unreachable service proves nothing', async () => {
  expect(await createSiteVerifyCaptcha('http://127.0.0.1:9/', 'shh').verify('tok', captchaRequest)).toBe('UNREACHABLE')
})
