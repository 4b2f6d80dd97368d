/** Lists of the dashboard as CSV: every row once, over many pages, with the filters of the list; only whole, and only for those who may read the list. */
import { parse } from 'csv-parse/sync'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { buildApp, type Server } from '../src/app.ts'
import { readConfig } from '../src/config.ts'
import { EXPORT_PAGE_ROWS } from '#kit/api/csv-reply.ts'
import { createBookingStudio, mia, type BookingStudio } from './factories/booking-studio.ts'
import { copyRows, insertBookings, insertMembers } from './factories/many-rows.ts'
import { createPlanOrders, monthly } from './factories/plan-orders.ts'
import { type CallOptions, startTestServer, type TestServer, type TestSite } from './test-server.ts'

/** Two whole pages and a part of one; several rows are of one moment, so that pages begin and end within moments. */
const COUNT = 2 * EXPORT_PAGE_ROWS + 250
let server: TestServer
let studio: BookingStudio
let site: TestSite
let other: TestSite
let instance: Server
let address: string
const bought: Record<'paid' | 'declined' | 'refunded' | 'disputed', { id: string; memberId: string }> = {} as never
const problems: string[] = []

beforeAll(async () => {
  server = await startTestServer()
  server.freezeClock('2030-03-10T09:00:00Z')
  studio = await createBookingStudio(server)
  site = studio.site
  other = await server.createSite()
  const config = { ...readConfig({ TEST_HOOKS: '1' }, process.cwd()), port: 0 }
  instance = await buildApp(server.open, config, server.clocks, (problem) => void problems.push(problem))
  address = await instance.app.listen({ port: 0, host: '127.0.0.1' })
  await fillBookings()
  await fillMoney()
  await insertMembers({ server, site, count: COUNT })
})
afterEach(() => {
  server.open.watch.onStatement = undefined
  problems.length = 0
})
afterAll(async () => {
  await instance.app.close()
  await server.close()
})

async function fillBookings(): Promise<void> {
  const service = await studio.service()
  const slot = studio.slotFor(service, '2030-12-01T10:00:00Z', '2030-12-01T11:00:00Z')
  const contactDetails = { ...mia, firstName: '=1+1', lastName: '' }
  const { booking } = (await studio.owner('/v2/bookings', { booking: { bookedEntity: { slot }, contactDetails, status: 'CONFIRMED' } })).body
  await insertBookings({ server, site, count: COUNT, copyOf: booking.id, firstStart: '2030-02-01T00:00:00Z' })
}
async function fillMoney(): Promise<void> {
  const orders = createPlanOrders(server, site)
  await server.ok('PATCH', '/api/money/terms', { as: site, body: { tax: { name: 'VAT', rate: '25', includedInPrice: false } } })
  const cards = { paid: '4242424242424242', declined: '4000000000000341', refunded: '5555555555554444', disputed: '4000000000000259' }
  for (const [name, card] of Object.entries(cards) as [keyof typeof cards, string][]) bought[name] = await orders.buy(monthly(), {}, card)
  await server.advanceClock('PT2M')
  const { invoices } = await server.ok('GET', `/api/plan-orders/${bought.refunded.id}/invoices`, { as: site })
  await server.ok('POST', `/api/plan-orders/${bought.refunded.id}/refunds`, { as: site, body: { invoiceId: invoices[0].id, amount: '10.00' } })
  await server.advanceClock('P1M')
  await copyMoney(invoices[0].id)
}
const byNumber = (letter: string) => sql`md5(${sql.lit(letter)} || nr)::uuid`
const moment = sql`timestamptz '2029-01-01' + (nr / 3) * interval '1 second'`
async function copyMoney(receiptId: string): Promise<void> {
  const place = { server, site, count: COUNT }
  const newOrder = { id: byNumber('o'), subscription_id: byNumber('s'), pay_order_id: sql`null`, checkout_key: sql`null`, created_at: moment }
  await copyRows(place, 'plan_order', { where: sql`id = ${bought.paid.id}`, changes: newOrder })
  const newReceipt = { id: byNumber('r'), number: sql`100000 + nr`, ref: sql`null`, due_at: moment, paid_at: moment }
  await copyRows(place, 'receipt', { where: sql`id = ${receiptId}`, changes: newReceipt })
  await copyRows(place, 'receipt_line', { where: sql`receipt_id = ${receiptId}`, changes: { receipt_id: byNumber('r') } })
  const newRefund = { id: byNumber('f'), receipt_id: byNumber('r'), number: sql`100000 + nr`, ref: sql`null`, created_at: moment }
  await copyRows(place, 'refund', { where: sql`receipt_id = ${receiptId}`, changes: newRefund })
  const newDispute = { id: byNumber('d'), receipt_id: byNumber('r'), ref: sql`'d' || nr`, opened_at: moment }
  await copyRows(place, 'dispute', { where: sql`true`, changes: newDispute })
  const declined = sql`order_id = ${bought.declined.id} and state = 'RETRYING'`
  await copyRows(place, 'plan_invoice', { where: declined, changes: { id: byNumber('i'), order_id: byNumber('o'), number: sql`null`, due_at: moment } })
  const entry = sql`id = (select id from ledger_entry where site_id = ${site.metaSiteId} and receipt_id = ${receiptId} order by at, id limit 1)`
  await copyRows(place, 'ledger_entry', { where: entry, changes: { id: byNumber('l'), key: sql`'k' || nr`, at: moment, receipt_id: byNumber('r') } })
}

