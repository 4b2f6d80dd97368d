/** The tax of the site on bookings: frozen, split over payments and refunds, shown wherever the price is. Source: guide bookings §12.8. */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { card, createBookingStudio, guest, type BookingStudio, type CreatedService } from '../../../test/factories/booking-studio.ts'
import { describeRows, readGuideLine, tableAt } from '../../../test/guide-tables.ts'
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
/** The ledger knows all the money, and every receipt stands in it with its tax. */
afterEach(async () => {
  expect(await server.runMoneyCheck(studio.site)).toMatchObject({ isRunning: false, findings: [] })
  const all = await readAccounts()
  expect(Object.values(all).reduce((sum, amount) => sum + amount, 0)).toBe(0)
})

const taxAdded = (rate: string) => ({ name: 'Sales tax', rate, includedInPrice: false })
const taxIncluded = (rate: string) => ({ name: 'VAT', rate, includedInPrice: true })
/** Closing balances in minor units. */
async function readAccounts(): Promise<Record<string, number>> {
  const { accounts: rows } = await server.ok('GET', '/api/money/balances', { as: studio.site })
  return Object.fromEntries(rows.map(({ account, closing }: { account: string; closing: string }) => [account, Math.round(Number(closing) * 100)]))
}
const cashAccount = () => `cash:${server.provider}`
const refund = (id: string, receiptId: string, amount?: string) =>
  server.ok('POST', `/api/bookings/${id}/refunds`, {
    as: studio.site,
    body: { receiptId, ...(amount && { amount }) },
    headers: { 'idempotency-key': randomUUID() },
  })

async function bookNow(service: CreatedService, more: Record<string, unknown> = {}) {
  const who = guest()
  const token = await server.visitorToken(studio.site)
  const reply = await server.ok('POST', '/api/checkout/bookings', {
    token,
    body: { slot: studio.slotFor(service), contactDetails: who, paymentOption: 'ONLINE', card, ...more },
  })
  return { token, email: who.email, ...reply, id: reply.booking.id as string }
}

test('without a tax nothing about tax is said', async () => {
  const booked = await bookNow(await studio.service())
  expect(booked.amounts).toEqual({ total: '40.00', dueNow: '0.00', paid: '40.00', currency: 'USD' })
  expect(await readAccounts()).toEqual({ earned: -4000, [cashAccount()]: 4000 })
  expect(await studio.money(booked.id)).not.toHaveProperty('taxes')
})

const items = async (tax: object, services: string[]) => {
  await studio.setTax(tax)
  const token = await server.visitorToken(studio.site)
  const ids: string[] = []
  for (const [at, price] of services.entries()) {
    const service = await studio.service({ price })
    const slot = studio.slotFor(service, `2027-05-1${at}T10:00:00Z`, `2027-05-1${at}T11:00:00Z`)
    ids.push((await studio.create({ booking: { bookedEntity: { slot }, contactDetails: guest(), selectedPaymentOption: 'ONLINE' } }, token)).body.booking.id)
  }
  return { token, references: ids.map((id) => ({ quantity: 1, catalogReference: { appId: '13d21c63-b5ec-5912-8397-c3a5ddb27a97', catalogItemId: id } })) }
}
const amount = (value: string) => expect.objectContaining({ amount: value })

