/** The nightly check compares payments and refunds with their provider, and reads no more of the past than it has to. Source: guide pricing-plans §17. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { configurePayments } from '#kit/payments/providers.ts'
import { createBookingStudio, guest, type BookingStudio } from '../../../test/factories/booking-studio.ts'
import { sendStripeEvent, startFakeStripe, type FakeStripe, type StripeEvent } from '../../../test/stripe.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'

const secretKey = 'sk_test_check'
const webhookSecret = 'whsec_check'
let server: TestServer
let stripe: FakeStripe
let studio: BookingStudio
const settings = (apiUrl = stripe.url) => ({ provider: 'stripe' as const, stripe: { secretKey, webhookSecret, apiUrl } })
beforeAll(async () => {
  stripe = await startFakeStripe(secretKey, webhookSecret)
  await configurePayments(settings())
  server = await startTestServer()
  await configurePayments(settings())
})
afterAll(async () => {
  await configurePayments({ provider: 'sandbox' })
  await server.close()
  await stripe.close()
})
beforeEach(async () => {
  server.freezeClock('2027-05-01T10:00:00Z')
  studio = await createBookingStudio(server)
})

async function findings(): Promise<string[]> {
  const check = await server.runMoneyCheck(studio.site)
  expect(check).toMatchObject({ isRunning: false })
  return check.findings.map(({ what }) => what).toSorted()
}
async function webhook(event: StripeEvent): Promise<void> {
  expect(await sendStripeEvent(server, stripe, event)).toBe(200)
  await server.runner.drain()
}
const getReceipts = async (bookingId: string) => (await server.ok('GET', `/api/bookings/${bookingId}/money`, { as: studio.site })).money.payments

/** Several services that are paid together: one payment with a line for each. */
async function paidVisit() {
  const token = await server.visitorToken(studio.site)
  const ids: string[] = []
  for (const hour of [10, 12]) {
    const slot = studio.slotFor(await studio.service(), `2027-05-10T${hour}:00:00Z`, `2027-05-10T${hour + 1}:00:00Z`)
    ids.push((await studio.create({ booking: { bookedEntity: { slot }, contactDetails: guest(), selectedPaymentOption: 'ONLINE' } }, token)).body.booking.id)
  }
  const lineItems = ids.map((catalogItemId) => ({ quantity: 1, catalogReference: { appId: '13d21c63-b5ec-5912-8397-c3a5ddb27a97', catalogItemId } }))
  const { checkout } = await server.ok('POST', '/ecom/v1/checkouts', { token, body: { lineItems } })
  const { payment } = await server.ok('POST', `/api/checkout/baskets/${checkout.id}/pay`, { token, body: {} })
  const paid = stripe.complete(payment.url)
  await webhook(paid)
  return { id: ids[0] as string, charge: paid.object.id }
}
/** A fee that was taken from the card on file. */
async function paidFee() {
  const fee = { enabled: true, cancellationWindows: [{ percentage: '50', startInMinutes: 100_000 }], autoCollectFeeEnabled: true }
  const service = await studio.service({ rules: { cancellationFeePolicy: fee, saveCreditCardPolicy: { enabled: true } } })
  const member = await server.registerMember(studio.site)
  const { booking, payment } = await server.ok('POST', '/api/checkout/bookings', {
    token: member.token,
    body: {
      slot: studio.slotFor(service, '2027-05-14T10:00:00Z', '2027-05-14T11:00:00Z'),
      contactDetails: { firstName: 'Mia', email: member.email },
      paymentOption: 'OFFLINE',
      acceptsFees: true,
    },
  })
  await webhook(stripe.complete(payment.url))
  const { revision } = (await server.ok('GET', `/api/bookings/${booking.id}/summary`, { token: member.token })).booking
  await server.ok('POST', `/v2/bookings/${booking.id}/cancel`, { token: member.token, body: { revision } })
  await server.runner.drain()
  const charge = stripe.intents().find(({ metadata }) => (metadata as { payableId?: string }).payableId === booking.id)
  return { id: booking.id as string, charge: charge?.id ?? '' }
}