interface List {
  path: string
  method?: 'POST'
  head: string
  /** In German. */
  kopf: string
  /** The column that names a row, and all its values. */
  key?: string
  keys?: (siteId: string) => RawBuilder<{ key: string }>
}
const person = 'Name,Email,For,What,Amount,Currency'
const personDe = 'Name,E-Mail,Für,Was,Betrag,Währung'
const lists = {
  bookings: {
    path: '/api/bookings/export',
    method: 'POST',
    head: 'Name,Email,Phone,Service,Start,End,Staff,People,Status,Payment,Price,Tax,Tax rate,Paid,Currency,Attendance,Booked on,Id',
    kopf: 'Name,E-Mail,Telefon,Angebot,Beginn,Ende,Team,Personen,Status,Zahlung,Preis,Steuer,Steuersatz,Bezahlt,Währung,Anwesenheit,Gebucht am,ID',
    key: 'Id',
    keys: (siteId) => sql`select id as key from booking where site_id = ${siteId}`,
  },
  members: {
    path: '/api/members/export-list',
    method: 'POST',
    head: 'First name,Last name,Email,Phone,Company,Display name,Status,Joined,Last sign-in,Id',
    kopf: 'Vorname,Nachname,E-Mail,Telefon,Firma,Anzeigename,Status,Beigetreten,Letzte Anmeldung,ID',
    key: 'Id',
    keys: (siteId) => sql`select id as key from member where site_id = ${siteId} and deleted_at is null and status <> 'OFFLINE'`,
  },
  subscriptions: {
    path: '/api/plan-orders/export',
    head: 'Name,Email,Plan,Price,Currency,Status,Payment,Start,End,Next payment,Sold,Bought on,Id',
    kopf: 'Name,E-Mail,Tarif,Preis,Währung,Status,Zahlung,Beginn,Ende,Nächste Zahlung,Verkauft,Gekauft am,ID',
    key: 'Id',
    keys: (siteId) => sql`select id as key from plan_order where site_id = ${siteId} and left_draft_at is not null`,
  },
  payments: {
    path: '/api/money/payments.csv',
    head: `No.,${person},Tax,Tax rate,Refunded,Status,Due,Paid,Method,Attempts,Dispute,Payment id,Order id,Booking id`,
    kopf: `Nr.,${personDe},Steuer,Steuersatz,Erstattet,Status,Fällig,Bezahlt,Zahlungsart,Versuche,Anfechtung,Zahlungs-ID,Bestell-ID,Buchungs-ID`,
    key: 'Payment id',
    keys: (siteId) => sql`select id as key from receipt where site_id = ${siteId}
      union select id from plan_invoice where site_id = ${siteId} and amount > 0 and state in ('OPEN', 'RETRYING', 'FAILED', 'VOID', 'SKIPPED')`,
  },
  refunds: {
    path: '/api/money/refunds.csv',
    head: `Credit note,Receipt,${person},Status,Reason,Method,Date,Order id,Booking id`,
    kopf: `Gutschrift,Beleg,${personDe},Status,Grund,Zahlungsart,Datum,Bestell-ID,Buchungs-ID`,
    key: 'Credit note',
    keys: (siteId) => sql`select number::text as key from refund where site_id = ${siteId}`,
  },
  disputes: {
    path: '/api/money/disputes.csv',
    head: `${person},Status,Opened,Closed,Order id,Booking id`,
    kopf: `${personDe},Status,Eröffnet,Abgeschlossen,Bestell-ID,Buchungs-ID`,
  },
  ledger: {
    path: '/api/money/moves.csv',
    head: 'Date,From,To,Amount,Currency,Description,Receipt,Order id,Booking id,Payment id,Refund id',
    kopf: 'Datum,Von,An,Betrag,Währung,Beschreibung,Beleg,Bestell-ID,Buchungs-ID,Zahlungs-ID,Erstattungs-ID',
  },
  receipts: {
    path: '/api/money/documents.csv',
    head: `No.,Date,${person},Tax,Tax rate,Status,Payment id,Order id,Booking id`,
    kopf: `Nr.,Datum,${personDe},Steuer,Steuersatz,Status,Zahlungs-ID,Bestell-ID,Buchungs-ID`,
    key: 'No.',
    keys: (siteId) => sql`select number::text as key from receipt where site_id = ${siteId} and number is not null`,
  },
  'credit notes': {
    path: '/api/money/documents.csv?kind=CREDIT_NOTE',
    head: `No.,Date,${person},Tax,Tax rate,Status,Payment id,Order id,Booking id`,
    kopf: `Nr.,Datum,${personDe},Steuer,Steuersatz,Status,Zahlungs-ID,Bestell-ID,Buchungs-ID`,
    key: 'No.',
    keys: (siteId) => sql`select number::text as key from refund where site_id = ${siteId} and number is not null`,
  },
  retries: {
    path: '/api/money/retries.csv',
    head: `${person},Due,Attempts,Why,Waits for,Next,Ends,Order id`,
    kopf: `${personDe},Fällig,Versuche,Grund,Wartet auf,Nächster Versuch,Endet,Bestell-ID`,
    key: 'Order id',
    keys: (siteId) => sql`select order_id as key from plan_invoice where site_id = ${siteId} and state = 'RETRYING'`,
  },
  balances: { path: '/api/money/balances.csv', head: 'Account,Currency,Opening,In,Out,Closing', kopf: 'Konto,Währung,Anfangsbestand,Zugang,Abgang,Endbestand' },
  tax: {
    path: '/api/money/tax.csv',
    head: 'Month,Tax,Rate,Included,Net,Tax amount,Gross,Currency',
    kopf: 'Monat,Steuer,Satz,Inbegriffen,Netto,Steuerbetrag,Brutto,Währung',
  },
} as const satisfies Record<string, List>
type Name = keyof typeof lists
const names = Object.keys(lists) as Name[]
const getList = (name: Name): List => lists[name]

