/** What a booking costs changes, or part of its money went back: what is open then, and what was paid stays paid. Source: guide bookings §9, §10.1, §12.2, §12.6. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
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
const getSummary = (id: string) => asOwner('GET', `/api/bookings/${id}/summary`)
const setPeople = async (id: string, totalParticipants: number) => {
  const { booking } = await getSummary(id)
  const reply = await studio.owner(`/v2/bookings/${id}/update_number_of_participants`, { revision: booking.revision, totalParticipants })
  return reply.body.booking
}
/** What the site is owed for bookings in all is what this one owes: the sum is kept by the database. */
async function expectOpen(id: string, amount: string) {
  expect((await studio.money(id)).open).toBe(amount)
  const { outstanding } = await asOwner('GET', '/api/money/outstanding')
  expect(outstanding[0]?.bookings ?? '0.00').toBe(amount)
}
/** A class with a session. */
async function createClass(more: object = {}) {
  const service = await studio.service({
    type: 'CLASS',
    price: '20.00',
    capacity: 10,
    rules: { participantsPolicy: { maxParticipantsPerBooking: 5 } },
    ...more,
  })
  const eventId = await studio.session(service)
  return { service, slot: { ...studio.slotFor(service), eventId } }
}

describe('another number of people', () => {
  test('what a coupon made free is owed for those who come along', async () => {
    const coupon = { name: 'Welcome', code: 'WELCOME', startTime: '0', scope: { namespace: 'bookings' }, moneyOffAmount: 20 }
    await asOwner('POST', '/stores/v2/coupons', { specification: coupon })
    const { slot } = await createClass()
    const booking = await studio.book({ slot, paymentOption: 'OFFLINE', couponCode: 'WELCOME' })
    expect(booking.paymentStatus).toBe('EXEMPT')
    expect((await setPeople(booking.id, 3)).paymentStatus).toBe('NOT_PAID')
    await expectOpen(booking.id, '40.00')
  })

  test('of what a custom checkout has taken the difference alone is owed', async () => {
    const { slot } = await createClass()
    const input = { bookedEntity: { slot }, contactDetails: { firstName: 'Mia', email: 'mia@example.org' }, selectedPaymentOption: 'ONLINE' }
    const { booking } = (await studio.create({ booking: input })).body
    await studio.owner(`/v2/bookings/${booking.id}/confirm`, { revision: booking.revision, paymentStatus: 'PAID' })
    expect((await setPeople(booking.id, 2)).paymentStatus).toBe('PARTIALLY_PAID')
    await expectOpen(booking.id, '20.00')
    await setPeople(booking.id, 3)
    await expectOpen(booking.id, '40.00')
    const { balanceToken } = await getSummary(booking.id)
    await server.ok('POST', `/api/checkout/baskets/${balanceToken}/pay`, { token: await server.visitorToken(studio.site), body: { card } })
    expect(await studio.money(booking.id)).toMatchObject({ open: '0.00', payments: [{ amount: '40.00' }] })
    expect((await getSummary(booking.id)).booking.paymentStatus).toBe('PAID')
    await expectOpen(booking.id, '0.00')
  })

  test('fewer people reopen nothing of which a part went back', async () => {
    const { slot } = await createClass()
    const booking = await studio.book({ slot, paymentOption: 'ONLINE', card, totalParticipants: 3 })
    const { payments } = await studio.money(booking.id)
    await studio.owner(`/api/bookings/${booking.id}/refunds`, { receiptId: payments[0].id, amount: '30' })
    expect((await setPeople(booking.id, 2)).paymentStatus).toBe('PAID')
  })
})

describe('a part goes back', () => {
  test('what is given back of a deposit is not owed again', async () => {
    const booking = await studio.book({ slot: studio.slotFor(await studio.service({ deposit: '10.00' })), paymentOption: 'ONLINE', card })
    const { payments, open } = await studio.money(booking.id)
    expect(open).toBe('30.00')
    await studio.owner(`/api/bookings/${booking.id}/refunds`, { receiptId: payments[0].id, amount: '4' })
    await expectOpen(booking.id, '30.00')
    await studio.owner(`/api/bookings/${booking.id}/mark-paid`)
    const after = await studio.money(booking.id)
    expect([after.open, after.payments.map(({ amount }: { amount: string }) => amount).toSorted()]).toEqual(['0.00', ['10.00', '30.00']])
  })

  test('who cancels in time gets back what the card paid; cash is the business’s to give', async () => {
    await asOwner('PATCH', '/api/money/terms', { refundOnCancel: 'full-minus-fee' })
    const member = await server.registerMember(studio.site)
    const slot = studio.slotFor(await studio.service({ deposit: '10.00', fullUpfront: true }))
    const contactDetails = { firstName: 'Mia', email: member.email }
    const booking = await studio.book({ slot, contactDetails, paymentOption: 'ONLINE', payDeposit: true, card }, member.token)
    await studio.owner(`/api/bookings/${booking.id}/mark-paid`)
    const { revision } = (await getSummary(booking.id)).booking
    const participantNotification = { notifyParticipants: true }
    await server.ok('POST', `/v2/bookings/${booking.id}/cancel`, { token: member.token, body: { revision, participantNotification } })
    await server.runner.drain()
    expect(await studio.money(booking.id)).toMatchObject({ paid: '30.00' })
    const email = (await server.sentEmails(studio.site, member.email)).find(({ template }) => template === 'booking-canceled')
    expect(String(email?.variables.refundText)).toContain('10.00')
  })
})

