/** Payments that were under way when the update came: attempts of orders, bookings, visits and fees go on in one table. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '#kit/db/migrate.ts'
import { migrations } from '#kit/db/migrations/index.ts'
import type { OpenDatabase } from '#kit/db/open.ts'
import { emptyDatabase } from '../test-databases.ts'
import { loadData } from './stored-data.ts'

const first = migrations.findIndex(({ name }) => name === '0022-attempts-of-payables')
let open: OpenDatabase
const ids: Record<string, string> = {}

interface AttemptFound {
  kind: string
  payableId: string
  mode: string
  state: string
  amount: string
  isAskedAbout: boolean
  isOnPage: boolean
}
const findAttempt = async (id: string | undefined): Promise<AttemptFound | undefined> =>
  (
    await sql<AttemptFound>`select kind, payable_id, mode, state, amount::numeric::text as amount, check_at is not null as is_asked_about, page_url is not null as is_on_page
      from payment_attempt where id = ${id}`.execute(open.db)
  ).rows[0]

const one = async (query: ReturnType<typeof sql<{ id: string }>>): Promise<string> => (await query.execute(open.db)).rows[0]?.id ?? ''

/** A charge as it was kept before: one row per booking. */
async function insertCharge(
  name: string,
  bookings: readonly string[],
  of: { kind?: string; status: string; provider?: string; ref?: string; page?: string; decline?: string },
) {
  const id = (ids[name] = await one(sql<{ id: string }>`select gen_random_uuid() as id`))
  for (const booking of bookings)
    await sql`insert into booking_payment (site_id, id, charge_id, booking_id, amount, currency, kind, status, provider, provider_ref, pay_url, decline_code, created_at)
      select site_id, gen_random_uuid(), ${id}, id, '20.00', 'EUR', ${of.kind ?? 'ONLINE'}, ${of.status}, ${of.provider ?? 'sandbox'}, ${of.ref ?? null}, ${of.page ?? null},
      ${of.decline ?? null}, created_at from booking where id = ${booking}`.execute(open.db)
}

beforeAll(async () => {
  open = await emptyDatabase()
  await loadData(open, 'baseline')
  await migrate(open, migrations.slice(0, first))
  // Nothing of the baseline stands in the way of what is put here.
  await sql`delete from booking_payment where status = 'STARTED'`.execute(open.db)
  const { rows } = await sql<{ id: string }>`
    select id from booking where site_id = (select site_id from booking group by 1 order by count(*) desc limit 1) and multi_service_booking is null order by id limit 6`.execute(
    open.db,
  )
  const [a = '', b = '', c = '', d = '', e = '', f = ''] = rows.map(({ id }) => id)
  Object.assign(ids, { a, b, c, d, e, f })
  await insertCharge('page', [a], { status: 'STARTED', provider: 'stripe', ref: 'cs_1', page: 'https://pay.example/1' })
  await insertCharge('sending', [b], { status: 'STARTED' })
  await insertCharge('visit', [c, d], { status: 'STARTED', ref: 'sandbox:1:x' })
  await insertCharge('fee', [e], { kind: 'FEE', status: 'STARTED' })
  await insertCharge('declined', [f], { status: 'FAILED', decline: 'lost_card' })
  await insertCharge('closed', [f], { status: 'FAILED', decline: 'abandoned' })
  ids['renewal'] = await one(sql<{ id: string }>`select id from payment_attempt where mode = 'renew' limit 1`)
  ids['paid'] = await one(sql<{ id: string }>`select id from payment_attempt where mode <> 'renew' and state = 'SUCCEEDED' limit 1`)
  for (const name of ['renewal', 'paid'])
    ids[`order of ${name}`] = await one(sql<{ id: string }>`select order_id as id from payment_attempt where id = ${ids[name] ?? ''}`)
  await sql`update payment_attempt set state = 'UNKNOWN', check_at = at where id = ${ids['renewal']}`.execute(open.db)
  ids['job'] = await one(sql<{ id: string }>`
    insert into job (site_id, id, kind, key, data, due_at, state) select site_id, gen_random_uuid(), 'orders.charge', 'upgrade', '{}', now(), 'WAITING' from payment_attempt limit 1 returning id`)
  await migrate(open)
}, 300_000)
afterAll(() => open.close())

