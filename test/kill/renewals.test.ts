/**
 * Many orders renew in the same minute, several processes share the work, and one of them is killed again and again:
 * every order is charged once, as the provider counts it, and the ledger is complete. RENEWALS sets how many (200 in the
 * short form, 10 000 with `npm run soak -- --only renewals`), KILLS how often.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '#kit/db/open.ts'
import { configurePayments } from '#kit/payments/providers.ts'
import { startPostgres, type Postgres } from '../../tools/postgres.ts'
import { brokenInvariants, unfinishedWork } from '../invariants.ts'
import { startFakeStripe, type FakeStripe } from '../stripe.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
import { newRandom } from './random.ts'
import { ensureBuilt, serverProcess } from './server.ts'

const orders = Number(process.env.RENEWALS ?? 200)
const kills = Number(process.env.KILLS ?? 3)
const processes = 3
const minute = 60_000
const secretKey = 'sk_test_renewals'
const webhookSecret = 'whsec_test_renewals'
let postgres: Postgres | undefined
let stripe: FakeStripe
let server: TestServer

beforeAll(async () => {
  ensureBuilt()
  stripe = await startFakeStripe(secretKey, webhookSecret)
  process.env.TEST_DATABASE_URL ??= (postgres = await startPostgres()).url
  await configurePayments({ provider: 'stripe', stripe: { secretKey, webhookSecret, apiUrl: stripe.url } })
  server = await startTestServer()
}, 3 * minute)
afterAll(async () => {
  await configurePayments({ provider: 'sandbox' })
  await server.close()
  await stripe.close()
  if (postgres) delete process.env.TEST_DATABASE_URL
  await postgres?.stop()
})

/** A monthly plan, bought once on the provider's page. */
async function firstOrder(): Promise<{ siteId: string; orderId: string; due: string }> {
  const site = await server.createSite()
  const pricing = { subscription: { cycleDuration: { count: 1, unit: 'MONTH' }, cycleCount: 0 }, price: { value: '40' } }
  const { plan } = await server.ok('POST', '/v2/plans', { as: site, body: { plan: { name: 'Pass', pricing } } })
  const { token } = await server.registerMember(site)
  const begun = await server.ok('POST', '/api/checkout/plans', { token, body: { planId: plan.id, key: 'first' } })
  stripe.complete(begun.url)
  const { order } = await server.ok('POST', `/api/pay/${begun.order.wixPayOrderId}/check`, { token })
  await server.runner.drain()
  return { siteId: site.metaSiteId, orderId: order.id, due: order.currentCycle.endedDate }
}

/** The same order again and again, each with its paid first invoice, its attempt and its ledger entries. */
async function multiply(db: Db, { siteId, orderId }: { siteId: string; orderId: string }, times: number): Promise<void> {
  const columns = async (table: string, but: readonly string[]) => {
    const { rows } = await sql<{ name: string }>`
      select column_name as name from information_schema.columns where table_schema = 'public' and table_name = ${table}`.execute(db)
    return rows.map(({ name }) => name).filter((name) => !but.includes(name))
  }
  const copy = async (table: string, set: Record<string, string>) => {
    const rest = await columns(table, Object.keys(set))
    const invoice = `(select id from plan_invoice where order_id = '${orderId}')`
    const of =
      { plan_order: 'r.id', receipt: 'r.id', receipt_line: 'r.receipt_id', ledger_entry: 'r.receipt_id', payment_attempt: 'r.payable_id' }[table] ??
      'r.order_id'
    const original = of === 'r.receipt_id' || table === 'receipt' ? invoice : `('${orderId}')`
    await sql
      .raw(`insert into ${table} (${[...Object.keys(set), ...rest].join(', ')}) select ${[...Object.values(set), ...rest.map((name) => `r.${name}`)].join(', ')}
            from ${table} r cross join crowd c where r.site_id = '${siteId}' and ${of} in ${original}`)
      .execute(db)
  }
  await sql
    .raw(`create table crowd as select n, gen_random_uuid() as o, gen_random_uuid() as i, gen_random_uuid() as a from generate_series(2, ${times}) n`)
    .execute(db)
  await copy('plan_order', { id: 'c.o', subscription_id: 'gen_random_uuid()', pay_order_id: 'gen_random_uuid()', checkout_key: 'null' })
  await copy('plan_invoice', { id: 'c.i', order_id: 'c.o', number: 'c.n', paid_attempt_id: 'c.a' })
  await copy('payment_attempt', { id: 'c.a', payable_id: 'c.o', invoice_id: 'c.i', key: `'order:' || c.o || ':cycle:1:attempt:1'`, ref: `r.ref || '-' || c.n` })
  await copy('receipt', { id: 'c.i', number: 'c.n', ref: `r.ref || '-' || c.n` })
  await copy('receipt_line', { receipt_id: 'c.i', payable_id: 'c.o' })
  await copy('ledger_entry', { id: 'gen_random_uuid()', receipt_id: 'c.i', key: `'receipt:' || c.i || ':earned'` })
  await sql`update document_counter set last = ${times} where site_id = ${siteId} and kind = 'INVOICE'`.execute(db)
  await sql`drop table crowd`.execute(db)
}