const send = (name: Name, options: CallOptions, body: object = {}) => {
  const { method = 'GET', path } = getList(name)
  return server.call(method, path, { ...options, ...(method === 'POST' && { body }) })
}
type Row = Record<string, string>
const readRows = (text: string): Row[] => parse(text, { columns: true, bom: true, record_delimiter: '\r\n' })
async function takeHome(name: Name, options: CallOptions = { as: site }, body: object = {}): Promise<Row[]> {
  const reply = await send(name, options, body)
  expect([reply.status, reply.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
  return readRows(reply.text)
}

describe.each(names)('%s', (name) => {
  const { head, kopf, key, keys } = getList(name)
  test('come whole, every row once', async () => {
    const reply = await send(name, { as: site })
    expect(reply.text.slice(1).split('\r\n')[0]).toBe(head)
    const rows = readRows(reply.text)
    if (!key || !keys) return expect(rows.length).toBeGreaterThan(0)
    const stored = await keys(site.metaSiteId).execute(server.open.db)
    expect(rows.map((row) => row[key]).toSorted()).toEqual(stored.rows.map((row) => row.key).toSorted())
    expect(rows.length).toBeGreaterThan(COUNT)
  })
  test('of another site are not among them, and the head is in the language of the caller', async () => {
    const reply = await send(name, { as: other, headers: { 'accept-language': 'de-AT' } })
    expect(reply.text.slice(1).split('\r\n')[0]).toBe(kopf)
    const mine = await getList('members').keys?.(other.metaSiteId).execute(server.open.db)
    expect(readRows(reply.text)).toHaveLength(name === 'members' ? (mine?.rows.length ?? 0) : 0)
  })
  test('are refused to those who may not read the list', async () => {
    const helper = await server.inviteCollaborator(site, ['SITE.MEDIA_MANAGE'])
    expect((await send(name, helper)).status).toBe(403)
  })
})

test('the ledger comes whole, entry by entry, and adds up', async () => {
  const rows = await takeHome('ledger')
  const { rows: stored } = await sql<{ n: number; sum: string }>`
    select count(*)::int as n, sum(amount)::text as sum from ledger_entry where site_id = ${site.metaSiteId}`.execute(server.open.db)
  expect(rows).toHaveLength(stored[0]?.n ?? 0)
  expect(rows.reduce((sum, row) => sum + Number(row.Amount), 0)).toBeCloseTo(Number(stored[0]?.sum), 2)
})

describe('filters and order', () => {
  const session = async () => server.signInAsOwner(site)
  test('payments stand as in the list, and take its filters', async () => {
    const as = await session()
    const { payments } = await server.ok('GET', '/api/money/payments', { ...as, query: { limit: 100 } })
    const taken = readRows((await server.call('GET', '/api/money/payments.csv', as)).text)
    expect(taken.slice(0, 100).map((row) => row['Payment id'])).toEqual(payments.map(({ id }: { id: string }) => id))
    for (const query of [`states=RETRYING&buyerId=${bought.declined.memberId}`, `buyerId=${bought.paid.memberId}&from=2030-01-01T00:00:00Z`]) {
      const listed = await server.ok('GET', '/api/money/payments', { ...as, query })
      const rows = readRows((await server.call('GET', `/api/money/payments.csv?${query}`, as)).text)
      expect(rows.map((row) => row['Payment id'])).toEqual(listed.payments.map(({ id }: { id: string }) => id))
      expect(rows.length).toBeGreaterThan(0)
    }
  })
  test('bookings take filter and search, in the order in which they were booked', async () => {
    const as = await session()
    const rows = await takeHome('bookings', as, { filter: { status: 'CANCELED' } })
    expect(rows).toHaveLength(COUNT / 10)
    expect(new Set(rows.map(({ Status }) => Status))).toEqual(new Set(['CANCELED']))
    const [found] = await takeHome('bookings', as, { search: { expression: 'client77@people' } })
    expect(found).toMatchObject({ Name: 'Client 77', Email: 'client77@people.example', Start: '2030-02-04T05:00:00.000Z', Attendance: 'NOT_SET' })
    const wrong = await send('bookings', as, { filter: { nothing: 1 } })
    expect(wrong.status).toBe(400)
  })
  test('members take filter and search', async () => {
    const as = await session()
    const filter = { lastLoginDate: { $exists: true }, 'profile.nickname': { $startsWith: 'Zoë' } }
    expect(await takeHome('members', as, { filter })).toHaveLength(Math.floor(COUNT / 6))
    const rows = await takeHome('members', as, { search: { expression: 'm77@people', fields: ['loginEmail'] } })
    expect(rows.map(({ Email }) => Email)).toEqual(['m77@people.example'])
  })
  test('subscriptions take filters, and name what a period costs', async () => {
    const as = await session()
    const { text } = await server.call('GET', `/api/plan-orders/export?buyerIds=${bought.declined.memberId}&orderStatuses=ACTIVE`, as)
    expect(readRows(text)).toEqual([expect.objectContaining({ Id: bought.declined.id, Plan: 'Pass', Price: '50.00', Payment: 'FAILED' })])
    expect((await server.call('GET', '/api/plan-orders/export?orderStatuses=NONE', as)).status).toBe(400)
  })
  test('refunds of a person, entries of an order, tax of the months', async () => {
    const as = await session()
    const refund = readRows((await server.call('GET', `/api/money/refunds.csv?buyerId=${bought.refunded.memberId}&from=2030-01-01T00:00:00Z`, as)).text)
    expect(refund).toEqual([expect.objectContaining({ Amount: '10.00', For: 'Plan', What: 'Pass', 'Order id': bought.refunded.id })])
    const entries = readRows((await server.call('GET', `/api/money/moves.csv?orderId=${bought.paid.id}`, as)).text)
    const { moves } = await server.ok('GET', '/api/money/moves', { ...as, query: { orderId: bought.paid.id } })
    expect(entries.map((row) => [row.Date, row.From, row.To, row.Amount])).toEqual(moves.map((move: Row) => [move.at, move.from, move.to, move.amount]))
    const months = await takeHome('tax', as)
    const totals = await server.ok('GET', '/api/money/tax', as)
    expect(months.map((row) => [row.Month, row['Tax amount'], row.Gross])).toEqual(
      totals.months.map((month: Row) => [month.month, month.taxAmount, month.gross]),
    )
  })
})

test('what a spreadsheet would run is kept as text', async () => {
  const rows = await takeHome('bookings', await server.signInAsOwner(site), { search: { expression: mia.email } })
  expect(rows.map(({ Name }) => Name)).toContain("'=1+1")
})
test('those who may read money but no members get no names or addresses of members', async () => {
  const accountant = await server.inviteCollaborator(site, ['PRICING_PLANS.READ_ORDERS'])
  for (const name of ['subscriptions', 'retries'] as const)
    expect(new Set((await takeHome(name, accountant)).flatMap(({ Name, Email }) => [Name, Email]))).toEqual(new Set(['']))
})
test('a booking that is moved while the file is written comes once', async () => {
  let moved: Promise<unknown> | undefined
  let reads = 0
  server.open.watch.onStatement = (text) => {
    if (!/from "?booking"?.+order by/s.test(text) || ++reads !== 2) return
    moved = sql`update booking set start_at = add_hours(start_at, 21600), end_at = add_hours(end_at, 21600) where site_id = ${site.metaSiteId}`.execute(
      server.open.db,
    )
  }
  const rows = await takeHome('bookings', await server.signInAsOwner(site))
  await moved
  expect(reads).toBeGreaterThan(2)
  expect(new Set(rows.map(({ Id }) => Id)).size).toBe(COUNT + 1)
  expect(rows).toHaveLength(COUNT + 1)
})
test('a database that fails in the middle leaves no short file', async () => {
  let reads = 0
  let renamed: Promise<unknown> | undefined
  server.open.watch.onStatement = (text) => {
    if (/from "receipt".+"refund".+order by/s.test(text) && ++reads === 2) renamed = sql`alter table refund rename to refund_away`.execute(server.open.db)
  }
  const { headers } = await server.signInAsOwner(site)
  const reply = await fetch(`${address}/api/money/refunds.csv`, { headers: headers as Record<string, string> })
  expect(reply.status).toBe(200)
  await expect(reply.text()).rejects.toThrow('terminated')
  await renamed
  await sql`alter table refund_away rename to refund`.execute(server.open.db)
  await expect.poll(() => problems).toEqual([expect.stringMatching('GET /api/money/refunds.csv broke off$')])
})
test('one caller takes at most sixty lists a minute', async () => {
  const own = await server.createSite()
  const statuses: number[] = []
  for (let n = 0; n < 61; n++) statuses.push((await server.call('GET', '/api/money/tax.csv', { as: own })).status)
  expect(statuses.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 200))
  expect(statuses[60]).toBe(429)
})
