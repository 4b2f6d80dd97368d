/** What the owner's Money screens read, through HTTP: one small life of a site with a paid, a declined, a refunded, a disputed and a cash payment. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestSite, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let site: TestSite
let other: TestSite
const orders: Record<'paid' | 'declined' | 'refunded' | 'disputed' | 'cash', { id: string; memberId: string; token: string }> = {} as never
let start = ''
const read = (path: string, query: Record<string, string | number> | string = {}) => server.ok('GET', `/api/money/${path}`, { as: site, query })
const hook = (path: string, body: object) => server.ok('POST', path, { body: { metaSiteId: site.metaSiteId, ...body } })
const getInvoices = async (id: string) => (await server.ok('GET', `/api/plan-orders/${id}/invoices`, { as: site })).invoices

beforeAll(async () => {
  server = await startTestServer()
  ;[site, other] = [await server.createSite({ currency: 'EUR', timeZone: 'Europe/Berlin' }), await server.createSite()]
  server.freezeClock('2030-03-10T09:00:00Z')
  start = '2030-03-10T09:00:00.000Z'
  await server.ok('PATCH', '/api/money/terms', { as: site, body: { tax: { name: 'VAT', rate: '25', includedInPrice: false } } })
  const pricing = { subscription: { cycleDuration: { count: 1, unit: 'MONTH' }, cycleCount: 0 }, price: { value: '40' } }
  const planId = (await server.ok('POST', '/v2/plans', { as: site, body: { plan: { name: 'Pass', pricing } } })).plan.id
  const cards = { paid: '4242424242424242', declined: '4000000000000341', refunded: '5555555555554444', disputed: '4000000000000259' }
  for (const [name, card] of Object.entries(cards) as [keyof typeof cards, string][]) {
    const member = await server.registerMember(site)
    const { order } = await server.ok('POST', '/v2/checkout/orders/online', { token: member.token, body: { planId } })
    await hook('/_test/payments/pay', { orderId: order.id, card })
    orders[name] = { ...member, id: order.id }
  }
  const cash = await server.registerMember(site)
  const { order } = await server.ok('POST', '/v2/checkout/orders/offline', { as: site, body: { planId, memberId: cash.memberId, paid: true } })
  orders.cash = { ...cash, id: order.id }
  await server.advanceClock('PT2M')
  const [first] = await getInvoices(orders.refunded.id)
  await server.ok('POST', `/api/plan-orders/${orders.refunded.id}/refunds`, { as: site, body: { invoiceId: first.id, amount: '10.00' } })
  await server.advanceClock('P1M')
})
afterAll(() => server.close())

test('payments are found by state, provider, person and time', async () => {
  const all = await read('payments')
  // Five first payments and five renewals; that of the disputed order is not charged, that of the cash order waits for cash.
  expect(all.total).toBe(10)
  expect(all.payments.map((one: { dueDate: string }) => one.dueDate)).toEqual(
    all.payments
      .map((one: { dueDate: string }) => one.dueDate)
      .toSorted()
      .toReversed(),
  )
  const count = async (query: Record<string, string> | string) => (await read('payments', query)).total
  expect({
    retrying: await count({ states: 'RETRYING' }),
    'paid or part refunded': await count('states=PAID&states=PARTIALLY_REFUNDED'),
    cash: await count({ providers: 'manual' }),
    card: await count({ providers: server.provider }),
    person: await count({ buyerId: orders.paid.memberId }),
    open: await count({ states: 'OPEN' }),
    'first month': await count({ from: start, to: '2030-04-01T00:00:00Z' }),
    buyerWithoutPayments: await count({ buyerId: site.ownerMemberId }),
  }).toEqual({ retrying: 1, 'paid or part refunded': 7, cash: 1, card: 7, person: 2, open: 2, 'first month': 5, buyerWithoutPayments: 0 })
  const { payments: declined } = await read('payments', { states: 'RETRYING' })
  expect(declined).toMatchObject([
    {
      orderId: orders.declined.id,
      kind: 'ORDER',
      title: 'Pass',
      amount: '50.00',
      tries: 1,
      reason: 'Your bank said no.',
      provider: server.provider,
      card: { last4: '0341' },
    },
  ])
  const { payments: disputed } = await read('payments', { buyerId: orders.disputed.memberId, states: 'PAID' })
  const tax = { name: 'VAT', rate: '25.00', amount: '10.00' }
  expect(disputed).toMatchObject([{ dispute: 'OPEN', number: expect.any(Number), card: { brand: 'Visa', last4: '0259' }, amount: '50.00', tax }])
  const second = await read('payments', { limit: 4, offset: 4 })
  expect([second.payments.length, second.total]).toEqual([4, 10])
})

test('one payment is found by its id, whether it came in or is awaited, and one refund by its own', async () => {
  const { payments } = await read('payments')
  for (const state of ['PAID', 'RETRYING', 'OPEN']) {
    const one = payments.find((payment: { state: string }) => payment.state === state)
    expect(await read('payments', { id: one.id })).toEqual({ payments: [one], total: 1 })
  }
  const { refunds } = await read('refunds')
  expect(await read('refunds', { id: refunds[0].id })).toEqual({ refunds: [refunds[0]], total: 1 })
  expect((await read('payments', { id: refunds[0].id })).total).toBe(0)
  expect((await server.ok('GET', '/api/money/payments', { as: other, query: { id: payments[0].id } })).total).toBe(0)
})

test('a buyer sees what they paid and owe, and nothing of anyone else', async () => {
  const readOwn = (token: string, query: Record<string, number> = {}) => server.ok('GET', '/api/my/payments', { token, query })
  const paid = await readOwn(orders.paid.token)
  expect(paid.total).toBe(2)
  expect(paid.payments).toMatchObject([
    { orderId: orders.paid.id, title: 'Pass', state: 'PAID', amount: '50.00', currency: 'EUR', refunded: '0.00', refunding: '0.00', card: { last4: '4242' } },
    { orderId: orders.paid.id, state: 'PAID', number: expect.any(Number), tax: { name: 'VAT', amount: '10.00' } },
  ])
  for (const hidden of ['memberId', 'buyerName', 'provider', 'tries', 'cycleIndex', 'dispute']) expect(paid.payments[0]).not.toHaveProperty(hidden)
  expect((await readOwn(orders.declined.token)).payments[0]).toMatchObject({ state: 'RETRYING', reason: 'Your bank said no.' })
  expect((await readOwn(orders.refunded.token)).payments[1]).toMatchObject({ state: 'PARTIALLY_REFUNDED', refunded: '10.00' })
  expect((await readOwn(orders.cash.token)).payments).toMatchObject([{ state: 'OPEN' }, { state: 'PAID' }])
  expect(await readOwn(orders.paid.token, { limit: 1, offset: 1 })).toMatchObject({ total: 2, payments: [{ id: paid.payments[1].id }] })
  const refused = [
    await server.call('GET', '/api/my/payments', { token: await server.visitorToken(site) }),
    await server.call('GET', '/api/my/payments', { as: site }),
    await server.call('GET', '/api/my/payments', { token: orders.paid.token, query: { limit: 101 } }),
  ]
  expect(refused.map(({ status }) => status)).toEqual([403, 403, 400])
})

test('the totals of a period say what came in and what went back', async () => {
  const readTotals = async (from: string, to: string) => (await read('totals', { from, to })).totals
  // Four first payments by card and the paid cash; of the declined order only the first cycle came in.
  expect(await readTotals(start, '2030-04-01T00:00:00Z')).toEqual([{ currency: 'EUR', received: '250.00', payments: 5, refunded: '10.00', refunds: 1 }])
  expect(await readTotals('2030-04-01T00:00:00Z', '2030-05-01T00:00:00Z')).toMatchObject([{ currency: 'EUR', refunded: '0.00', refunds: 0 }])
  expect(await readTotals('2029-01-01T00:00:00Z', '2029-02-01T00:00:00Z')).toEqual([])
  // Half open: what was paid in the first instant of a period is in it, and not in the one before.
  expect(await readTotals('2030-03-01T00:00:00Z', start)).toEqual([])
  const refused: Record<string, string>[] = [
    { from: start },
    { from: '2030-03-02T00:00:00Z', to: '2030-03-01T00:00:00Z' },
    { from: '2028-01-01T00:00:00Z', to: '2030-03-01T00:00:00Z' },
    { from: 'yesterday', to: start },
  ]
  for (const query of refused) expect((await server.call('GET', '/api/money/totals', { as: site, query })).status).toBe(400)
  const { from, to } = { from: start, to: '2030-04-01T00:00:00Z' }
  expect(await server.ok('GET', '/api/money/totals', { as: other, query: { from, to } })).toEqual({ totals: [] })
})

test('refunds and disputes name their payment', async () => {
  expect(await read('refunds')).toMatchObject({
    total: 1,
    refunds: [{ orderId: orders.refunded.id, amount: '10.00', currency: 'EUR', reason: 'OWNER', state: 'SUCCEEDED', number: 1, receiptNumber: 3 }],
  })
  expect((await read('refunds', { states: 'FAILED' })).total).toBe(0)
  expect(await read('disputes')).toMatchObject({ total: 1, disputes: [{ orderId: orders.disputed.id, amount: '50.00', state: 'OPEN', onHold: true }] })
  expect((await read('disputes', { states: 'WON' })).total).toBe(0)
})

test('the queue of retries says what is tried when and why', async () => {
  const { retries, total } = await read('retries')
  expect(total).toBe(1)
  expect(retries).toMatchObject([
    {
      orderId: orders.declined.id,
      amount: '50.00',
      tries: 1,
      waitsFor: 'RETRY',
      reason: 'Your bank said no.',
      dueDate: '2030-04-10T08:00:00.000Z',
      nextDate: '2030-04-11T08:00:00.000Z',
      graceEndDate: '2030-04-17T08:00:00.000Z',
    },
  ])
  await server.ok('POST', `/v2/orders/${orders.declined.id}/pause`, { as: site, body: {} })
  expect((await read('retries')).retries).toMatchObject([{ waitsFor: 'PAUSED' }])
  await server.ok('POST', `/v2/orders/${orders.declined.id}/resume`, { as: site, body: {} })
})

test('every column of the balances sums to zero, and each balance is the sum of its entries', async () => {
  const cents = (text: string) => BigInt(text.replace('.', ''))
  const periods: Record<string, string>[] = [{}, { from: start, to: '2030-04-01T00:00:00Z' }, { from: '2030-04-01T00:00:00Z' }]
  for (const query of periods) {
    const { accounts } = await read('balances', query)
    const column = (name: string) => accounts.reduce((sum: bigint, row: Record<string, string>) => sum + cents(row[name] ?? ''), 0n)
    expect([column('opening'), column('closing'), column('in') - column('out')], JSON.stringify(query)).toEqual([0n, 0n, 0n])
    for (const row of accounts) {
      expect(cents(row.opening) + cents(row.in) - cents(row.out)).toBe(cents(row.closing))
      const { moves, total } = await read('moves', { account: row.account, limit: 100, ...query })
      expect(moves.length).toBe(total)
      const traced = moves.reduce((sum: bigint, move: { to: string; amount: string }) => sum + (move.to === row.account ? 1n : -1n) * cents(move.amount), 0n)
      expect(traced, row.account).toBe(cents(row.in) - cents(row.out))
    }
  }
  const { accounts } = await read('balances')
  expect(accounts.find(({ account }: { account: string }) => account === 'cash:manual')).toMatchObject({ closing: '50.00' })
  const cash = `cash:${server.provider}`
  const { moves } = await read('moves', { orderId: orders.refunded.id })
  expect(moves.map((move: { from: string; to: string; amount: string }) => `${move.from} → ${move.to} ${move.amount}`).toSorted()).toEqual([
    `${cash} → earned 8.00`,
    `${cash} → tax 2.00`,
    `earned → ${cash} 40.00`,
    `earned → ${cash} 40.00`,
    `tax → ${cash} 10.00`,
    `tax → ${cash} 10.00`,
  ])
})

test('documents are numbered without a gap', async () => {
  const receipts = await read('documents')
  expect(receipts).toMatchObject({ last: 7, missing: 0, total: 7 })
  expect(receipts.documents.map(({ number }: { number: number }) => number)).toEqual([7, 6, 5, 4, 3, 2, 1])
  expect(await read('documents', { kind: 'CREDIT_NOTE' })).toMatchObject({
    last: 1,
    missing: 0,
    documents: [{ number: 1, amount: '10.00', orderId: orders.refunded.id }],
  })
  expect((await read('documents', { buyerId: orders.cash.memberId })).total).toBe(1)
  expect(receipts.documents[0].tax).toEqual({ name: 'VAT', rate: '25.00', amount: '10.00' })
})

test('tax is totalled by month and kind, refunds taken off', async () => {
  const tax = { name: 'VAT', rate: '25.00', includedInPrice: false }
  expect((await read('tax')).months).toEqual([
    { month: '2030-04', currency: 'EUR', tax, net: '80.00', taxAmount: '20.00', gross: '100.00' },
    { month: '2030-03', currency: 'EUR', tax, net: '192.00', taxAmount: '48.00', gross: '240.00' },
  ])
})

describe('selling terms', () => {
  test('what is absent stays; no tax is null; a bad tax is refused with all its faults', async () => {
    /** What no tax form touches. */
    const rest = { enabled: true, onPlanEnd: 'keep', refundOnCancel: 'none', minRecurringCycleDays: 7, minSinglePaymentDays: 1 }
    const terms = () => read('terms')
    await server.ok('PATCH', '/api/money/terms', { as: other, body: { payAtDesk: true, catchUp: 'all' } })
    expect(await server.ok('GET', '/api/money/terms', { as: other })).toEqual({
      ...rest,
      payAtDesk: true,
      redeemAtDesk: false,
      catchUp: 'all',
      hasBusinessAddress: false,
    })
    expect(await terms()).toEqual({
      ...rest,
      tax: { name: 'VAT', rate: '25', includedInPrice: false, byBusinessAddress: false },
      payAtDesk: false,
      redeemAtDesk: false,
      catchUp: 'current-only',
      hasBusinessAddress: false,
    })
    const bad = await server.call('PATCH', '/api/money/terms', { as: site, body: { tax: { name: ' ', rate: '101', includedInPrice: true } } })
    expect(bad.status).toBe(400)
    expect(bad.body.details.validationError.fieldViolations.map(({ field }: { field: string }) => field)).toEqual(['tax.name', 'tax.rate'])
    await server.ok('PATCH', '/api/money/terms', { as: site, body: { tax: null } })
    expect((await terms()).tax).toBeUndefined()
  })
})

describe('who may read, and what may be asked', () => {
  const paths = ['payments', 'refunds', 'disputes', 'retries', 'balances', 'moves', 'documents', 'tax', 'terms']
  test.each(paths)('%s: the owner only', async (path) => {
    const call = (options: object) => server.call('GET', `/api/money/${path}`, options)
    expect((await call({})).status).toBe(401)
    expect((await call({ token: orders.paid.token })).status).toBe(403)
    const foreign = await call({ as: other })
    expect([foreign.status, foreign.text.includes(orders.paid.id)]).toEqual([200, false])
  })
  test.each([
    ['payments', 'states=PAYED'],
    ['payments', 'limit=101'],
    ['payments', 'offset=-1'],
    ['payments', 'buyerId=me'],
    ['payments', 'from=yesterday'],
    ['refunds', 'states=PAID'],
    ['disputes', 'states=NEW'],
    ['balances', 'from=2030-04-02T00:00:00Z&to=2030-04-01T00:00:00Z'],
    ['moves', 'orderId=1'],
    ['documents', 'kind=BILL'],
  ])('%s?%s is refused', async (path, query) => {
    expect((await server.call('GET', `/api/money/${path}`, { as: site, query })).status).toBe(400)
  })
})
