/** A server that is killed at any moment keeps every acknowledged change and charges no customer twice. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#kit/db/open.ts'
import { startPostgres, type Postgres } from '../../tools/postgres.ts'
import { startFakeStripe } from '../stripe.ts'
import { runWithKills, mailbox, type Mailbox } from './kill-workload.ts'
import { ensureBuilt } from './server.ts'
import { newRandom } from './random.ts'

const kills = Number(process.env.KILLS ?? 2)
const minute = 60_000
let mail: Mailbox
let postgres: Postgres | undefined

beforeAll(async () => {
  ensureBuilt()
  mail = await mailbox()
}, 3 * minute)
afterAll(async () => {
  await mail.close()
  await postgres?.stop()
})

test(
  'on the embedded database',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'atrium-kill-'))
    try {
      const run = await runWithKills({ settings: { DATA_DIR: folder, SMTP_URL: mail.url }, random: newRandom('kill, embedded'), kills, mail })
      const open = await openDatabase({ dataDir: join(folder, 'pglite') })
      try {
        await run.check(open.db)
      } finally {
        await open.close()
      }
      expect(run.promised).toBeGreaterThan(kills)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  },
  (8 + kills / 2) * minute,
)

test(
  'on a PostgreSQL server, where people pay on the pages of Stripe',
  async () => {
    const url = process.env.TEST_DATABASE_URL ?? (postgres = await startPostgres()).url
    const open = await openDatabase({ url, maxConnections: 2 })
    const name = `atrium_kill_${process.pid}_${kills}`
    await open.script(`create database ${name}`)
    await open.close()
    const own = Object.assign(new URL(url), { pathname: `/${name}` }).href
    const keys = { STRIPE_SECRET_KEY: 'sk_test_kill', STRIPE_WEBHOOK_SECRET: 'whsec_test_kill' }
    const stripe = await startFakeStripe(keys.STRIPE_SECRET_KEY, keys.STRIPE_WEBHOOK_SECRET)
    const settings = { DATABASE_URL: own, SMTP_URL: mail.url, STRIPE_API_URL: stripe.url, ...keys }
    const run = await runWithKills({ settings, random: newRandom('kill, server'), kills, mail, stripe })
    const reader = await openDatabase({ url: own, maxConnections: 2 })
    try {
      await run.check(reader.db)
    } finally {
      await reader.close()
      await stripe.close()
    }
    expect(run.promised).toBeGreaterThan(kills)
  },
  (8 + kills / 2) * minute,
)
