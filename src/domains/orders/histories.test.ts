/**
 * Random histories of orders: clock, payments, owner and member actions in any order, compared after every step with a
 * model that knows nothing of the engine (test/order-model.ts): status, dates, invoices and the ledger of each order, and at
 * the end the ledger of the whole site. A batch of histories shares one site, one zone and one clock, so that the walk of time is
 * paid once for all of them. ORDER_HISTORIES sets how many histories are run (a few by default).
 */
import { findTestProvider } from '../../../test/payment-provider.ts'
import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import type { PaymentProvider } from '#kit/payments/provider.ts'
import { afterAll, expect, test } from 'vitest'
import { createBatch, OrderHistory, newMember, seenOn } from '../../../test/order-histories.ts'
import { expectedCost, formatMinor, type OrderAction, type OrderLifecycle, type OrderSettings } from '../../../test/order-model.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { endDate } from './rules/cycles.ts'
import { monthlyRevenuePeriods } from './rules/insights.ts'
import { toSchedule } from './rules/order.ts'
import { toOrder } from './store/orders.ts'
import { dueSchedules } from './schedules.ts'

const histories = Number(process.env.ORDER_HISTORIES ?? 12)
/** As many as one page of the owner's list shows. */
const perBatch = Math.min(histories, 50)
const seed = process.env.ORDER_HISTORIES_SEED ? Number(process.env.ORDER_HISTORIES_SEED) : undefined
/** What is over is not looked at again, but it lies in the tables: a new server now and then keeps every batch as quick as the first. */
const batchesPerWorld = 2
let server: TestServer | undefined
let batches = 0
afterAll(() => server?.close())
async function startBatchServer(): Promise<TestServer> {
  if (batches++ % batchesPerWorld === 0) {
    await server?.close()
    server = undefined
  }
  return (server ??= await startTestServer())
}

/** Everything that follows from what was done. Emails are written and not sent: their words are the matter of other tests. */
async function settleAll(testServer: TestServer): Promise<void> {
  await testServer.open.db.deleteFrom('job').where('kind', '=', 'email').execute()
  await testServer.runner.drain()
}

/** Lets time pass from one instant at which an order is due to the next, and everything that follows happen there. */
async function advanceTo(testServer: TestServer, to: Temporal.Instant): Promise<void> {
  const { db } = testServer.open
  for (;;) {
    const now = testServer.clocks.now()
    await testServer.runner.runSchedules(dueSchedules)
    await settleAll(testServer)
    const { next } = await db
      .selectFrom('planOrder')
      .select((eb) => eb.fn.min('nextDueAt').as('next'))
      .where('nextDueAt', '>', now)
      .executeTakeFirstOrThrow()
    if (now.equals(to)) return
    testServer.freezeClock((next instanceof Temporal.Instant && Temporal.Instant.compare(next, to) < 0 ? next : to).toString())
  }
}

/** What may be charged differs by provider: three digits end in 0 there, tax that is added would break them; and nothing is too small. */
function toChargeable({ place, histories: all }: { place: OrderSettings; histories: OrderLifecycle[] }, provider: PaymentProvider) {
  const isTaken = (minor: bigint | number, { currency, digits } = place) =>
    provider.findAmountProblem({ amount: formatMinor(minor, digits), currency }) === undefined
  const endsInZero = place.digits === 3 && !isTaken(10_001)
  const settings = { ...place, ...(endsInZero && place.tax && { tax: { ...place.tax, included: true } }) }
  const adapt = (one: OrderLifecycle): OrderLifecycle => {
    const whole = (minor: number) => (endsInZero ? minor * 10 : minor)
    let price = whole(one.price)
    while (!isTaken(price)) price *= 2
    const history = { ...one, price, fee: whole(one.fee) }
    const cycles = Array.from({ length: 5 }, (_, at) => at + 1)
    return cycles.every((cycle) => isTaken(expectedCost(history, settings, cycle).total)) ? history : { ...history, coupon: undefined }
  }
  return { place: settings, histories: all.map(adapt) }
}

