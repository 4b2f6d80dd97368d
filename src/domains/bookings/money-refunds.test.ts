/** Refunds of bookings, receipts, and their ledger entries, with test payments. Source: guide bookings §12.6, §14; pricing-plans §11. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { errorCode } from '../../../test/auth-helpers.ts'
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
  day = 9
})
/** After every story: the ledger holds all the money. */
afterEach(async () => {
  expect(await server.runMoneyCheck(studio.site)).toMatchObject({ isRunning: false, findings: [] })
})

const asOwner = (method: string, path: string, body?: unknown) => server.ok(method, path, { as: studio.site, ...(body ? { body } : {}) })
const refund = (id: string, body: Record<string, unknown>) => server.call('POST', `/api/bookings/${id}/refunds`, { as: studio.site, body })
const cashAccount = () => `cash:${server.provider}`
const balance = async (account: string) =>
  Number((await asOwner('GET', '/api/money/balances')).accounts.find((one: { account: string }) => one.account === account)?.closing ?? 0)
let day = 9
async function paidBooking(options: Parameters<BookingStudio['service']>[0] = {}, number = card.number) {
  const member = await server.registerMember(studio.site)
  const massage = await studio.service(options)
  const booking = await studio.book(
    {
      // Each on a day of its own: there is one person who gives them.
      slot: studio.slotFor(massage, `2027-05-${day + 1}T10:00:00Z`, `2027-05-${day + 1}T11:00:00Z`),
      contactDetails: { firstName: 'Mia', email: member.email },
      paymentOption: 'ONLINE',
      card: { ...card, number },
    },
    member.token,
  )
  day += 1
  expect(booking.paymentStatus).toBe('PAID')
  return { booking, member, receiptId: (await studio.money(booking.id)).payments[0].id as string }
}

describe('the owner gives money back', () => {
  test('in part, then in full: status, event, email, credit notes and ledger follow', async () => {
    const { booking, member, receiptId } = await paidBooking()
    const part = await refund(booking.id, { receiptId, amount: '15', participantNotification: { notifyParticipants: true } })
    expect(part.body).toMatchObject({
      booking: { status: 'CONFIRMED', paymentStatus: 'PAID' },
      // What went back is not owed again.
      money: {
        paid: '25.00',
        open: '0.00',
        payments: [{ number: 1, refunded: '15.00', refunds: [{ amount: '15.00', reason: 'OWNER', state: 'SUCCEEDED', number: 1 }] }],
      },
    })
    const { balanceToken } = await server.ok('GET', `/api/bookings/${booking.id}/summary`, { token: member.token })
    expect(balanceToken).toBeUndefined()
    const sentEmail = (await server.sentEmails(studio.site, member.email)).find(({ template }) => template === 'booking-refunded')
    expect(sentEmail?.variables).toMatchObject({ amount: '$15.00', receiptLink: expect.stringContaining(receiptId) })
    const tooMuch = await refund(booking.id, { receiptId, amount: '25.01' })
    expect([tooMuch.status, errorCode(tooMuch)]).toEqual([428, 'REFUND_EXCEEDS_PAYMENT'])
    expect((await refund(booking.id, { receiptId, amount: 'all' })).body.details.validationError.fieldViolations).toMatchObject([{ field: 'amount' }])
    expect((await refund(booking.id, { receiptId })).body).toMatchObject({
      booking: { status: 'CONFIRMED', paymentStatus: 'REFUNDED' },
      money: { open: '0.00' },
    })
    expect((await studio.emittedSlugs(booking.id)).at(-1)).toBe('updated')
    expect(errorCode(await refund(booking.id, { receiptId }))).toBe('PAYMENT_NOT_REFUNDABLE')
    expect([await balance(cashAccount()), await balance('earned')]).toEqual([0, 0])
    // No email was asked for with the second one.
    expect((await studio.sentTemplates(member.email)).filter((template) => template === 'booking-refunded')).toHaveLength(1)
  })

  test('the same press twice moves the money once', async () => {
    const { booking, receiptId } = await paidBooking()
    const press = () =>
      server.call('POST', `/api/bookings/${booking.id}/refunds`, {
        as: studio.site,
        body: { receiptId, amount: '10' },
        headers: { 'idempotency-key': 'one-press' },
      })
    expect([(await press()).status, (await press()).status]).toEqual([200, 200])
    expect(await studio.money(booking.id)).toMatchObject({ paid: '30.00', payments: [{ refunds: [{ amount: '10.00' }] }] })
  })

  test('of a paid request that waits, of a booking that is cancelled, and of cash', async () => {
    const waiting = await paidBooking({ approval: true })
    expect((await refund(waiting.booking.id, { receiptId: waiting.receiptId, amount: '5' })).body.booking).toMatchObject({
      status: 'PENDING',
      paymentStatus: 'PAID',
    })
    const gone = await paidBooking()
    await studio.owner(`/v2/bookings/${gone.booking.id}/cancel`, { revision: gone.booking.revision })
    expect((await refund(gone.booking.id, { receiptId: gone.receiptId })).body.booking).toMatchObject({ status: 'CANCELED', paymentStatus: 'REFUNDED' })
    const cash = await studio.book({ slot: studio.slotFor(await studio.service(), '2027-05-25T10:00:00Z', '2027-05-25T11:00:00Z'), paymentOption: 'OFFLINE' })
    await studio.owner(`/api/bookings/${cash.id}/mark-paid`)
    const [payment] = (await studio.money(cash.id)).payments
    expect(payment).toMatchObject({ provider: 'manual', amount: '40.00', number: 3 })
    await refund(cash.id, { receiptId: payment.id, amount: '40' })
    expect([await balance('cash:manual'), await balance(cashAccount())]).toEqual([0, 35])
  })

  test('is refused to those who may not, and to customers', async () => {
    const { booking, member, receiptId } = await paidBooking()
    const clerk = await server.inviteCollaborator(studio.site, ['BOOKINGS.BOOKING_READ'])
    for (const who of [clerk, { token: member.token }])
      expect((await server.call('POST', `/api/bookings/${booking.id}/refunds`, { ...who, body: { receiptId } })).status).toBe(403)
  })
})