test('payments, refunds, fees and visits that agree with the provider are no finding', async () => {
  const [visit, fee] = [await paidVisit(), await paidFee()]
  const [receipt] = await getReceipts(visit.id)
  await server.ok('POST', `/api/bookings/${visit.id}/refunds`, { as: studio.site, body: { receiptId: receipt.id, amount: '15.00' } })
  stripe.refundElsewhere(fee.charge, 500)
  await webhook({ type: 'charge.refunded', object: { id: 'ch_1', object: 'charge', payment_intent: fee.charge, metadata: {} } as never })
  expect(await getReceipts(fee.id)).toMatchObject([{ kind: 'FEE', amount: '20.00', refunded: '5.00' }])
  expect(await findings()).toEqual([])
})

test('each breach between rows and provider is found: of a visit, of a fee, of a refund on either side', async () => {
  const [visit, fee] = [await paidVisit(), await paidFee()]
  const [receipt] = await getReceipts(visit.id)
  const { db } = server.open
  // Given back there, and no webhook came.
  stripe.refundElsewhere(fee.charge, 500)
  // Noted here, and never made there.
  await server.ok('POST', `/api/bookings/${visit.id}/refunds`, { as: studio.site, body: { receiptId: receipt.id, amount: '15.00' } })
  await sql`update refund set ref = 're_unknown', id = ${randomUUID()} where site_id = ${studio.site.metaSiteId}`.execute(db)
  const found = await findings()
  expect(found).toEqual(
    expect.arrayContaining([
      'A refund of 15.00 USD is noted as done; the provider did not make it.',
      'The provider gave back 15.00 USD; 0.00 of it is noted.',
      'The provider gave back 5.00 USD; 0.00 of it is noted.',
    ]),
  )
  // The charge itself: less came than is noted.
  Object.assign(stripe.intent(fee.charge), { amount: 900 })
  expect(await findings()).toEqual(expect.arrayContaining(['A payment of 20.00 USD is noted; the provider took 9.00 USD.']))
})

test('a provider that does not answer is a finding, and the check ends', async () => {
  await paidVisit()
  await configurePayments(settings('http://127.0.0.1:1'))
  try {
    expect(await findings()).toEqual(['The payment provider did not answer: its payments were not compared.'])
  } finally {
    await configurePayments(settings())
  }
  expect(await findings()).toEqual([])
})

test('balances and numbers are read from where they were closed: what is older is not read again', async () => {
  const balances = async (query: Record<string, string> = {}) => (await server.ok('GET', '/api/money/balances', { as: studio.site, query })).accounts
  const countDocuments = async () => (await server.ok('GET', '/api/money/documents', { as: studio.site })).last
  const at = sql`site_id = ${studio.site.metaSiteId}`
  await paidVisit()
  const [before, beforeJune] = [await balances(), await balances({ from: '2027-06-01T00:00:00Z' })]
  server.freezeClock('2027-05-20T10:00:00Z')
  expect(await findings()).toEqual([])
  await sql`delete from ledger_entry where ${at}`.execute(server.open.db)
  await sql`delete from receipt_line where ${at}`.execute(server.open.db)
  await sql`delete from receipt where ${at}`.execute(server.open.db)
  expect([await balances(), await balances({ from: '2027-06-01T00:00:00Z' })]).toEqual([before, beforeJune])
  expect(await countDocuments()).toBe(1)
  const cash = await studio.book({
    slot: studio.slotFor(await studio.service(), '2027-05-25T10:00:00Z', '2027-05-25T11:00:00Z'),
    contactDetails: guest(),
    paymentOption: 'OFFLINE',
  })
  await server.ok('POST', `/api/bookings/${cash.id}/mark-paid`, { as: studio.site })
  expect(await countDocuments()).toBe(2)
  const closing = (rows: { account: string; closing: string }[]) => Object.fromEntries(rows.map(({ account, closing: sum }) => [account, sum]))
  expect(closing(await balances())).toEqual({ earned: '-120.00', 'cash:stripe': '80.00', 'cash:manual': '40.00' })
  expect(closing(await balances({ to: '2027-05-20T00:00:00Z' }))).toEqual({ earned: '-80.00', 'cash:stripe': '80.00' })
})