/** A booking that a new member pays with a plan, and what goes with it with a card. */
async function bookWithPlan(addOn?: { quantity: number }) {
  const asOwner = async (method: string, path: string, body: unknown) => server.ok(method, path, { as: studio.site, body })
  const yoga = await studio.service({ type: 'CLASS', capacity: 5, options: { online: true, pricingPlan: true }, addOnOption: 'ONLINE' })
  const slot = { serviceId: yoga.id, eventId: await studio.session(yoga) }
  const towel = await asOwner('POST', '/v1/add-ons', { addOn: { name: 'Towel', price: { value: '5.00', currency: 'USD' }, maxQuantity: 3 } })
  await asOwner('POST', '/v2/services/add-on-groups/create', { serviceId: yoga.id, addOnGroup: { name: 'Extras', addOnIds: [towel.addOn.id] } })
  const pricing = { price: { value: '0' }, singlePaymentForDuration: { count: 3, unit: 'MONTH' } }
  const { plan } = await asOwner('POST', '/v2/plans', { plan: { name: 'Pack', pricing } })
  await asOwner('PUT', `/api/plans/${plan.id}/benefit`, { benefit: { credits: 5 }, serviceIds: [yoga.id] })
  const { token, email, memberId } = await server.registerMember(studio.site)
  await asOwner('POST', '/v2/checkout/orders/offline', { planId: plan.id, memberId, paid: true })
  const body = { slot, contactDetails: { firstName: 'Mia', email }, paymentOption: 'MEMBERSHIP' }
  const extras = addOn ? { bookedAddOns: [{ addOnId: towel.addOn.id, ...addOn }], card } : {}
  return (await server.ok('POST', '/api/checkout/bookings', { token, body: { ...body, ...extras } })).booking
}