describe('a booking that is cancelled', () => {
  const cancel = async (token: string, id: string, revision: string) =>
    server.ok('POST', `/v2/bookings/${id}/cancel`, { token, body: { revision, participantNotification: { notifyParticipants: true } } })
  const setting = (refundOnCancel: string) => asOwner('PATCH', '/api/money/terms', { refundOnCancel })

  test('before the business accepts a paid request, the customer gets everything back, whatever the setting', async () => {
    const { booking, member } = await paidBooking({ approval: true })
    const { booking: cancelled } = await cancel(member.token, booking.id, booking.revision)
    expect(cancelled).toMatchObject({ status: 'CANCELED', paymentStatus: 'REFUNDED' })
    await server.runner.drain()
    expect(await studio.money(booking.id)).toMatchObject({
      paid: '0.00',
      payments: [{ refunds: [{ reason: 'CANCELED', state: 'SUCCEEDED', amount: '40.00' }] }],
    })
    const sentEmail = (await server.sentEmails(studio.site, member.email)).find(({ template }) => template === 'booking-canceled')
    expect(sentEmail?.variables.refundText).toBe('$40.00 will be refunded.')
    const other = await paidBooking({ approval: true })
    await studio.owner(`/v2/bookings/${other.booking.id}/cancel`, { revision: other.booking.revision })
    await server.runner.drain()
    expect((await studio.money(other.booking.id)).paid).toBe('0.00')
  })

  test.each([
    ['none', '40.00', 'PAID'],
    ['full-minus-fee', '0.00', 'REFUNDED'],
  ])('in time, after it was accepted, follows the setting: %s', async (choice, kept, status) => {
    await setting(choice)
    const { booking, member } = await paidBooking()
    expect((await cancel(member.token, booking.id, booking.revision)).booking).toMatchObject({ status: 'CANCELED', paymentStatus: status })
    await server.runner.drain()
    expect((await studio.money(booking.id)).paid).toBe(kept)
  })

  test('with a fee gives back what is left of the price; the fee stays', async () => {
    await setting('full-minus-fee')
    const fee = {
      cancellationFeePolicy: { enabled: true, cancellationWindows: [{ percentage: '25', startInMinutes: 60 * 24 * 30 }], autoCollectFeeEnabled: true },
    }
    const { booking, member } = await paidBooking({ rules: fee })
    expect((await cancel(member.token, booking.id, booking.revision)).booking).toMatchObject({ paymentStatus: 'PARTIALLY_PAID' })
    await server.runner.drain()
    expect(await studio.money(booking.id)).toMatchObject({ paid: '10.00', payments: [{ refunds: [{ amount: '30.00' }] }] })
    expect(await studio.sentTemplates(member.email)).not.toContain('fee-charged')
  })

  test('by the owner keeps the money for the owner to decide; a session that does not take place gives it back', async () => {
    await setting('full-minus-fee')
    const { booking } = await paidBooking()
    await studio.owner(`/v2/bookings/${booking.id}/cancel`, { revision: booking.revision })
    expect((await studio.money(booking.id)).paid).toBe('40.00')
    const yoga = await studio.service({ type: 'CLASS', capacity: 5 })
    const eventId = await studio.session(yoga)
    const place = await studio.book({ slot: { eventId, serviceId: yoga.id }, paymentOption: 'ONLINE', card })
    await studio.owner(`/calendar/v3/events/${eventId}/cancel`)
    await server.runner.drain()
    expect(await studio.money(place.id)).toMatchObject({ paid: '0.00' })
  })

  test('a request that was accepted and then moved no longer counts as unaccepted', async () => {
    const { booking, member } = await paidBooking({ approval: true })
    const confirmed = (await studio.owner(`/v2/bookings/${booking.id}/confirm`, { revision: booking.revision })).body.booking
    const moved = await server.ok('POST', `/v2/bookings/${booking.id}/reschedule`, {
      token: member.token,
      body: { revision: confirmed.revision, slot: { ...booking.bookedEntity.slot, startDate: '2027-05-20T10:00:00Z', endDate: '2027-05-20T11:00:00Z' } },
    })
    expect(moved.booking.status).toBe('PENDING')
    await cancel(member.token, booking.id, moved.booking.revision)
    expect((await studio.money(booking.id)).paid).toBe('40.00')
  })
})

