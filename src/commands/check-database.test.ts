/** What the doctor says of databases, mail servers and Stripe, with stand-ins for the last two. */
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DatabaseFacts } from '#kit/db/diagnose.ts'
import { sealText } from '#kit/secrets/seal.ts'
import { type FakeStripe, startFakeStripe } from '../../test/stripe.ts'
import { startTestServer, type TestServer, type TestSite } from '../../test/test-server.ts'
import { readConfig } from '../config.ts'
import { checkDatabase, checkMail, checkPayments, judgeClock, judgeDatabase } from './check-database.ts'
import type { Finding } from './findings.ts'

const asText = ({ state, subject, text }: Finding) => `${state} ${subject}: ${text}`
const facts: DatabaseFacts = { version: 170_004, encoding: 'UTF8', bytes: 12_000_000, missingExtensions: [], pending: [], unknown: [], nowMs: 0, newestMs: 0 }

test.each([
  [{}, ['fine Database: PostgreSQL 17.4, 12 MB', 'fine Tables: up to date']],
  [{ version: 140_011 }, ['wrong Database: PostgreSQL 14.11 is too old: 15 or newer is needed.', 'fine Tables: up to date']],
  [{ encoding: 'SQL_ASCII' }, ['wrong Database: its encoding is SQL_ASCII: create it with UTF8.', 'fine Tables: up to date']],
  [
    { missingExtensions: ['btree_gist', 'pg_trgm'] },
    ["wrong Database: the server does not offer btree_gist and pg_trgm: install PostgreSQL's contrib package there.", 'fine Tables: up to date'],
  ],
  [
    { pending: ['0240-a', '0241-b'] },
    ['fine Database: PostgreSQL 17.4, 12 MB', 'notice Tables: the next start applies 2 migrations (0240-a …): make a backup before it.'],
  ],
  [{ unknown: ['9999-later'] }, [expect.stringMatching(/^fine/), expect.stringMatching(/^wrong Tables: a newer version of Atrium wrote them \(9999-later\)/)]],
])('a database: %o', (more, expected) => expect(judgeDatabase({ ...facts, ...more }, 'server').map(asText)).toEqual(expected))

test('data from tomorrow, and a clock that is not the database server’s', () => {
  expect(judgeClock({ nowMs: 1_000_000, newestMs: 2_000_000 }, 'embedded').map(asText)).toEqual([
    'wrong Clock: the data was written later than now: the clock is behind. Set it by NTP.',
  ])
  expect(judgeClock({ nowMs: 1_000_000, newestMs: 0 }, 'server').map(asText)[0]).toMatch(/^wrong Clock: \d+ seconds ahead of the database server/)
  expect(judgeClock({ nowMs: 1_000_000, newestMs: 0 }, 'embedded')).toEqual([])
})

