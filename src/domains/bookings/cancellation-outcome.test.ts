/** What customers are told about their money once a booking is cancelled: behind the link, on our pages, in the account. Source: guide bookings §17. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { card, createBookingStudio, type BookingStudio } from '../../../test/factories/booking-studio.ts'
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

const asOwner = (method: string, path: string, body?: unknown) => server.ok(method, path, { as: studio.site, ...(body ? { body } : {}) })
const setting = (refundOnCancel: string) => asOwner('PATCH', '/api/money/terms', { refundOnCancel })
type Member = Awaited<ReturnType<TestServer['registerMember']>>
async function book(member: Member, options: Parameters<BookingStudio['service']>[0] = {}, pay: Record<string, unknown> = { paymentOption: 'ONLINE', card }) {
  const massage = await studio.service(options)
  const slot = studio.slotFor(massage, '2027-05-10T10:00:00Z', '2027-05-10T11:00:00Z')
  return studio.book({ slot, contactDetails: { firstName: 'Mia', email: member.email }, ...pay }, member.token)
}
const cancel = (member: Member, { id, revision }: { id: string; revision: string }) =>
  server.ok('POST', `/v2/bookings/${id}/cancel`, { token: member.token, body: { revision } })
/** The same in all three places. */
async function readOutcome(member: Member, id: string) {
  const { token } = await asOwner('GET', `/v1/anonymous-bookings/${id}/token`)
  const { outcome: behindLink, state } = await server.ok('GET', `/api/bookings/by-link/${token}`, { token: member.token })
  const { outcome: onPage } = await server.ok('GET', `/api/bookings/${id}/summary`, { token: member.token })
  const { outcomes } = await server.ok('POST', '/api/bookings/cancellation-outcomes', { token: member.token, body: { bookingIds: [id] } })
  expect(onPage).toEqual(behindLink)
  expect(outcomes).toEqual([{ bookingId: id, ...behindLink }])
  expect(['CANCELED', 'DECLINED']).toContain(state)
  return behindLink
}
const nothing = { currency: 'USD', paid: '0.00', refunded: '0.00', refunding: '0.00', fee: '0.00', kept: '0.00', sessionsReturned: 0, sessionsKept: 0 }

test('a refund is on its way, then it is there; the business keeps what the setting leaves to it', async () => {
  await setting('full-minus-fee')
  const member = await server.registerMember(studio.site)
  const refunded = await book(member)
  await cancel(member, refunded)
  const whole = { ...nothing, date: '2027-05-01T10:00:00.000Z', paid: '40.00', isToCard: true }
  expect(await readOutcome(member, refunded.id)).toEqual({ ...whole, refunding: '40.00' })
  await server.runner.drain()
  expect(await readOutcome(member, refunded.id)).toEqual({ ...whole, refunded: '40.00' })

  await setting('none')
  const kept = await book(member)
  await cancel(member, kept)
  expect(await readOutcome(member, kept.id)).toEqual({ ...whole, kept: '40.00' })
})

test('a fee stays of what was paid, and is owed where nothing was', async () => {
  await setting('full-minus-fee')
  const fee = { cancellationFeePolicy: { enabled: true, cancellationWindows: [{ percentage: '25', startInMinutes: 60 * 24 * 30 }] } }
  const member = await server.registerMember(studio.site)
  const paid = await book(member, { rules: fee })
  await cancel(member, paid)
  await server.runner.drain()
  expect(await readOutcome(member, paid.id)).toMatchObject({ paid: '40.00', refunded: '30.00', fee: '10.00', kept: '0.00' })
  const onSite = await book(member, { rules: fee }, { paymentOption: 'OFFLINE' })
  await cancel(member, onSite)
  expect(await readOutcome(member, onSite.id)).toMatchObject({ paid: '0.00', fee: '10.00', kept: '0.00' })
})

test('nothing was paid: neither for a booking that was to be paid on site, nor for a request that was declined', async () => {
  const member = await server.registerMember(studio.site)
  const onSite = await book(member, {}, { paymentOption: 'OFFLINE' })
  await cancel(member, onSite)
  expect(await readOutcome(member, onSite.id)).toMatchObject(nothing)
  const request = await book(member, { approval: true }, { paymentOption: 'OFFLINE' })
  await studio.owner(`/v2/bookings/${request.id}/decline`, { revision: request.revision })
  const declined = await readOutcome(member, request.id)
  expect(declined).toMatchObject(nothing)
  expect(declined).not.toHaveProperty('date')
})

test('cash that the owner gives back does not go to a card', async () => {
  const member = await server.registerMember(studio.site)
  const booking = await book(member, {}, { paymentOption: 'OFFLINE' })
  const { booking: paid } = await asOwner('POST', `/api/bookings/${booking.id}/mark-paid`)
  await cancel(member, paid)
  expect(await readOutcome(member, booking.id)).toMatchObject({ paid: '40.00', kept: '40.00' })
  const [{ id: receiptId }] = (await asOwner('GET', `/api/bookings/${booking.id}/money`)).money.payments
  await asOwner('POST', `/api/bookings/${booking.id}/refunds`, { receiptId })
  expect(await readOutcome(member, booking.id)).toMatchObject({ refunded: '40.00', kept: '0.00', isToCard: false })
})

test('bookings that stand and those of others tell nothing', async () => {
  const [member, other] = [await server.registerMember(studio.site), await server.registerMember(studio.site)]
  const booking = await book(member)
  const outcomesFor = async ({ token }: Member) =>
    (await server.ok('POST', '/api/bookings/cancellation-outcomes', { token, body: { bookingIds: [booking.id] } })).outcomes
  expect(await outcomesFor(member)).toEqual([])
  expect(await server.ok('GET', `/api/bookings/${booking.id}/summary`, { token: member.token })).not.toHaveProperty('outcome')
  await cancel(member, booking)
  expect(await outcomesFor(other)).toEqual([])
  expect(await outcomesFor(member)).toHaveLength(1)
})