async function runHistories(sampled: { place: OrderSettings; waits: { days: number; hours: number }[]; histories: OrderLifecycle[] }): Promise<void> {
  const testServer = await startBatchServer()
  const provider = await findTestProvider(testServer.provider)
  if (!provider) throw new Error(`there is no provider ${testServer.provider}`)
  const of = { ...sampled, ...toChargeable(sampled, provider) }
  const { place } = of
  const site = await testServer.createSite({ timeZone: place.zone, currency: place.currency })
  const tax = place.tax && { name: 'Tax', rate: formatMinor(place.tax.rate, 2), includedInPrice: place.tax.included }
  await testServer.ok('POST', '/_test/settings', { body: { metaSiteId: site.metaSiteId, tax: tax ?? null } })
  testServer.freezeClock(Temporal.PlainDateTime.from(place.start).toZonedDateTime(place.zone).toInstant().toString())
  const buyer = await newMember(testServer, site, 'buyer@people.example')
  const all: OrderHistory[] = []
  for (const [at, one] of of.histories.entries()) all.push(await OrderHistory.begin(testServer, site, place, one, `PaymentHistory${at}`, buyer))

  const compare = async (step: string, acts: readonly (OrderAction | undefined)[]) => {
    const seen = await seenOn(testServer, site, place)
    for (const [at, { id, model, of: history }] of all.entries()) {
      model.until(testServer.clocks.now())
      const { actions: _, ...shape } = history
      const story = { history: at, shape, step, act: acts[at], now: testServer.clocks.now().toString() }
      expect({ ...story, ...(seen.get(id) as object) }).toEqual({ ...story, order: model.seen, invoices: model.invoices, books: model.books })
    }
  }
  await compare('begun', [])
  for (let step = 0; step < Math.max(...of.histories.map(({ actions: acts }) => acts.length)); step++) {
    const acts = all.map((one) => one.of.actions[step])
    for (const [at, one] of all.entries()) await one.act(acts[at] ?? { do: 'nothing' })
    await settleAll(testServer)
    await compare(`${step}: act`, acts)
    const { days, hours } = of.waits[step] ?? { days: 1, hours: 0 }
    await advanceTo(testServer, testServer.clocks.now().add({ hours: days * 24 + hours }))
    await compare(`${step}: wait of ${days} days, ${hours} hours`, acts)
  }
  const { accounts } = await testServer.ok('GET', '/api/money/balances', { as: site })
  const closing = (which: (account: string) => boolean): bigint =>
    accounts
      .filter(({ account }: { account: string }) => which(account))
      .reduce((sum: bigint, one: { closing: string }) => sum + BigInt(one.closing.replace('.', '')), 0n)
  expect(closing(() => true)).toBe(0n)
  const kept = all.reduce((sum, { model: { books: ledger } }) => sum + ledger.earned + ledger.tax, 0n)
  expect(closing((account) => account.startsWith('cash:')) ** 2n).toBe(kept ** 2n)
  // What the owner's figures are counted from is what the orders come to.
  const pieces = await testServer.open.db.selectFrom('recurringRevenue').selectAll().where('siteId', '=', site.metaSiteId).orderBy('fromAt').execute()
  const rows = await testServer.open.db.selectFrom('planOrder').selectAll().where('siteId', '=', site.metaSiteId).execute()
  for (const order of rows.map(toOrder)) {
    const schedule = toSchedule(order)
    const { memberId, planId, snapshot } = order
    const worth = monthlyRevenuePeriods({ memberId, planId, currency: snapshot.currency, spans: snapshot.spans, schedule, endAt: endDate(schedule) ?? null })
    expect(
      pieces
        .filter(({ orderId }) => orderId === order.id)
        .map(({ fromAt, toAt, perMonth }) => [fromAt.epochMilliseconds, toAt?.epochMilliseconds ?? Infinity, perMonth]),
    ).toEqual(worth.map(({ from, to, perMonth }) => [from, to, Number(perMonth)]))
  }
  // The next batch has the clock for itself: what goes on renewing would be charged again in every wait to come.
  for (const { id, model } of all) if (!model.isOver) await testServer.ok('POST', `/v2/orders/${id}/cancel`, { as: site, body: { effectiveAt: 'IMMEDIATELY' } })
}

test('the model prices as the guide does', () => {
  const place: OrderSettings = { zone: 'UTC', currency: 'USD', digits: 2, tax: { rate: 725, included: false }, start: '2027-01-31T10:00' }
  const history = { online: true, unit: 'MONTH', count: 1, cycles: 0, trial: 0, price: 3000, fee: 2500, coupon: undefined, card: 'good', actions: [] } as const
  expect([1, 2].map((cycle) => expectedCost({ ...history, actions: [] }, place, cycle))).toEqual([
    { total: 5899n, tax: 399n },
    { total: 3218n, tax: 218n },
  ])
})

test('a pause in the days of a declined payment moves every try that is left', async () => {
  const place: OrderSettings = { zone: 'Europe/Berlin', currency: 'EUR', digits: 2, tax: { rate: 1900, included: true }, start: '2027-03-01T09:00' }
  const monthly = { online: true, unit: 'MONTH', count: 1, cycles: 0, trial: 0, price: 4000, fee: 0, coupon: undefined, card: 'soft' } as const
  const acts = (...what: OrderAction['do'][]) => what.map((one) => ({ do: one }) as OrderAction)
  await runHistories({
    place,
    // Due on 1 April; the first retry is on the 2nd.
    waits: [31, 0, 10, 2, 2, 9].map((days) => ({ days, hours: 5 })),
    histories: [
      { ...monthly, actions: acts('nothing', 'pause', 'nothing', 'resume', 'nothing', 'nothing') },
      { ...monthly, actions: acts('nothing', 'nothing', 'pause', 'resume', 'retryNow', 'nothing') },
      { ...monthly, card: 'asks', actions: acts('nothing', 'pause', 'nothing', 'resume', 'retryNow', 'record') },
      // A card that is given during the pause is tried when the order goes on.
      { ...monthly, card: 'asks', actions: [...acts('nothing', 'pause'), { do: 'card', card: 'good' }, ...acts('resume', 'nothing', 'nothing')] },
      { ...monthly, actions: [...acts('nothing', 'pause'), { do: 'card', card: 'asks' }, ...acts('resume', 'nothing', 'nothing')] },
      // A member blocked in these days still owes the cycle, and the order ends with it.
      { ...monthly, actions: acts('nothing', 'blockWithPlans', 'nothing', 'keep', 'nothing', 'nothing') },
      { ...monthly, card: 'good', actions: acts('blockWithPlans', 'keep', 'blockWithPlans', 'nothing') },
    ],
  })
})

test(
  `${histories} random histories of orders go as the model says`,
  async () => {
    await fc.assert(fc.asyncProperty(createBatch(perBatch), runHistories), {
      numRuns: Math.ceil(histories / perBatch),
      ...(seed !== undefined && { seed }),
      endOnFailure: process.env.ORDER_HISTORIES_SHRINK !== '1',
    })
  },
  60_000 + histories * 20_000,
)
