/**
 * Random histories of what is booked and paid, on Stripe's page (its stand-in) and in the sandbox: paid late, webhook and return at once,
 * webhooks twice and out of order, provider down, slow charges, refunds of ours and of theirs, in part too, disputes, deposits, visits of
 * several services, fees, tax. However they go, no money is without an owner. Long form: PAYMENT_HISTORIES. Source: guide bookings §7.2,
 * §12.6, §12.8, §14, pricing-plans §10.4.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { configurePayments } from '#kit/payments/providers.ts'
import { createBookingStudio, type BookingStudio } from '../../../test/factories/booking-studio.ts'
import { brokenInvariants } from '../../../test/invariants.ts'
import {
  createHistoryServices,
  createSandboxBank,
  createStripeBank,
  heldByStripe,
  history,
  PaidHistory,
  tax,
  type PaymentHistory,
  type HistoryBank,
} from '../../../test/payment-histories.ts'
import { restoreTestPayments } from '../../../test/payment-provider.ts'
import { startFakeStripe, type FakeStripe } from '../../../test/stripe.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'

const histories = Number(process.env.PAYMENT_HISTORIES ?? 8)
const historiesPerSite = 16
const seed = process.env.ORDER_HISTORIES_SEED ? Number(process.env.ORDER_HISTORIES_SEED) : undefined
vi.setConfig({ testTimeout: 180_000 + histories * 8000 })

const secretKey = 'sk_test_histories'
const webhookSecret = 'whsec_histories'
let server: TestServer
let stripe: FakeStripe
const settings = (apiUrl = stripe.url) => ({ provider: 'stripe' as const, stripe: { secretKey, webhookSecret, apiUrl } })
beforeAll(async () => {
  stripe = await startFakeStripe(secretKey, webhookSecret)
  server = await startTestServer()
})
afterAll(async () => {
  await restoreTestPayments()
  await server.close()
  await stripe.close()
})

const getAttempts = (siteId: string) => server.open.db.selectFrom('paymentAttempt').where('siteId', '=', siteId)
const findCharges = (siteId: string) => async (payableIds: readonly string[]) =>
  (await getAttempts(siteId)
    .select(['ref', 'state'])
    .where('payableId', 'in', [...payableIds])
    .where('ref', 'is not', null)
    .execute()) as { ref: string; state: string }[]

/** Everything that a batch of histories has left on its site; answers the closing balances in minor units. */
async function readLedger(studio: BookingStudio): Promise<Record<string, number>> {
  expect(await server.runMoneyCheck(studio.site)).toMatchObject({ isRunning: false, findings: [] })
  expect(await brokenInvariants(server.open.db)).toEqual([])
  const inFlight = getAttempts(studio.site.metaSiteId).select(['id', 'payableId', 'state']).where('state', 'in', ['SENDING', 'UNKNOWN', 'PROCESSING'])
  expect(await inFlight.execute()).toEqual([])
  const { accounts } = await server.ok('GET', '/api/money/balances', { as: studio.site })
  const closing = Object.fromEntries(accounts.map(({ account, closing: sum }: Record<string, string>) => [account, Math.round(Number(sum) * 100)]))
  expect(Object.values<number>(closing).reduce((sum, one) => sum + one, 0)).toBe(0)
  return { unearned: 0, disputed: 0, ...closing }
}

async function runHistories(all: readonly PaymentHistory[], { siteTax, toBank }: { siteTax: object | null; toBank: (siteId: string) => HistoryBank }) {
  let atMs = Date.parse('2027-05-01T10:00:00Z')
  server.freezeClock(new Date(atMs).toISOString())
  const studio = await createBookingStudio(server)
  await server.ok('POST', '/_test/settings', { body: { metaSiteId: studio.site.metaSiteId, tax: siteTax } })
  const setup = { server, studio, services: await createHistoryServices(studio), bank: toBank(studio.site.metaSiteId) }
  const payableIds = new Set<string>()
  for (const [n, one] of all.entries()) {
    const living = new PaidHistory(setup, one.kind, n, atMs)
    await living.begin()
    for (const id of living.payableIds) payableIds.add(id)
    for (const each of one.steps) await living.act(each)
    await living.end()
    atMs = living.nowMs
  }
  return { studio, payableIds, closing: await readLedger(studio) }
}
/** What time makes due is looked for on every site: those of earlier batches would make each history longer. */
const deleteSite = ({ site }: BookingStudio) => server.open.db.deleteFrom('site').where('id', '=', site.metaSiteId).execute()

const assertHistories = (count: number, live: (all: PaymentHistory[], siteTax: object | null) => Promise<void>): Promise<void> => {
  const size = Math.min(count, historiesPerSite)
  const batch = fc.array(history, { minLength: size, maxLength: size })
  const options = { numRuns: Math.max(1, Math.ceil(count / historiesPerSite)), endOnFailure: true, ...(seed !== undefined && { seed }) }
  let finished = 0
  const liveAndReport = async (all: PaymentHistory[], siteTax: object | null) => {
    await live(all, siteTax)
    const hundreds = Math.floor(finished / 100)
    finished += all.length
    // Progress output: only the long form takes long enough to need it.
    if (Math.floor(finished / 100) > hundreds) process.stdout.write(`${finished} of ${count} histories, nothing without an owner\n`)
  }
  return fc.assert(fc.asyncProperty(batch, tax, liveAndReport), options)
}

describe('random histories of what is booked and paid leave no money without an owner', () => {
  test(`${histories} with Stripe: it holds what the ledger says`, async () => {
    await configurePayments(settings())
    await assertHistories(histories, async (all, siteTax) => {
      const { studio, payableIds, closing } = await runHistories(all, { siteTax, toBank: () => createStripeBank(stripe, settings) })
      const expected = { held: await heldByStripe(stripe, payableIds), unearned: 0, disputed: 0 }
      expect({ held: closing['cash:stripe'] ?? 0, unearned: closing.unearned, disputed: closing.disputed }).toEqual(expected)
      // No attempt waits for a customer on a provider's page.
      expect(await getAttempts(studio.site.metaSiteId).select('id').where('state', '=', 'REQUIRES_ACTION').execute()).toEqual([])
      await deleteSite(studio)
    })
  })

  test(`${Math.ceil(histories / 4)} in the sandbox: a disputed payment stays with the bank`, async () => {
    await configurePayments({ provider: 'sandbox' })
    await assertHistories(Math.ceil(histories / 4), async (all, siteTax) => {
      const { studio, closing } = await runHistories(all, { siteTax, toBank: (siteId) => createSandboxBank(siteId, findCharges(siteId)) })
      const { disputes } = await server.ok('GET', '/api/money/disputes', { as: studio.site, query: { states: 'OPEN', limit: '100' } })
      const disputed = disputes.reduce((sum: number, { amount }: { amount: string }) => sum + Math.round(Number(amount) * 100), 0)
      expect({ unearned: closing.unearned, disputed: closing.disputed }).toEqual({ unearned: 0, disputed })
      await deleteSite(studio)
    })
  })
})