describe('with the outside', () => {
  let mail: SMTPServer
  let mailUrl: string
  let stripe: FakeStripe
  let server: TestServer
  let site: TestSite
  let dataDir: string
  beforeAll(async () => {
    mail = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      onAuth: ({ password }, _session, done) => (password === 'right' ? done(null, { user: 'me' }) : done(new Error('wrong password'))),
    })
    mail.on('error', () => undefined)
    await new Promise<void>((done) => mail.listen(0, '127.0.0.1', done))
    mailUrl = `smtp://me:right@127.0.0.1:${(mail.server.address() as { port: number }).port}`
    stripe = await startFakeStripe('sk_live_right', 'whsec_right')
    server = await startTestServer()
    site = await server.createSite()
    dataDir = mkdtempSync(join(tmpdir(), 'atrium-doctor-'))
  })
  afterAll(async () => {
    await server.close()
    await stripe.close()
    await new Promise<void>((done) => mail.close(done))
    rmSync(dataDir, { recursive: true, force: true })
  })

  test('a mail server that lets in, one that refuses, none, and a sender that no one accepts', async () => {
    const from = 'Studio <hello@studio.example>'
    expect(asText(await checkMail({ smtpUrl: mailUrl, from }))).toMatch(/^fine Mail: 127\.0\.0\.1:\d+ lets us in$/)
    expect(asText(await checkMail({ smtpUrl: mailUrl.replace('right', 'wrong'), from }))).toMatch(/^wrong Mail: 127\.0\.0\.1:\d+ refuses: .*535/)
    expect(asText(await checkMail({ smtpUrl: 'smtp://127.0.0.1:1', from }))).toMatch(/^wrong Mail: 127\.0\.0\.1:1 refuses: .*ECONNREFUSED/)
    expect(asText(await checkMail({ smtpUrl: mailUrl, from: 'Atrium <no-reply@localhost>' }))).toMatch(/^wrong Mail: emails come from .*: set MAIL_FROM\.$/)
    expect(asText(await checkMail(undefined))).toMatch(/^notice Mail: no mail server is connected/)
    expect(asText(await checkMail('unreadable'))).toMatch(/^wrong Mail: the password that the dashboard stored was sealed with another key/)
  })

  test('Stripe that takes the key, one that does not, missing keys, the sandbox, none', async () => {
    const use = (secretKey: string) => ({ provider: 'stripe' as const, stripe: { secretKey, webhookSecret: 'whsec_right', apiUrl: stripe.url } })
    expect(asText(await checkPayments(use('sk_live_right'), true))).toBe('fine Payments: Stripe takes the key')
    expect(asText(await checkPayments(use('sk_live_wrong'), true))).toMatch(/^wrong Payments: Stripe refuses the key: /)
    const { payments } = readConfig({ STRIPE_SECRET_KEY: 'sk_live_right' }, '/')
    expect(asText(await checkPayments(payments, true))).toBe('wrong Payments: STRIPE_WEBHOOK_SECRET is missing.')
    expect(asText(await checkPayments({ provider: 'sandbox' }, true))).toMatch(/^notice Payments: only test cards are taken/)
    expect(asText(await checkPayments({ provider: 'sandbox' }, false))).toBe('fine Payments: sandbox')
    expect(asText(await checkPayments({ provider: 'none' }, true))).toBe('fine Payments: online payments are off')
  })

  test('what the dashboard connected is tried, with the key of the server and without it', async () => {
    const key = randomBytes(32).toString('base64url')
    const sealingKey = createHash('sha256').update(key).digest()
    const [, port] = /:(\d+)$/.exec(mailUrl) ?? []
    const smtp = { host: '127.0.0.1', port: Number(port), security: 'NONE', user: 'me', password: 'right', from: 'hello@studio.example' }
    const store = (name: string, value: object) =>
      sql`insert into site_setting (site_id, key, value) values (${site.metaSiteId}, ${name},
        ${JSON.stringify(sealText(sealingKey, `${name} of ${site.metaSiteId}`, JSON.stringify(value)))})`.execute(server.open.db)
    await store('connections.smtp', smtp)
    await store('connections.stripe', { secretKey: 'sk_live_right', webhookSecret: 'whsec_right' })
    const config = readConfig({ DATA_DIR: dataDir, STRIPE_API_URL: stripe.url }, process.cwd())
    const check = async () => (await checkDatabase(server.open, config)).filter(({ subject }) => /Mail|Payments/.test(subject)).map(asText)

    expect(await check()).toEqual([
      expect.stringMatching(/^wrong Mail: the password that the dashboard stored was sealed with another key/),
      expect.stringMatching(/^wrong Payments: the Stripe keys that the dashboard stored were sealed with another key/),
    ])
    writeFileSync(join(dataDir, 'secrets.key'), key)
    expect(await check()).toEqual([expect.stringMatching(/^fine Mail/), 'fine Payments: Stripe takes the key'])
  })

  test('jobs that wait too long, and those that were given up', async () => {
    const config = readConfig({ DATA_DIR: dataDir }, process.cwd())
    const check = async () => (await checkDatabase(server.open, config)).filter(({ subject }) => subject === 'Jobs').map(asText)
    await sql`delete from job`.execute(server.open.db)
    expect(await check()).toEqual(['fine Jobs: none waits'])
    await sql`insert into job (site_id, id, kind, key, data, due_at, state) values
      (${site.metaSiteId}, gen_random_uuid(), 'probe', 'waits', '{}', now() - interval '10 minutes', 'WAITING'),
      (${site.metaSiteId}, gen_random_uuid(), 'probe', 'given up', '{}', now(), 'DEAD')`.execute(server.open.db)
    expect(await check()).toEqual([
      expect.stringMatching(/^notice Jobs: 1 are due, the oldest for 10 minutes/),
      expect.stringMatching(/^notice Jobs: 1 were given up/),
    ])
  })

  test('tables that the next start changes', async () => {
    const { rows } = await sql<{
      name: string
      checksum: string
    }>`delete from migration where name = (select max(name) from migration) returning name, checksum`.execute(server.open.db)
    const [last] = rows
    try {
      const found = (await checkDatabase(server.open, readConfig({ DATA_DIR: dataDir }, process.cwd()))).map(asText)
      expect(found.filter((text) => text.includes('Tables'))).toEqual([
        `notice Tables: the next start applies 1 migration (${last?.name} …): make a backup before it.`,
      ])
    } finally {
      await sql`insert into migration (name, checksum) values (${last?.name}, ${last?.checksum})`.execute(server.open.db)
    }
  })
})