describe('a plan beside add-ons', () => {
  /** A member with a plan, and a class with a towel for 5. */
  async function createTowelClass(addOnOption: 'IN_PERSON' | 'ONLINE') {
    const { service, slot } = await createClass({ price: '40.00', options: { online: true, inPerson: true, pricingPlan: true }, addOnOption })
    const { addOn } = (await studio.owner('/v1/add-ons', { addOn: { name: 'Towel', price: { value: '5.00', currency: 'USD' }, maxQuantity: 3 } })).body
    await studio.owner('/v2/services/add-on-groups/create', { serviceId: service.id, addOnGroup: { name: 'Extras', addOnIds: [addOn.id] } })
    const pricing = { price: { value: '30' }, singlePaymentForDuration: { count: 3, unit: 'MONTH' } }
    const { plan } = (await studio.owner('/v2/plans', { plan: { name: 'Pack', pricing, public: true } })).body
    await asOwner('PUT', `/api/plans/${plan.id}/benefit`, { benefit: { credits: 5 }, serviceIds: [service.id] })
    const member = await server.registerMember(studio.site)
    await studio.owner('/v2/checkout/orders/offline', { planId: plan.id, memberId: member.memberId, paid: true })
    return (paymentOption: 'MEMBERSHIP' | 'OFFLINE', more: object = {}) =>
      studio.book(
        { slot, contactDetails: { firstName: 'Mia', email: member.email }, paymentOption, bookedAddOns: [{ addOnId: addOn.id, quantity: 1 }], ...more },
        member.token,
      )
  }

  test('the towel is open, and is all that is paid on site', async () => {
    const booking = await (await createTowelClass('IN_PERSON'))('MEMBERSHIP')
    expect(booking.paymentStatus).toBe('PARTIALLY_PAID')
    await expectOpen(booking.id, '5.00')
    await studio.owner(`/api/bookings/${booking.id}/mark-paid`)
    expect(await studio.money(booking.id)).toMatchObject({ open: '0.00', payments: [{ amount: '5.00' }] })
    expect((await getSummary(booking.id)).booking.paymentStatus).toBe('PAID')
  })

  test('with a tax that is added, the sum of the site has it, too', async () => {
    await asOwner('PATCH', '/api/money/terms', { tax: { name: 'VAT', rate: '7.25', includedInPrice: false, byBusinessAddress: false } })
    const booking = await (await createTowelClass('IN_PERSON'))('MEMBERSHIP')
    await expectOpen(booking.id, '5.36')
  })

  test('a towel that the card paid stays paid when more people come on the plan', async () => {
    const booking = await (await createTowelClass('ONLINE'))('MEMBERSHIP', { card })
    expect((await setPeople(booking.id, 2)).paymentStatus).toBe('PAID')
    expect(await studio.money(booking.id)).toMatchObject({ open: '0.00' })
  })

  test('a plan that is redeemed on site does not pay for the towel', async () => {
    const booking = await (await createTowelClass('IN_PERSON'))('OFFLINE')
    const { body } = await studio.owner(`/api/bookings/${booking.id}/pay-by-plan`)
    expect(body.booking.paymentStatus).toBe('PARTIALLY_PAID')
    await expectOpen(booking.id, '5.00')
  })
})

describe('parts of a set', () => {
  test('what one part was paid does not pay another one', async () => {
    const service = await studio.service({ price: '40.00' })
    const contactDetails = { firstName: 'Mia', email: 'mia@example.org' }
    const bookings = ['10', '17'].map((day) => ({
      bookedEntity: { slot: studio.slotFor(service, `2027-05-${day}T10:00:00Z`, `2027-05-${day}T11:00:00Z`) },
      contactDetails,
      status: 'CONFIRMED',
      selectedPaymentOption: 'OFFLINE',
    }))
    const body = { multiServiceBookingType: 'SEPARATE_BOOKINGS', participantNotification: { notifyParticipants: true }, bookings }
    const { multiServiceBooking } = (await studio.owner('/v2/multi_service_bookings', body)).body
    await studio.owner(`/api/bookings/${multiServiceBooking.bookings[0].bookingId}/mark-paid`)
    const { variables } = await server.waitForEmail(studio.site, contactDetails.email, ({ template }) => template === 'booking-confirmed')
    const token = String(variables.manageLink).split('/').at(-1)
    expect((await asOwner('GET', `/api/bookings/by-link/${token}`)).amounts).toMatchObject({ total: '80.00', paid: '40.00', open: '40.00' })
  })
})
