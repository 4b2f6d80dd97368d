/** How many orders the engine renews in a second: charge, ledger, events, emails and all jobs that follow, on both databases. */
import { Temporal } from 'temporal-polyfill'
import type { TestServer } from '../../test/test-server.ts'
import { forEachConcurrent } from '#kit/pure/concurrent.ts'
import type { Sql } from './scenarios.ts'
import type { Report } from './start.ts'

const ORDERS = 150
/** As many at once as the engine takes on a server. */
const CONCURRENCY = 4

/** Orders of one member, bought by card today. */
async function buy(testServer: TestServer): Promise<void> {
  const site = await testServer.createSite()
  const { plan } = await testServer.ok('POST', '/v2/plans', {
    as: site,
    body: { plan: { name: 'Pass', pricing: { subscription: { cycleDuration: { count: 1, unit: 'MONTH' }, cycleCount: 0 }, price: { value: '40' } } } },
  })
  const { token } = await testServer.registerMember(site)
  for (let at = 0; at < ORDERS; at++) {
    const { order } = await testServer.ok('POST', '/v2/checkout/orders/online', { token, body: { planId: plan.id } })
    await testServer.ok('POST', '/_test/payments/pay', { body: { metaSiteId: site.metaSiteId, orderId: order.id, card: '4242424242424242' } })
  }
  await testServer.runner.drain()
}

/** The least that must be on record for a renewal: the order moved, an invoice, a charge, two moves of money, events and what follows from them. */
async function bareRenewals(sql: Sql): Promise<number> {
  // Other measurements on the same server have tables of these names.
  await sql.script(`
    drop table if exists bare_order, bare_invoice, bare_charge, bare_move, bare_event cascade;
    create table bare_order (id int primary key, cycle int not null, due_at timestamptz not null);
    create table bare_invoice (id uuid primary key, order_id int, cycle int, amount numeric, state text, unique (order_id, cycle));
    create table bare_charge (id uuid primary key, invoice_id uuid, state text);
    create table bare_move (id uuid primary key, invoice_id uuid, account text, amount numeric);
    create table bare_event (id uuid primary key, kind text, payload jsonb);
    insert into bare_order select n, 1, now() from generate_series(1, ${ORDERS}) n;
    create function bare_renew(which int) returns void language plpgsql as $$ declare invoice uuid := gen_random_uuid(); begin
      update bare_order set cycle = cycle + 1, due_at = due_at + interval '1 month' where id = which;
      insert into bare_invoice values (invoice, which, 2, 40, 'PAID');
      insert into bare_charge values (gen_random_uuid(), invoice, 'SUCCEEDED');
      insert into bare_move values (gen_random_uuid(), invoice, 'card', -40), (gen_random_uuid(), invoice, 'earned', 40);
      insert into bare_event select gen_random_uuid(), kind, jsonb_build_object('order', which) from unnest(array['cycle', 'updated', 'email', 'webhook']) kind; end $$`)
  const begun = performance.now()
  await forEachConcurrent(
    Array.from({ length: ORDERS }, (_, at) => at + 1),
    CONCURRENCY,
    (id) => sql.rows('renew', 'select bare_renew($1)', [id]),
  )
  return ORDERS / ((performance.now() - begun) / 1000)
}

export async function measureRenewals(testServer: TestServer, sql: Sql, title: string, report: Report): Promise<void> {
  await buy(testServer)
  const rates: number[] = []
  for (let month = 1; month <= 3; month++) {
    testServer.clocks.business = { frozenAt: Temporal.Now.instant().add({ hours: 24 * 31 * month }) }
    const begun = performance.now()
    await testServer.runner.runSchedules()
    await testServer.runner.drain()
    rates.push(ORDERS / ((performance.now() - begun) / 1000))
    const { n } = await testServer.open.db
      .selectFrom('planInvoice')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('state', '=', 'PAID')
      .executeTakeFirstOrThrow()
    if (n !== ORDERS * (month + 1)) throw new Error(`${n} invoices are paid and not ${ORDERS * (month + 1)}`)
  }
  const ours = rates.toSorted((a, b) => a - b)[1] as number
  const bare = await bareRenewals(sql)
  report(
    title,
    `${ours.toFixed(0)}/s`,
    undefined,
    `${ORDERS} orders in the same minute, three months; ${(ours / bare).toFixed(2)} of ${bare.toFixed(0)}/s, the records alone by one function`,
  )
}