describe('lists and documents', () => {
  test('card payments and refunds of bookings stand in the lists of money beside those of plans, with one sequence of numbers', async () => {
    const { booking, member, receiptId } = await paidBooking()
    const { plan } = await asOwner('POST', '/v2/plans', {
      plan: { name: 'Pass', pricing: { singlePaymentUnlimited: true, price: { value: '30' } }, public: true },
    })
    await asOwner('POST', '/v2/checkout/orders/offline', { planId: plan.id, memberId: member.memberId, paid: true })
    await refund(booking.id, { receiptId, amount: '4' })
    const about = { kind: 'BOOKING', bookingId: booking.id, memberId: member.memberId, buyerName: 'Mia' }
    const { payments } = await asOwner('GET', '/api/money/payments')
    expect(payments).toHaveLength(2)
    expect(payments).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ...about, id: receiptId, amount: '40.00', number: 1, state: 'PARTIALLY_REFUNDED' }),
        expect.objectContaining({ kind: 'ORDER', number: 2 }),
      ]),
    )
    expect((await asOwner('GET', '/api/money/refunds')).refunds).toMatchObject([
      { ...about, amount: '4.00', receiptNumber: 1, number: 1, invoiceId: receiptId },
    ])
    expect(await asOwner('GET', '/api/money/documents')).toMatchObject({ documents: [{ number: 2 }, { number: 1, ...about }], last: 2, missing: 0 })
    expect((await asOwner('GET', '/api/money/moves')).moves).toEqual(
      expect.arrayContaining([expect.objectContaining({ ...about, from: 'earned', to: cashAccount(), amount: '40.00', receiptNumber: 1 })]),
    )
    const csv = (await server.call('GET', '/api/money/books.csv', { as: studio.site })).text
    expect(csv).toContain(receiptId)
    expect((await server.ok('GET', '/api/money/payments', { as: studio.site, query: { states: 'REFUNDED' } })).payments).toEqual([])
    expect((await server.ok('GET', '/api/money/payments', { as: studio.site, query: { limit: 1, offset: 1 } })).payments).toHaveLength(1)
  })

  test('a receipt is read by the owner, its customer and a visitor with the link of the email, and by no other caller', async () => {
    const { booking, member, receiptId } = await paidBooking()
    const sentEmail = (await server.sentEmails(studio.site, member.email)).find(({ template }) => template === 'payment-receipt-booking')
    const link = new URL(String(sentEmail?.variables.receiptLink)).pathname
    const reader = { token: await server.visitorToken(studio.site) }
    const page = await server.call('GET', link, reader)
    expect(page.text).toContain('Receipt 1')
    expect(page.text).toContain('$40.00')
    expect(page.text).toContain('•••• 4242')
    const pdf = await server.call('GET', `${link}/pdf`, reader)
    expect([pdf.status, pdf.headers['content-type']]).toEqual([200, 'application/pdf'])
    const other = await paidBooking()
    expect(errorCode(await server.call('GET', link.replace(receiptId, other.receiptId), reader))).toBe('RECEIPT_NOT_FOUND')
    expect((await server.call('GET', `/api/invoices/${receiptId}/page`, { token: member.token })).status).toBe(200)
    expect((await server.call('GET', `/api/invoices/${receiptId}/page`, { as: studio.site })).status).toBe(200)
    expect((await server.call('GET', `/api/invoices/${receiptId}/page`, { token: other.member.token })).status).toBe(404)
    const mine = await server.ok('POST', '/api/bookings/receipts', { token: member.token, body: { bookingIds: [booking.id, other.booking.id] } })
    expect(mine.receipts).toEqual([{ id: receiptId, bookingId: booking.id, number: 1, amount: '40.00', refunded: '0.00', currency: 'USD' }])
  })

  test('a fee that is charged has a receipt, too', async () => {
    const rules = {
      cancellationFeePolicy: { enabled: true, cancellationWindows: [{ percentage: '50', startInMinutes: 60 * 24 * 30 }], autoCollectFeeEnabled: true },
      saveCreditCardPolicy: { enabled: true },
    }
    const member = await server.registerMember(studio.site)
    const body = {
      slot: studio.slotFor(await studio.service({ rules })),
      contactDetails: { firstName: 'Mia', email: member.email },
      paymentOption: 'OFFLINE',
      card,
    }
    const booking = await studio.book(body, member.token)
    await server.ok('POST', `/v2/bookings/${booking.id}/cancel`, { token: member.token, body: { revision: booking.revision } })
    await server.runner.drain()
    expect(await studio.money(booking.id)).toMatchObject({ paid: '0.00', payments: [{ kind: 'FEE', amount: '20.00', number: 1 }] })
    expect((await server.sentEmails(studio.site, member.email)).find(({ template }) => template === 'fee-charged')?.variables.receiptLink).toEqual(
      expect.any(String),
    )
  })

  test('a payment that the bank disputes is shown, and the owner is emailed', async () => {
    const { booking } = await paidBooking({}, '4000000000000259')
    server.freezeClock('2027-05-01T10:02:00Z')
    await server.ok('POST', '/_test/run')
    expect((await asOwner('GET', '/api/money/disputes')).disputes).toMatchObject([{ kind: 'BOOKING', bookingId: booking.id, state: 'OPEN', amount: '40.00' }])
    expect(await studio.sentTemplates(studio.site.ownerEmail)).toContain('booking-disputed')
    expect([await balance('disputed'), await balance(cashAccount())]).toEqual([40, 0])
  })
})