describeRows(
  'tax (§12.8)',
  tableAt('bookings', '### 12.8'),
  {
    frozen: async () => {
      await studio.setTax(taxAdded('10'))
      const service = await studio.service()
      const token = await server.visitorToken(studio.site)
      const { body } = await studio.create(
        { booking: { bookedEntity: { slot: studio.slotFor(service) }, contactDetails: guest(), selectedPaymentOption: 'ONLINE' } },
        token,
      )
      await studio.setTax(taxAdded('20'))
      const paid = await server.ok('POST', '/api/checkout/bookings', { token, body: { bookingId: body.booking.id, paymentOption: 'ONLINE', card } })
      expect(paid.amounts).toMatchObject({ total: '44.00', paid: '44.00', taxes: [{ rate: '10', amount: '4.00' }] })
      await studio.setTax(null)
      expect(await studio.money(body.booking.id)).toMatchObject({ total: '44.00', taxes: [{ rate: '10', amount: '4.00' }] })
      const moved = await server.ok('POST', `/v2/bookings/${body.booking.id}/reschedule`, {
        as: studio.site,
        body: { revision: paid.booking.revision, slot: studio.slotFor(service, '2027-05-12T10:00:00Z', '2027-05-12T11:00:00Z') },
      })
      expect(moved.booking).toMatchObject({ status: 'CONFIRMED', paymentStatus: 'PAID' })
      expect(await studio.money(body.booking.id)).toMatchObject({ total: '44.00' })
    },
    lines: async () => {
      await studio.setTax(taxAdded('10'))
      const service = await studio.service({ type: 'CLASS', capacity: 10, price: '3.33', rules: { participantsPolicy: { maxParticipantsPerBooking: 5 } } })
      const eventId = await studio.session(service)
      const booked = await bookNow(service, { slot: { eventId, serviceId: service.id }, totalParticipants: 3, paymentOption: 'OFFLINE', card: undefined })
      expect(booked).toMatchObject({ amounts: { total: '10.99', paid: '0.00', taxes: [{ amount: '1.00' }] }, booking: { paymentStatus: 'NOT_PAID' } })
      expect(await readAccounts()).toEqual({})
      await server.ok('POST', `/api/bookings/${booked.id}/mark-paid`, { as: studio.site })
      expect(await readAccounts()).toEqual({ earned: -999, tax: -100, 'cash:manual': 1099 })
    },
    total: async () => {
      await studio.setTax(taxIncluded('19'))
      const booked = await bookNow(await studio.service())
      expect(booked.amounts).toMatchObject({ total: '40.00', paid: '40.00', taxes: [{ name: 'VAT', rate: '19', includedInPrice: true, amount: '6.39' }] })
      expect(await readAccounts()).toEqual({ earned: -3361, tax: -639, [cashAccount()]: 4000 })
      expect((await server.ok('GET', '/api/money/tax', { as: studio.site })).months).toMatchObject([{ tax: { name: 'VAT' }, net: '33.61', taxAmount: '6.39' }])
    },
    deposit: async () => {
      await studio.setTax(taxAdded('7.25'))
      const booked = await bookNow(await studio.service({ price: '33.33', deposit: '10.00' }), { payDeposit: true })
      expect(booked).toMatchObject({ amounts: { total: '35.75', paid: '10.00', taxes: [{ amount: '2.42' }] }, booking: { paymentStatus: 'PARTIALLY_PAID' } })
      expect(await readAccounts()).toMatchObject({ tax: -68, [cashAccount()]: 1000 })
      await server.ok('POST', `/api/bookings/${booked.id}/mark-paid`, { as: studio.site })
      expect(await readAccounts()).toEqual({ earned: -3333, tax: -242, [cashAccount()]: 1000, 'cash:manual': 2575 })
      expect(await studio.money(booked.id)).toMatchObject({ total: '35.75', paid: '35.75', open: '0.00' })
    },
    'each payment': async () => {
      const [example = ''] = readGuideLine('bookings', 'Example. 55.00').match(/33\.33.*/) ?? []
      const [price, deposit, total, tax, first, second] = example.match(/\d+\.\d\d/g) ?? []
      await studio.setTax(taxAdded('7.25'))
      const { id } = await bookNow(await studio.service({ price, deposit }), { payDeposit: true })
      expect((await studio.money(id)).taxes).toMatchObject([{ amount: tax }])
      const taxSoFar = async () => (-((await readAccounts())['tax'] ?? 0) / 100).toFixed(2)
      const before = await taxSoFar()
      await server.ok('POST', `/api/bookings/${id}/mark-paid`, { as: studio.site })
      expect([before, (Number(await taxSoFar()) - Number(before)).toFixed(2), (await studio.money(id)).total]).toEqual([first, second, total])
    },
    'fee (§14)': async () => {
      await studio.setTax(taxIncluded('19'))
      const service = await studio.service({
        rules: {
          cancellationFeePolicy: { enabled: true, cancellationWindows: [{ percentage: '50', startInMinutes: 100_000 }], autoCollectFeeEnabled: true },
          saveCreditCardPolicy: { enabled: true },
        },
      })
      const member = await server.registerMember(studio.site)
      const { booking } = await server.ok('POST', '/api/checkout/bookings', {
        token: member.token,
        body: { slot: studio.slotFor(service), contactDetails: { firstName: 'Mia', email: member.email }, paymentOption: 'OFFLINE', card, acceptsFees: true },
      })
      await server.ok('POST', `/v2/bookings/${booking.id}/cancel`, { token: member.token, body: { revision: booking.revision } })
      await server.runner.drain()
      expect(await studio.money(booking.id)).toMatchObject({ payments: [{ kind: 'FEE', amount: '20.00' }] })
      expect(await readAccounts()).toEqual({ earned: -1681, tax: -319, [cashAccount()]: 2000 })
    },
    receipt: async () => {
      const first = await items(taxIncluded('20'), ['60.00'])
      await studio.setTax(taxIncluded('7'))
      const service = await studio.service({ price: '10.70' })
      const slot = studio.slotFor(service, '2027-05-14T10:00:00Z', '2027-05-14T11:00:00Z')
      const made = await studio.create({ booking: { bookedEntity: { slot }, contactDetails: guest(), selectedPaymentOption: 'ONLINE' } }, first.token)
      const lineItems = [
        ...first.references,
        { quantity: 1, catalogReference: { ...first.references[0]?.catalogReference, catalogItemId: made.body.booking.id } },
      ]
      const { checkout } = await server.ok('POST', '/ecom/v1/checkouts', { token: first.token, body: { lineItems } })
      await server.ok('POST', `/api/checkout/baskets/${checkout.id}/pay`, { token: first.token, body: { card } })
      expect(await readAccounts()).toEqual({ earned: -6000, tax: -1070, [cashAccount()]: 7070 })
      const [receipt] = (await studio.money(made.body.booking.id)).payments
      const document = await server.ok('GET', `/api/invoices/${receipt.id}`, { as: studio.site })
      expect(
        document.lines
          .map(({ label, amount: text }: { label: string; amount: string }) => [label, text])
          .slice(2)
          .toSorted(),
      ).toEqual([
        ['Includes VAT 20%', '$10.00'],
        ['Includes VAT 7%', '$0.70'],
      ])
      const sales = async () => (await server.ok('GET', '/api/money/tax', { as: studio.site })).months
      const countTax = (rate: string, net: string, taxAmount: string) => ({ tax: { name: 'VAT', rate, includedInPrice: true }, net, taxAmount })
      expect(await sales()).toMatchObject([countTax('7', '10.00', '0.70'), countTax('20', '50.00', '10.00')])
      // What goes back is taken off under the tax of its booking, to the last cent.
      for (const part of ['3.33', '7.37']) await refund(made.body.booking.id, receipt.id, part)
      expect(await sales()).toMatchObject([countTax('7', '0.00', '0.00'), countTax('20', '50.00', '10.00')])
      expect(await readAccounts()).toMatchObject({ earned: -5000, tax: -1000 })
    },
    report: async () => {
      await studio.setTax(taxIncluded('20'))
      const pricing = { singlePaymentForDuration: { count: 1, unit: 'MONTH' }, price: { value: '12' } }
      const plan = (await server.ok('POST', '/v2/plans', { as: studio.site, body: { plan: { name: 'Month', pricing } } })).plan.id
      const { memberId } = await server.registerMember(studio.site)
      await server.ok('POST', '/v2/checkout/orders/offline', { as: studio.site, body: { planId: plan, memberId, paid: true } })
      await bookNow(await studio.service({ price: '6.00' }))
      const { months } = await server.ok('GET', '/api/money/tax', { as: studio.site })
      expect(months).toMatchObject([{ tax: { name: 'VAT', rate: '20.00' }, net: '15.00', taxAmount: '3.00', gross: '18.00' }])
    },
    ledger: async () => {
      await studio.setTax(taxAdded('7.25'))
      const booked = await bookNow(await studio.service({ price: '55.00' }))
      const taxes = [{ name: 'Sales tax', rate: '7.25', includedInPrice: false, amount: '3.99' }]
      expect(booked).toMatchObject({ payment: { outcome: 'succeeded' }, booking: { status: 'CONFIRMED', paymentStatus: 'PAID' } })
      expect(booked.amounts).toMatchObject({ total: '58.99', paid: '58.99', taxes })
      expect(await studio.money(booked.id)).toMatchObject({ total: '58.99', taxes, payments: [{ amount: '58.99' }] })
      expect(await readAccounts()).toEqual({ earned: -5500, tax: -399, [cashAccount()]: 5899 })
      const [receipt] = (await studio.money(booked.id)).payments
      const listed = await server.ok('POST', '/v2/extended-bookings/query', { as: studio.site, body: { query: {}, withBookingPrice: true } })
      expect(listed.extendedBookings.map(({ price }: { price: object }) => price)).toEqual([{ total: '58.99', paid: '58.99', currency: 'USD', taxes }])
      expect((await server.ok('GET', '/api/money/payments', { as: studio.site })).payments).toMatchObject([
        { amount: '58.99', tax: { name: 'Sales tax', rate: '7.25', amount: '3.99' } },
      ])
      expect(await server.ok('GET', `/api/invoices/${receipt.id}`, { as: studio.site })).toMatchObject({
        total: '$58.99',
        lines: [{ amount: '$58.99' }, { label: 'Includes Sales tax 7.25%', amount: '$3.99' }],
      })
      await refund(booked.id, receipt.id, '20.00')
      // 20.00 of 58.99 hold 1.35 of the tax.
      expect(await readAccounts()).toEqual({ earned: -3635, tax: -264, [cashAccount()]: 3899 })
      await refund(booked.id, receipt.id)
      expect(await readAccounts()).toEqual({ earned: 0, tax: 0, [cashAccount()]: 0 })
      const emails = await server.sentEmails(studio.site, booked.email)
      expect(emails.find(({ template }) => template === 'booking-confirmed')?.variables.priceText).toBe('$58.99 (incl. $3.99 Sales tax (7.25%))')
      expect(emails.find(({ template }) => template === 'payment-receipt-booking')?.variables.paidText).toBe('$58.99 (incl. $3.99 Sales tax (7.25%))')
    },
    byBusinessAddress: async () => {
      await studio.setTax({ ...taxAdded('10'), byBusinessAddress: true })
      expect((await bookNow(await studio.service())).amounts).toMatchObject({ total: '44.00', taxes: [{ rate: '10', amount: '4.00' }] })
    },
    'wire of §12.5': async () => {
      await nameTaxOfCheckout()
      studio = await createBookingStudio(server)
      await addNothingToCart()
    },
    'our pages': async () => {
      await studio.setTax(taxIncluded('19'))
      const { id, amounts, token } = await bookNow(await studio.service())
      const taxes = [{ name: 'VAT', rate: '19', includedInPrice: true, amount: '6.39' }]
      const link = (await server.ok('GET', `/v1/anonymous-bookings/${id}/token`, { as: studio.site })).token
      const managed = await server.ok('GET', `/api/bookings/by-link/${link}`, { token })
      expect([amounts.taxes, (await studio.money(id)).taxes]).toEqual([taxes, taxes])
      expect(JSON.stringify(managed)).toContain(JSON.stringify(taxes))
      expect((await server.ok('GET', `/api/bookings/${id}/summary`, { token })).amounts.taxes).toEqual(taxes)
    },
    plan: async () => {
      await studio.setTax(taxAdded('10'))
      const [plain, withTowel] = [await bookWithPlan(), await bookWithPlan({ quantity: 1 })]
      const readMoney = async ({ id }: { id: string }) => {
        const { paid, open, payments, taxes = [] } = await studio.money(id)
        return [paid, open, payments.length, taxes.map((tax: { amount: string }) => tax.amount)]
      }
      expect([plain.paymentStatus, await readMoney(plain)]).toEqual(['PAID', ['0.00', '0.00', 0, []]])
      expect([withTowel.paymentStatus, await readMoney(withTowel)]).toEqual(['PAID', ['5.50', '0.00', 1, ['0.50']]])
      expect(await readAccounts()).toEqual({ earned: -500, tax: -50, [cashAccount()]: 550 })
    },
  },
  // `money-stripe.test.ts` drives the row.
  ['not earned'],
)
async function nameTaxOfCheckout(): Promise<void> {
  const { token, references } = await items(taxAdded('5'), ['0.70', '0.70'])
  const { checkout } = await server.ok('POST', '/ecom/v1/checkouts', { token, body: { lineItems: references } })
  const line = { price: amount('0.70'), totalPriceBeforeTax: amount('0.70'), totalPriceAfterTax: amount('0.74') }
  expect(checkout).toMatchObject({
    lineItems: [line, { ...line, taxDetails: { taxName: 'Sales tax', taxRate: '5', taxIncludedInPrice: false, totalTax: amount('0.04') } }],
    priceSummary: { subtotal: amount('1.40'), tax: amount('0.08'), total: amount('1.48') },
    payNow: { subtotal: amount('1.40'), tax: amount('0.08'), total: amount('1.48') },
    payLater: { total: amount('0.00') },
  })
  const { payment } = await server.ok('POST', `/api/checkout/baskets/${checkout.id}/pay`, { token, body: { card } })
  expect(payment).toMatchObject({ outcome: 'succeeded' })
  expect(await readAccounts()).toEqual({ earned: -140, tax: -8, [cashAccount()]: 148 })
  const page = await server.ok('GET', `/api/checkout/baskets/${checkout.id}`, { token })
  expect(page).toMatchObject({ state: 'DONE', amounts: { total: '1.48', paid: '1.48', taxes: [{ amount: '0.08' }] } })
}
async function addNothingToCart(): Promise<void> {
  const { token, references } = await items(taxIncluded('20'), ['60.00'])
  const { cart } = await server.ok('POST', '/ecom/v2/carts', { token, body: { catalogItems: references } })
  const { summary } = await server.ok('POST', `/ecom/v2/carts/${cart.id}/calculate`, { token, body: {} })
  expect(summary.priceSummary).toMatchObject({ subtotal: amount('50.00'), tax: amount('10.00'), total: amount('60.00') })
}
