/** A booking on the provider's page: webhook, return and cancellation at the same moment. The money is earned or goes back, never both, never lost. Source: guide bookings §12.6. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { configurePayments } from '#kit/payments/providers.ts'
import { createBookingStudio, type BookingStudio } from '../factories/booking-studio.ts'
import { brokenInvariants } from '../invariants.ts'
import { startFakeStripe, type FakeStripe } from '../stripe.ts'
import { startTestServer, type TestServer } from '../test-server.ts'
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

  const webhook = async (paid: ReturnType<FakeStripe['complete']>, id: string) => {
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

  test('webhooks, returns and cancellations at once: one effect, and the books agree', async () => {
    const massage = await studio.service()
    for (let round = 0; round < 8; round++) {
      const member = await server.registerMember(studio.site)
      const start = `2027-05-${10 + round}T10:00:00Z`
      const { booking, payment } = await server.ok('POST', '/api/checkout/bookings', {
        token: member.token,
        body: {
          slot: studio.slotFor(massage, start, start.replace('T10', 'T11')),
          contactDetails: { firstName: 'Mia', email: member.email },
          paymentOption: 'ONLINE',
        },
      })
      const paid = stripe.complete(payment.url)
      const [, page] = /basket\/([^?]+)/.exec(stripe.returnUrl(payment.url)) ?? []
      await concurrently(12, (at) =>
        at % 3 === 0
          ? webhook(paid, `evt_${round}_${at % 2}`)
          : at % 3 === 1
            ? server.call('POST', `/api/checkout/baskets/${page}/check`, { token: member.token })
            : server.call('POST', `/v2/bookings/${booking.id}/cancel`, { token: member.token, body: { revision: '1' } }),
      )
      await server.runner.drain()
      const { money } = await server.ok('GET', `/api/bookings/${booking.id}/money`, { as: studio.site })
      const { status } = (await server.ok('GET', `/api/bookings/${booking.id}/summary`, { token: member.token })).booking
      expect([
        ['CONFIRMED', 'PRICE', '0.00'],
        ['CANCELED', 'PRICE', '0.00'],
        ['CANCELED', 'LATE', '40.00'],
      ]).toContainEqual([status, money.payments[0]?.kind, money.payments[0]?.refunded])
      expect(money.payments).toHaveLength(1)
    }
    expect(await brokenInvariants(server.open.db)).toEqual([])
  })
})