describe('a preview says what cancelling would do', () => {
  const preview = async (bookingIds: string[], because: 'SESSION' | 'BUSINESS') =>
    (await asOwner('POST', '/api/bookings/cancellation-effects', { bookingIds, because })).bookings

  test('a session that is cancelled gives back what the setting says, a booking that the owner cancels what the owner decides', async () => {
    const { booking } = await paidBooking()
    expect(await preview([booking.id], 'SESSION')).toMatchObject([
      { id: booking.id, name: 'Mia', people: 1, paidByCard: '40.00', refunded: '0.00', hasEmail: true },
    ])
    await asOwner('PATCH', '/api/money/terms', { refundOnCancel: 'full-minus-fee' })
    expect(await preview([booking.id], 'SESSION')).toMatchObject([{ refunded: '40.00' }])
    expect(await preview([booking.id], 'BUSINESS')).toMatchObject([{ refunded: '0.00', sessionsReturned: 0 }])
    expect((await studio.money(booking.id)).paid).toBe('40.00')
  })

  test('what is over or unknown is left out', async () => {
    const { booking } = await paidBooking()
    await asOwner('POST', `/v2/bookings/${booking.id}/cancel`, { revision: booking.revision })
    expect(await preview([booking.id, '00000000-0000-4000-8000-000000000001'], 'BUSINESS')).toEqual([])
  })
})
