import { startPostgres } from '../tools/postgres.ts'
const pg = await startPostgres()
process.env.TEST_DATABASE_URL = pg.url
const { makeWorld } = await import('../test/world.ts')
const world = await makeWorld()
const site = await world.site()
const N = 300_000
const plans: string[] = []
for (let at = 0; at < 3; at++) plans.push((await world.ok('POST', '/v2/plans', { as: site, body: { plan: { name: `Plan ${at}`, pricing: { subscription: { cycleDuration: { count: 1, unit: 'MONTH' }, cycleCount: 0 }, price: { value: '49' } } } } })).plan.id)
const { order } = await world.ok('POST', '/v2/checkout/orders/offline', { as: site, body: { planId: plans[0], memberId: site.ownerMemberId, paid: true } })
const q = `insert into order_worth (site_id, order_id, from_at, to_at, member_id, plan_id, currency, per_month)
 select '${site.metaSiteId}', '${order.id}', now() - n * interval '1 minute', case when n % 3 = 0 then now() - (n / 2) * interval '1 minute' end, md5('m' || n)::uuid, (array['${plans.join("'::uuid,'")}'::uuid])[1 + n % 3], 'USD', 4900 from generate_series(1, ${N}) n`
let t = performance.now()
await world.open.script(q); await world.open.script('vacuum analyze order_worth')
console.log('filled', performance.now() - t)
for (let i = 0; i < 2; i++) { t = performance.now(); const r = await world.ok('GET', '/api/insights/recurring', { as: site }); console.log(performance.now() - t, JSON.stringify(r).slice(0, 200)) }
await world.close(); await pg.stop()
