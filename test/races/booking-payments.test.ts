/** A booking on the provider's page: webhook, return and cancellation at the same moment. The money is earned or goes back, never both, never lost. Source: guide: bookings 12.6. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { usePayments } from '#kit/payments/providers.ts'
import { makeBookingStudio, type BookingStudio } from '../booking-studio.ts'
import { brokenInvariants } from '../invariants.ts'
import { startStripe, type StripeStandIn } from '../stripe.ts'
import { makeWorld, type World } from '../world.ts'
import { atOnce } from './at-once.ts'

const keys = { secretKey: 'sk_test_races', webhookSecret: 'whsec_test_races' }

describe.skipIf(!process.env.TEST_DATABASE_URL)('on a real server', () => {
  let world: World
  let studio: BookingStudio
  let stripe: StripeStandIn
  beforeAll(async () => {
    stripe = await startStripe(keys.secretKey, keys.webhookSecret)
    await usePayments({ provider: 'stripe', stripe: { ...keys, apiUrl: stripe.url } })
    world = await makeWorld()
    world.freeze('2027-05-01T10:00:00Z')
    studio = await makeBookingStudio(world)
  }, 60_000)
  afterAll(async () => {
    await usePayments({ provider: 'sandbox' })
    await world.close()
    await stripe.close()
  })

  const webhook = async (paid: ReturnType<StripeStandIn['complete']>, id: string) => {
    const { payload, headers } = stripe.signed(paid.type, paid.object, id)
    const { statusCode: status, body } = await world.app.inject({
      method: 'POST',
      url: '/api/payments/stripe/webhook',
      payload,
      headers: { 'content-type': 'application/json', ...headers },
    })
    await world.runner.drain()
    return { status, body, headers: {}, text: body }
  }

  test('webhooks, returns and cancellations at once: one effect, and the books agree', async () => {
    const massage = await studio.service()
    for (let round = 0; round < 8; round++) {
      const member = await world.member(studio.site)
      const start = `2027-05-${10 + round}T10:00:00Z`
      const { booking, payment } = await world.ok('POST', '/api/checkout/bookings', {
        token: member.token,
        body: {
          slot: studio.slotOf(massage, start, start.replace('T10', 'T11')),
          contactDetails: { firstName: 'Mia', email: member.email },
          paymentOption: 'ONLINE',
        },
      })
      const paid = stripe.complete(payment.url)
      const [, page] = /basket\/([^?]+)/.exec(stripe.returnUrl(payment.url)) ?? []
      await atOnce(12, (at) =>
        at % 3 === 0
          ? webhook(paid, `evt_${round}_${at % 2}`)
          : at % 3 === 1
            ? world.call('POST', `/api/checkout/baskets/${page}/check`, { token: member.token })
            : world.call('POST', `/v2/bookings/${booking.id}/cancel`, { token: member.token, body: { revision: '1' } }),
      )
      await world.runner.drain()
      const { money } = await world.ok('GET', `/api/bookings/${booking.id}/money`, { as: studio.site })
      const { status } = (await world.ok('GET', `/api/bookings/${booking.id}/summary`, { token: member.token })).booking
      expect([
        ['CONFIRMED', 'PRICE', '0.00'],
        ['CANCELED', 'PRICE', '0.00'],
        ['CANCELED', 'LATE', '40.00'],
      ]).toContainEqual([status, money.payments[0]?.kind, money.payments[0]?.refunded])
      expect(money.payments).toHaveLength(1)
    }
    expect(await brokenInvariants(world.open.db)).toEqual([])
  }, 120_000)
})