test(
  `${orders} orders that are due in the same minute are charged once each, whichever process is killed`,
  async () => {
    const { db } = server.open
    const first = await firstOrder()
    await multiply(db, first, orders)
    expect(await brokenInvariants(db)).toEqual([])
    await sql`update system_clock set frozen_at = ${first.due}::timestamptz + interval '30 seconds'`.execute(db)
    const before = stripe.intents().length

    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
    const url = Object.assign(new URL(process.env.TEST_DATABASE_URL ?? ''), { pathname: `/${rows[0]?.name}` }).href
    const settings = { DATABASE_URL: url, STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_URL: stripe.url }
    const random = newRandom('renewals')
    const servers = await Promise.all(Array.from({ length: processes }, () => serverProcess(settings)))
    await Promise.all(servers.map((server) => server.start()))
    const waiting = async () =>
      (await sql<{ n: number }>`select count(*)::int as n from plan_order where cycle_index is distinct from 2 or payment_status <> 'PAID'`.execute(db)).rows[0]
        ?.n ?? 0
    const countUnfinished = async () => (await waiting()) > 0 || (await unfinishedWork(db)).length > 0

    let killed = 0
    const ends = performance.now() + (2 + orders / 200) * minute
    while ((await countUnfinished()) && performance.now() < ends) {
      await new Promise((done) => setTimeout(done, random.between(300, 1500)))
      if (killed >= kills) continue
      const victim = random.pick(servers)
      await victim.kill()
      killed += 1
      // Its successor counts two minutes more: leases that the dead one held are over for it, and so are some of the living.
      await sql`update system_clock set auth_offset_ms = auth_offset_ms + 120000`.execute(db)
      await victim.start()
    }
    await Promise.all(servers.map((server) => server.end()))

    expect(await waiting()).toBe(0)
    expect(await unfinishedWork(db)).toEqual([])
    expect(await brokenInvariants(db)).toEqual([])
    const charged = stripe.intents().slice(before)
    expect(charged.every(({ status }) => status === 'succeeded')).toBe(true)
    expect(charged).toHaveLength(orders)
    expect(new Set(charged.map(({ metadata }) => (metadata as { orderId: string }).orderId)).size).toBe(orders)
    const numbers = await sql<{ numbers: number; highest: number }>`
      select count(distinct number)::int as numbers, max(number) as highest from plan_invoice where site_id = ${first.siteId}`.execute(db)
    expect(numbers.rows[0]).toEqual({ numbers: 2 * orders, highest: 2 * orders })
    const books = await sql<{ currency: string; earned: string }>`
      select currency, sum(amount) as earned from ledger_entry where site_id = ${first.siteId} and from_account = 'earned' group by 1`.execute(db)
    expect(books.rows).toEqual([{ currency: 'USD', earned: `${80 * orders}.00` }])
    const emails = await sql<{ n: number }>`select count(*)::int as n from email where site_id = ${first.siteId} and template = 'payment-receipt'`.execute(db)
    expect(emails.rows[0]?.n).toBe(orders + 1)
    expect(killed).toBeGreaterThan(0)
  },
  (4 + orders / 100) * minute,
)