test.each([
  ['page', { kind: 'BOOKING', payable: 'a', mode: 'pay', state: 'REQUIRES_ACTION', amount: '20.00', isAskedAbout: true, isOnPage: true }],
  ['sending', { kind: 'BOOKING', payable: 'b', mode: 'pay', state: 'SENDING', amount: '20.00', isAskedAbout: true, isOnPage: false }],
  ['visit', { kind: 'VISIT', payable: 'visit', mode: 'pay', state: 'PROCESSING', amount: '40.00', isAskedAbout: true, isOnPage: false }],
  ['fee', { kind: 'BOOKING_FEE', payable: 'fee', mode: 'off-session', state: 'SENDING', amount: '20.00', isAskedAbout: true, isOnPage: false }],
  ['declined', { kind: 'BOOKING', payable: 'f', mode: 'pay', state: 'DECLINED', amount: '20.00', isAskedAbout: false, isOnPage: false }],
  ['closed', { kind: 'BOOKING', payable: 'f', mode: 'pay', state: 'EXPIRED', amount: '20.00', isAskedAbout: false, isOnPage: false }],
])('a charge of bookings: %s', async (name, { payable, ...expected }) => expect(await findAttempt(ids[name])).toEqual({ ...expected, payableId: ids[payable] }))

test('attempts of orders keep what they ask for, and what waits for an answer is asked about', async () => {
  expect(await findAttempt(ids['renewal'])).toMatchObject({
    kind: 'ORDER',
    payableId: ids['order of renewal'],
    mode: 'off-session',
    state: 'UNKNOWN',
    isAskedAbout: true,
  })
  expect(await findAttempt(ids['paid'])).toMatchObject({ kind: 'ORDER', payableId: ids['order of paid'], state: 'SUCCEEDED', isAskedAbout: false })
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from payment_attempt a join plan_invoice i on i.site_id = a.site_id and i.id = a.invoice_id where a.amount <> i.amount or a.member_id is null`.execute(
    open.db,
  )
  expect(rows).toEqual([{ n: 0 }])
  expect(await one(sql<{ id: string }>`select kind as id from job where id = ${ids['job'] ?? ''}`)).toBe('payments.charge')
})

test('of each booking one payment is open at most, whatever the code believes', async () => {
  const [share] = (
    await sql<{
      chargeId: string
      bookingId: string
      siteId: string
    }>`select p.charge_id, p.booking_id, p.site_id from booking_payment p where p.is_open limit 1`.execute(open.db)
  ).rows
  const { chargeId, bookingId, siteId } = share ?? { chargeId: '', bookingId: '', siteId: '' }
  const second = await one(sql<{ id: string }>`
    insert into payment_attempt (site_id, id, kind, payable_id, n, key, mode, provider, amount, currency, state, at)
    values (${siteId}, gen_random_uuid(), 'VISIT', gen_random_uuid(), 1, 'second', 'pay', 'sandbox', 20, 'EUR', 'SENDING', now()) returning id`)
  const insertShare = () =>
    sql`insert into booking_payment (site_id, id, charge_id, booking_id, amount, currency, kind, created_at)
      values (${siteId}, gen_random_uuid(), ${second}, ${bookingId}, '20.00', 'EUR', 'ONLINE', now())`.execute(open.db)
  await expect(insertShare()).rejects.toThrow('booking_payment_one_at_a_time')
  await sql`update payment_attempt set state = 'DECLINED' where id = ${chargeId}`.execute(open.db)
  await insertShare()
})
