/** The mail server and Stripe, connected from the dashboard: checked, sealed, used at once; the environment wins. */
import { randomBytes } from 'node:crypto'
import { createServer, type Server, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { restoreTestPayments } from '../../../test/payment-provider.ts'
import { type FakeStripe, startFakeStripe } from '../../../test/stripe.ts'
import { type CallOptions, startTestServer, testSealingKeys, type TestReply, type TestServer, type TestSite } from '../../../test/test-server.ts'
import { configureEmail } from '#domains/notifications/public.ts'
import { allowPrivateTargets } from '#kit/http/fetch-public.ts'
import { verifySmtpServer, sendWithSmtp } from '#kit/email/smtp.ts'
import { getPaymentSetup } from '#kit/payments/providers.ts'
import { createReadContext, createSystemMeta } from '#kit/jobs/unit-of-work.ts'
import { configureSealing } from '#kit/secrets/sealing.ts'
import { configureConnections } from './public.ts'
import { errorCode } from '../../../test/auth-helpers.ts'

const keys = { secretKey: 'sk_test_dashboard', webhookSecret: 'whsec_dashboard' }
let server: TestServer
let site: TestSite
let owner: CallOptions
let stripe: FakeStripe
let smtp: Server
let port: number
const heard: string[] = []

/** A mail server that asks for a password. */
function answerSmtp(socket: Socket): void {
  let inData = false
  socket.write('220 here\r\n')
  socket.on('error', () => undefined)
  socket.on('data', (bytes) => {
    const text = bytes.toString()
    heard.push(text)
    if (inData && !text.endsWith('\r\n.\r\n')) return
    const isRight = text.includes(Buffer.from('\0me\0right').toString('base64'))
    const answer = inData
      ? '250 taken'
      : text.startsWith('EHLO')
        ? '250-here\r\n250 AUTH PLAIN'
        : text.startsWith('AUTH')
          ? isRight
            ? '235 come in'
            : '535 wrong password'
          : text.startsWith('DATA')
            ? '354 go on'
            : text.startsWith('QUIT')
              ? '221 bye'
              : '250 fine'
    inData = text.startsWith('DATA')
    socket.write(`${answer}\r\n`)
  })
}

beforeAll(async () => {
  server = await startTestServer()
  site = await server.createSite()
  owner = await server.signInAsOwner(site)
  stripe = await startFakeStripe(keys.secretKey, keys.webhookSecret)
  smtp = createServer(answerSmtp)
  await new Promise<void>((done) => smtp.listen(0, '127.0.0.1', done))
  port = (smtp.address() as { port: number }).port
})
const useEnvironment = (more: Partial<Parameters<typeof configureConnections>[0]> = {}) =>
  configureConnections({
    email: { smtpUrl: undefined, from: '' },
    payments: { provider: 'sandbox' },
    hasPayments: false,
    stripeApiUrl: stripe.url,
    smtp: { ask: verifySmtpServer, send: sendWithSmtp },
    ...more,
  })
afterEach(() => useEnvironment())
afterAll(async () => {
  configureEmail({ smtpUrl: undefined, from: '' })
  await restoreTestPayments()
  await stripe.close()
  smtp.close()
  expect(server.problems).toEqual([])
  await server.close()
})

/** Who takes the payments of a site. */
const readSetup = (of: TestSite = site) => getPaymentSetup(createReadContext(server.deps, createSystemMeta(of.metaSiteId, '')))
const call = (method: string, path: string, body?: object): Promise<TestReply> =>
  server.call(method, `/api/connections${path}`, { ...owner, ...(body ? { body } : {}) })
const mail = (more: object = {}) => ({
  host: '127.0.0.1',
  port,
  security: 'NONE',
  user: 'me',
  password: 'right',
  from: 'Studio <hello@studio.example>',
  ...more,
})

test('a mail server is asked first, then sends, and its password is nowhere to be read', async () => {
  useEnvironment()
  expect(errorCode(await call('POST', '/smtp/test', { to: 'me@studio.example' }))).toBe('NO_MAIL_SERVER')
  useEnvironment({ smtp: undefined })
  expect(errorCode(await call('PUT', '/smtp', mail()))).toBe('MAIL_SERVER_REFUSED')
  useEnvironment()
  const wrong = await call('PUT', '/smtp', mail({ password: 'wrong' }))
  expect([errorCode(wrong), wrong.text.includes('wrong password')]).toEqual(['MAIL_SERVER_REFUSED', true])
  const connected = await call('PUT', '/smtp', mail())
  expect(connected.body.email).toEqual({
    canChange: true,
    source: 'DASHBOARD',
    host: '127.0.0.1',
    port,
    security: 'NONE',
    user: 'me',
    from: 'Studio <hello@studio.example>',
  })
  expect(connected.text).not.toContain('right')
  expect((await call('POST', '/smtp/test', { to: 'me@studio.example' })).status).toBe(200)
  const { email } = await server.registerMember(site)
  await server.ok('POST', '/_test/run', { body: {} })
  expect(heard.join('')).toContain(`RCPT TO:<${email}>`)
  expect(heard.join('')).toContain('RCPT TO:<me@studio.example>')
  const { value } = await server.open.db.selectFrom('siteSetting').select('value').where('key', '=', 'connections.smtp').executeTakeFirstOrThrow()
  expect(JSON.stringify(value)).not.toMatch(/right|studio/)
})

test('the password stays with its server and user, and what another key sealed is entered again', async () => {
  useEnvironment()
  await call('PUT', '/smtp', mail())
  const { password: _none, ...without } = mail()
  expect((await call('PUT', '/smtp', { ...without, from: 'a@studio.example' })).body.email.from).toBe('a@studio.example')
  expect(errorCode(await call('PUT', '/smtp', { ...without, host: 'localhost' }))).toBe('PASSWORD_REQUIRED')
  configureSealing({ current: randomBytes(32), former: [] })
  expect((await call('GET', '')).body.email).toEqual({ canChange: true, source: 'NONE', isUnreadable: true })
  configureSealing(testSealingKeys)
  expect((await call('DELETE', '/smtp')).body.email).toEqual({ canChange: true, source: 'NONE' })
})

test('Stripe is asked first, then charges; without it the server is as before', async () => {
  useEnvironment()
  expect(errorCode(await call('POST', '/stripe/check'))).toBe('NO_STRIPE')
  const wrong = await call('PUT', '/stripe', { ...keys, secretKey: 'sk_test_unknown' })
  expect([errorCode(wrong), wrong.text.includes('does not accept the secret key')]).toEqual(['STRIPE_REFUSED', true])
  const connected = await call('PUT', '/stripe', keys)
  expect(connected.body.stripe).toMatchObject({
    source: 'DASHBOARD',
    keyEnd: 'oard',
    isTestKey: true,
    webhookUrl: expect.stringMatching(/\/api\/payments\/stripe\/webhook$/),
  })
  expect(connected.text).not.toMatch(/sk_test|whsec/)
  expect(await readSetup()).toMatchObject({ provider: 'stripe', testPayments: true })
  expect((await call('POST', '/stripe/check')).status).toBe(200)
  expect((await call('DELETE', '/stripe')).body.stripe.source).toBe('NONE')
  expect((await readSetup()).provider).toBe('sandbox')
})

test('the environment wins at the first site; a collaborator connects nothing', async () => {
  useEnvironment({ email: { smtpUrl: 'smtp://post:secret@mail.example', from: 'x@y.example' }, payments: { provider: 'none' }, hasPayments: true })
  const shown = await call('GET', '')
  expect(shown.body).toMatchObject({ email: { source: 'ENVIRONMENT', host: 'mail.example', user: 'post' }, stripe: { source: 'ENVIRONMENT' } })
  expect(shown.text).not.toContain('secret')
  for (const [method, path, body] of [
    ['PUT', '/smtp', mail()],
    ['DELETE', '/smtp', undefined],
    ['PUT', '/stripe', keys],
    ['DELETE', '/stripe', undefined],
  ] as const)
    expect([path, errorCode(await call(method, path, body))]).toEqual([path, 'CONNECTION_SET_BY_SERVER'])
  useEnvironment()
  const collaborator = await server.inviteCollaborator(site, ['SITES.MANAGE'])
  expect((await server.call('PUT', '/api/connections/smtp', { ...collaborator, body: mail() })).status).toBe(403)
})

test('each site sends through its own mail server, else through that of the environment', async () => {
  useEnvironment()
  const hill = await server.createSite()
  const hillOwner = await server.signInAsOwner(hill)
  const connectHill = (body: object) => server.call('PUT', '/api/connections/smtp', { ...hillOwner, body })
  const { body: connected } = await connectHill(mail({ from: 'Hill <hi@hill.example>' }))
  expect(connected.email).toMatchObject({ canChange: true, source: 'DASHBOARD', from: 'Hill <hi@hill.example>' })
  heard.length = 0
  const guest = await server.registerMember(hill)
  const kept = await server.registerMember(site)
  await server.ok('POST', '/_test/run', { body: {} })
  expect(heard.join('')).toMatch(new RegExp(`MAIL FROM:<hi@hill.example>[^]*RCPT TO:<${guest.email}>`))
  expect(heard.join('')).not.toContain(kept.email)
  // Without its own the environment sends.
  await server.ok('DELETE', '/api/connections/smtp', hillOwner)
  const environment = { smtpUrl: `smtp://me:right@127.0.0.1:${port}`, from: 'server@post.example' }
  useEnvironment({ email: environment })
  configureEmail(environment)
  const shown = await server.call('GET', '/api/connections', hillOwner)
  expect(shown.body.email).toEqual({ canChange: true, source: 'ENVIRONMENT' })
  heard.length = 0
  const late = await server.registerMember(hill)
  await server.ok('POST', '/_test/run', { body: {} })
  expect(heard.join('')).toMatch(new RegExp(`MAIL FROM:<server@post.example>[^]*RCPT TO:<${late.email}>`))
  configureEmail({ smtpUrl: undefined, from: '' })
})

test('a mail server that another site names is called on the open internet alone', async () => {
  useEnvironment()
  const other = await server.createSite()
  const otherOwner = await server.signInAsOwner(other)
  allowPrivateTargets(false)
  try {
    heard.length = 0
    for (const host of ['127.0.0.1', 'localhost', '::1']) {
      const refused = await server.call('PUT', '/api/connections/smtp', { ...otherOwner, body: mail({ host }) })
      expect([errorCode(refused), refused.text]).toEqual(['MAIL_SERVER_REFUSED', expect.stringContaining('private network')])
    }
    expect(heard).toEqual([])
    // The first site is of the person who runs the server.
    expect((await call('PUT', '/smtp', mail())).status).toBe(200)
    await call('DELETE', '/smtp')
  } finally {
    allowPrivateTargets(true)
  }
})
