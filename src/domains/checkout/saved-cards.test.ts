/** A member pays for a booking with a card that was saved with a plan, on a page of ours. Source: guide bookings §12.4. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { errorCode } from '../../../test/auth-helpers.ts'
import { card, createBookingStudio, guest, type BookingStudio, type CreatedService } from '../../../test/factories/booking-studio.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'

let server: TestServer
let studio: BookingStudio
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  server.freezeClock('2027-05-01T10:00:00Z')
  studio = await createBookingStudio(server)
})

const monthly = { subscription: { cycleDuration: { count: 1, unit: 'MONTH' }, cycleCount: 0 }, price: { value: '40' } }
/** A member who bought a plan, and the card that is kept since. */
async function createSubscriber(number = card.number) {
  const { plan } = await server.ok('POST', '/v2/plans', { as: studio.site, body: { plan: { name: 'Pass', buyerCanCancel: true, pricing: monthly } } })
  const member = await server.registerMember(studio.site)
  await server.ok('POST', '/api/checkout/plans', { token: member.token, body: { planId: plan.id, card: { ...card, number } } })
  const { cards } = await server.ok('GET', '/api/my/cards', { token: member.token })
  return { ...member, cards }
}
const book = (service: CreatedService, who: { token: string; email: string }, more: Record<string, unknown>) =>
  server.call('POST', '/api/checkout/bookings', {
    token: who.token,
    body: { slot: studio.slotFor(service), contactDetails: { firstName: 'Mia', email: who.email }, paymentOption: 'ONLINE', ...more },
  })

test('it is charged, and stands on the receipt', async () => {
  const member = await createSubscriber()
  expect(member.cards).toEqual([{ id: expect.any(String), brand: 'Visa', last4: '4242', expMonth: 12, expYear: 2090 }])
  const { body } = await book(await studio.service(), member, { savedCardId: member.cards[0].id })
  expect(body).toMatchObject({ payment: { outcome: 'succeeded' }, booking: { status: 'CONFIRMED', paymentStatus: 'PAID' } })
  const { money } = await server.ok('GET', `/api/bookings/${body.booking.id}/money`, { as: studio.site })
  expect(money.payments).toMatchObject([{ amount: '40.00', card: { brand: 'Visa', last4: '4242' } }])
})

test('where a fee may follow it is kept for it, with consent, although nothing is paid now', async () => {
  const member = await createSubscriber()
  const rules = {
    cancellationFeePolicy: { enabled: true, cancellationWindows: [{ percentage: '50', startInMinutes: 100_000 }], autoCollectFeeEnabled: true },
    saveCreditCardPolicy: { enabled: true },
  }
  const service = await studio.service({ rules })
  const onSite = { paymentOption: 'OFFLINE', savedCardId: member.cards[0].id }
  expect(errorCode(await book(service, member, onSite))).toBe('FEE_CONSENT_REQUIRED')
  const { booking } = (await book(service, member, { ...onSite, acceptsFees: true })).body
  expect(booking).toMatchObject({ status: 'CONFIRMED', paymentStatus: 'NOT_PAID' })
  await server.ok('POST', `/v2/bookings/${booking.id}/cancel`, { token: member.token, body: { revision: booking.revision } })
  await server.runner.drain()
  const { money } = await server.ok('GET', `/api/bookings/${booking.id}/money`, { as: studio.site })
  expect(money).toMatchObject({
    payments: [{ kind: 'FEE', amount: '20.00', card: { last4: '4242' } }],
    feeConsent: { text: expect.stringContaining('$20.00') },
  })
})

test('a card that was first kept for the fee of a booking is offered again, once, to the member who was signed in', async () => {
  const rules = {
    cancellationFeePolicy: { enabled: true, cancellationWindows: [{ percentage: '50', startInMinutes: 1440 }] },
    saveCreditCardPolicy: { enabled: true },
  }
  const [kept, open] = [await studio.service({ rules }), await studio.service()]
  const at = (service: CreatedService, day: number) => studio.slotFor(service, `2027-05-0${day}T08:00:00Z`, `2027-05-0${day}T09:00:00Z`)
  const member = await server.registerMember(studio.site)
  const listCards = async () => (await server.ok('GET', '/api/my/cards', { token: member.token })).cards
  // Who is not signed in may have typed any address.
  const visitor = { token: await server.visitorToken(studio.site), email: member.email }
  expect((await book(kept, visitor, { card, acceptsFees: true })).body.booking.status).toBe('CONFIRMED')
  // Where no card is kept, none is offered again.
  expect((await book(open, member, { slot: at(open, 3), card })).body.booking.status).toBe('CONFIRMED')
  expect(await listCards()).toEqual([])
  for (const day of [4, 5]) expect((await book(kept, member, { slot: at(kept, day), card, acceptsFees: true })).body.booking.status).toBe('CONFIRMED')
  const [first, ...others] = await listCards()
  expect([first, others]).toEqual([{ id: expect.any(String), brand: 'Visa', last4: '4242', expMonth: 12, expYear: 2090 }, []])
  expect((await book(open, member, { slot: at(open, 6), savedCardId: first.id })).body).toMatchObject({ payment: { outcome: 'succeeded' } })
})

test('the card of another member, an expired one, and one without an account pay for nothing', async () => {
  const member = await createSubscriber()
  const [{ id: savedCardId }] = member.cards
  const other = await createSubscriber()
  const service = await studio.service()
  const visitor = { token: await server.visitorToken(studio.site), email: guest().email }
  for (const [who, id] of [
    [other, savedCardId],
    [visitor, savedCardId],
    [member, randomUUID()],
  ] as const)
    expect(errorCode(await book(service, who, { savedCardId: id }))).toBe('SAVED_CARD_NOT_FOUND')
  expect((await book(service, member, { savedCardId: 'x' })).status).toBe(400)
  expect((await server.call('GET', '/api/my/cards', { token: visitor.token })).status).toBe(403)
  server.freezeClock('2091-01-01T10:00:00Z')
  expect((await server.ok('GET', '/api/my/cards', { token: member.token })).cards).toEqual([])
})
