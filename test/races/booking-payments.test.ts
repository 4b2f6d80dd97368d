/**
 * A booking on the provider's page: webhook, return and cancellation at the same moment; money that comes late while another customer takes the place;
 * refunds of ours and of the bank, disputes. The money is earned or goes back, never both, never lost. Source: guide bookings §12.6.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { configurePayments } from '#kit/payments/providers.ts'
import { createBookingStudio, type BookingStudio, type CreatedService } from '../factories/booking-studio.ts'
import { brokenInvariants } from '../invariants.ts'
import { startFakeStripe, type FakeStripe } from '../stripe.ts'
import { startTestServer, type TestReply, type TestServer } from '../test-server.ts'
import { concurrently } from './concurrently.ts'

const keys = { secretKey: 'sk_test_races', webhookSecret: 'whsec_test_races' }

describe.skipIf(!process.env.TEST_DATABASE_URL)('on a real server', () => {
  let server: TestServer
  let studio: BookingStudio
  let stripe: FakeStripe
  beforeAll(async () => {
    stripe = await startFakeStripe(keys.secretKey, keys.webhookSecret)
    await configurePayments({ provider: 'stripe', stripe: { ...keys, apiUrl: stripe.url } })
    server = await startTestServer()
    server.freezeClock('2027-05-01T10:00:00Z')
    studio = await createBookingStudio(server)
  })
  afterAll(async () => {
    await configurePayments({ provider: 'sandbox' })
    await server.close()
    await stripe.close()
  })

  const webhook = async (paid: ReturnType<FakeStripe['complete']>, id?: string) => {
    const { payload, headers } = stripe.signed(paid.type, paid.object, id)
    const { statusCode: status, body } = await server.app.inject({
      method: 'POST',
      url: '/api/payments/stripe/webhook',
      payload,
      headers: { 'content-type': 'application/json', ...headers },
    })
    await server.runner.drain()
    return { status, body, headers: {}, text: body }
  }

  const press = (service: CreatedService, start: string, { token, email }: { token: string; email: string }): Promise<TestReply> =>
    server.call('POST', '/api/checkout/bookings', {
      token,
      body: {
        slot: studio.slotFor(
          service,
          start,
          start.replace(/T(\d\d)/, (_, hour: string) => `T${Number(hour) + 1}`),
        ),
        contactDetails: { firstName: 'Mia', email },
        paymentOption: 'ONLINE',
      },
    })
  const comeBack = (pageUrl: string, token: string) => {
    const [, page] = /basket\/([^?]+)/.exec(stripe.returnUrl(pageUrl)) ?? []
    return server.call('POST', `/api/checkout/baskets/${page}/check`, { token })
  }
  /** A booking that is paid on the provider's page. */
  async function pay(service: CreatedService, start: string) {
    const { body } = await press(service, start, await server.registerMember(studio.site))
    const paid = stripe.complete(body.payment.url)
    await webhook(paid)
    return { bookingId: body.booking.id as string, intentId: paid.object.id }
  }
  const getMoney = async (bookingId: string) => (await server.ok('GET', `/api/bookings/${bookingId}/money`, { as: studio.site })).money
  const getStatus = async (bookingId: string) => (await server.ok('GET', `/api/bookings/${bookingId}/summary`, { as: studio.site })).booking.status

  /** What Stripe holds is what the ledger says, and the nightly check finds nothing. */
  async function assertLedger(): Promise<void> {
    expect(await server.runMoneyCheck(studio.site)).toMatchObject({ isRunning: false, findings: [] })
    const held = stripe
      .intents()
      .reduce((sum, { id, amount }) => sum + (stripe.disputeStatus(id) === 'lost' ? 0 : Number(amount) - stripe.refundedAmount(id)), 0)
    const { accounts } = await server.ok('GET', '/api/money/balances', { as: studio.site })
    const closing = Object.fromEntries(accounts.map(({ account, closing: sum }: Record<string, string>) => [account, Math.round(Number(sum) * 100)]))
    expect({ 'cash:stripe': 0, unearned: 0, disputed: 0, ...closing }).toMatchObject({ 'cash:stripe': held, unearned: 0, disputed: 0 })
    expect(await brokenInvariants(server.open.db)).toEqual([])
  }

  test('webhooks, returns and cancellations at once: one effect, and the ledger agrees', async () => {
    const massage = await studio.service()
    for (let round = 0; round < 8; round++) {
      const member = await server.registerMember(studio.site)
      const start = `2027-05-${10 + round}T10:00:00Z`
      const { booking, payment } = (await press(massage, start, member)).body
      const paid = stripe.complete(payment.url)
      await concurrently(12, (at) =>
        at % 3 === 0
          ? webhook(paid, `evt_${round}_${at % 2}`)
          : at % 3 === 1
            ? comeBack(payment.url, member.token)
            : server.call('POST', `/v2/bookings/${booking.id}/cancel`, { token: member.token, body: { revision: '1' } }),
      )
      await server.runner.drain()
      const [money, status] = [await getMoney(booking.id), await getStatus(booking.id)]
      expect([
        ['CONFIRMED', 'PRICE', '0.00'],
        ['CANCELED', 'PRICE', '0.00'],
        ['CANCELED', 'LATE', '40.00'],
      ]).toContainEqual([status, money.payments[0]?.kind, money.payments[0]?.refunded])
      expect(money.payments).toHaveLength(1)
    }
    await assertLedger()
  })

  test('money that comes after its hold, while another customer takes the place: one of them has it, the other money goes back', async () => {
    const massage = await studio.service()
    const [first, ...others] = [
      await server.registerMember(studio.site),
      await server.registerMember(studio.site),
      await server.registerMember(studio.site),
      await server.registerMember(studio.site),
    ]
    for (let round = 0; round < 6; round++) {
      const start = `2027-05-${10 + round}T14:00:00Z`
      const held = (await press(massage, start, first)).body
      const paid = stripe.complete(held.payment.url)
      server.freezeClock(`2027-05-01T${12 + round}:00:00Z`)
      const bookings = [held.booking.id as string]
      await concurrently(12, async (at) => {
        if (at % 4 === 0) return webhook(paid, `evt_late_${round}_${at % 8}`)
        if (at % 4 === 1) return comeBack(held.payment.url, first.token)
        if (at % 4 === 2) return server.call('POST', '/_test/run')
        const reply = await press(massage, start, others[(at - 3) / 4] ?? first)
        if (reply.status === 200 && reply.body.payment?.url) {
          bookings.push(reply.body.booking.id)
          await webhook(stripe.complete(reply.body.payment.url))
        }
        return reply
      })
      await server.ok('POST', '/_test/run')
      const ends = await Promise.all(bookings.map(async (id) => [await getStatus(id), (await getMoney(id)).paid]))
      const declined = bookings.slice(1).map(() => ['DECLINED', '0.00'])
      expect(ends.toSorted()).toEqual([['CONFIRMED', '40.00'], ...declined])
    }
    await assertLedger()
  })

  test('refunds of ours and of the bank at once: the ledger says what the bank has given back, and never more than was paid', async () => {
    const massage = await studio.service()
    for (let round = 0; round < 5; round++) {
      const { bookingId, intentId } = await pay(massage, `2027-05-${10 + round}T16:00:00Z`)
      const [{ id: receiptId }] = (await getMoney(bookingId)).payments
      const isReported = {
        type: 'charge.refunded',
        object: { id: `ch_${intentId}`, object: 'charge', payment_intent: intentId, metadata: stripe.intent(intentId).metadata },
      }
      stripe.refundElsewhere(intentId, 1000)
      await concurrently(8, (at) =>
        at % 4 === 0
          ? webhook(isReported)
          : server.call('POST', `/api/bookings/${bookingId}/refunds`, { as: studio.site, body: { receiptId, amount: '8.00' } }),
      )
      await server.ok('POST', '/_test/run')
      const [payment] = (await getMoney(bookingId)).payments
      expect([payment.refunded, stripe.refundedAmount(intentId)]).toEqual(['34.00', 3400])
    }
    await assertLedger()
  })

  test('a dispute that is opened and decided at once is notified once, and ends as the bank decided', async () => {
    const massage = await studio.service()
    for (const [round, end] of ['lost', 'won', 'lost', 'won'].entries()) {
      const { bookingId, intentId } = await pay(massage, `2027-05-${10 + round}T18:00:00Z`)
      const opened = { type: 'charge.dispute.created', object: { ...stripe.dispute(intentId, 'needs_response') } }
      const closed = { type: 'charge.dispute.closed', object: stripe.dispute(intentId, end) }
      await concurrently(8, (at) => webhook(at % 2 === 0 ? opened : closed, `evt_dispute_${round}_${at % 4}`))
      await server.ok('POST', '/_test/run')
      expect((await getMoney(bookingId)).payments).toMatchObject([{ disputes: [{ state: end.toUpperCase() }] }])
    }
    const emails = (await studio.sentTemplates(studio.site.ownerEmail)).filter((template) => template === 'booking-disputed')
    expect(emails.length).toBeLessThanOrEqual(4)
    await assertLedger()
  })
})
