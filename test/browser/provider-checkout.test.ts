/** Paying on the provider's page: no card number ever comes near this server. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from 'vitest'
import { configurePayments } from '#kit/payments/providers.ts'
import { startFakeStripe, type FakeStripe } from '../stripe.ts'
import { desktop, expectAccessibleInBothSchemes, finalScreenshot, openSampleSite, phone, screenshot, waitForIdle, type SampleSite } from './browser-server.ts'
import { createCheckout, findService, listSlots, requestAsOwner, toBookingFormPath } from './checkouts.ts'

const password = 'a calm long evening'
let sampleSite: SampleSite
beforeAll(async () => {
  sampleSite = await openSampleSite()
})
afterAll(() => sampleSite.close())

describe('with Stripe', () => {
  let stripe: FakeStripe
  beforeAll(async () => {
    stripe = await startFakeStripe('sk_test_browser', 'whsec_browser')
    await configurePayments({ provider: 'stripe', stripe: { secretKey: 'sk_test_browser', webhookSecret: 'whsec_browser', apiUrl: stripe.url } })
  })
  afterAll(async () => {
    await configurePayments({ provider: 'sandbox' })
    await stripe.close()
  })

  /** Stands for the provider's page; everything that the browser sends to this server is kept and looked through for card digits. */
  async function openRecorded(path: string, size = desktop): Promise<{ page: Page; sent: string[] }> {
    const page = await sampleSite.page(size)
    onTestFailed(() => finalScreenshot(page, 'failed-checkout-stripe'))
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().startsWith(sampleSite.base)) sent.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`)
    })
    await page.route('https://checkout.invalid/**', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: '<!doctype html><html lang="en"><title>Provider</title><h1>The page of the provider</h1><label>Number <input name="card"></label></html>',
      }),
    )
    await page.goto(path)
    return { page, sent }
  }
  /** The customer types the card over there, and the provider leads back. */
  async function payAtProvider(page: Page, outcome: 'ok' | 'declined' | 'left' = 'ok'): Promise<void> {
    await page.getByRole('heading', { name: 'The page of the provider' }).waitFor()
    await page.getByLabel('Number').fill('4242 4242 4242 4242')
    if (outcome !== 'left') stripe.complete(page.url(), outcome)
    await page.goto(stripe.returnUrl(page.url()))
  }
  /** No run of digits as long as a card number, and no field of a card, in anything that was sent. */
  function expectNoCard(sent: readonly string[]): void {
    const cards = sent.filter((request) => /(?<!\d)(?:\d[ -]?){13,19}(?!\d)/.test(request.replace(/\d{4}-\d\d-\d\dT[\d:.]+|[0-9a-f]{8}-[0-9a-f-]{27}/gi, '')))
    expect(cards.filter((request) => !/\/assets\/|\/media\//.test(request))).toEqual([])
    expect(sent.filter((request) => /"(?:card|cvc|expMonth)"/.test(request))).toEqual([])
  }

  test('the booking form asks for no card, sends the customer to the provider, and shows the thank-you page only after payment', async () => {
    const { page, sent } = await openRecorded(await toBookingFormPath(sampleSite, 'Movement Check-up'))
    await page.getByLabel('First name').fill('Paula')
    await page.getByLabel('Email').fill('paula.left@example.org')
    await page.getByText('You’ll continue on our payment provider’s secure page.').waitFor()
    expect(await page.getByLabel('Card number').count()).toBe(0)
    await screenshot(page, 'checkout-stripe-form')
    await page.getByRole('button', { name: /^Pay/ }).click()
    await payAtProvider(page, 'left')
    // The way back alone pays nothing.
    await page.getByText('You left before finishing. You haven’t been charged.').waitFor()
    expect(await page.getByText('You’re booked').count()).toBe(0)
    await screenshot(page, 'checkout-stripe-left')
    await expectAccessibleInBothSchemes(page)
    // A customer who continues comes to the same page of the provider, and pays once.
    await page.getByRole('button', { name: /^Pay/ }).click()
    await payAtProvider(page)
    await page.getByRole('heading', { name: 'You’re booked' }).waitFor()
    expect(stripe.calls.filter((call) => call === 'POST /v1/checkout/sessions')).toHaveLength(1)
    expectNoCard(sent)
  })

  test('who paid over there comes back to what the server says: booked and paid', async () => {
    const { page, sent } = await openRecorded(await toBookingFormPath(sampleSite, 'Movement Check-up'))
    await page.getByLabel('First name').fill('Paula')
    await page.getByLabel('Email').fill('paula.card@example.org')
    await page.getByRole('button', { name: /^Pay/ }).click()
    await payAtProvider(page)
    await page.getByRole('heading', { name: 'You’re booked' }).waitFor()
    await page.getByText('Paid', { exact: true }).waitFor()
    const { extendedBookings } = await requestAsOwner(sampleSite, 'POST', '/v2/extended-bookings/query', {
      query: { filter: { 'contactDetails.email': 'paula.card@example.org' } },
    })
    expect(extendedBookings.map(({ booking }: { booking: { status: string; paymentStatus: string } }) => [booking.status, booking.paymentStatus])).toEqual([
      ['CONFIRMED', 'PAID'],
    ])
    expectNoCard(sent)
  })

  test('a plan that is bought within a booking is paid over there, and the booking follows on the way back', async () => {
    const member = await sampleSite.server.registerMember(sampleSite.site)
    const { page, sent } = await openRecorded('/hosted/login?lang=de', phone)
    await page.getByLabel('E-Mail').fill(member.email)
    await page.getByLabel('Passwort', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
    await page.waitForURL((url) => url.pathname !== '/hosted/login')
    await page.goto(await toBookingFormPath(sampleSite, 'Morning Flow'))
    await page.getByLabel('Vorname').fill('Resi')
    await page.getByLabel('Tarif kaufen und damit buchen').check()
    await page.getByRole('button', { name: 'Tarif wählen' }).click()
    await page.getByLabel('10-Class Pass, 139 €, danach noch 9 von 10').check()
    await waitForIdle(page)
    await screenshot(page, 'booking-new-plan-stripe')
    await page.getByRole('button', { name: /zahlen/ }).click()
    await payAtProvider(page, 'declined')
    await page.getByRole('link', { name: 'Zurück zu deiner Buchung' }).waitFor()
    await screenshot(page, 'booking-new-plan-declined')
    await expectAccessibleInBothSchemes(page)
    await page.getByRole('button', { name: /zahlen/ }).click()
    await payAtProvider(page)
    await page.waitForURL((url) => url.pathname === '/thank-you')
    const { booking } = await requestAsOwner(sampleSite, 'GET', `/api/bookings/${new URL(page.url()).searchParams.get('bookingId')}/summary`)
    expect(booking).toMatchObject({ status: 'CONFIRMED', selectedPaymentOption: 'MEMBERSHIP', contactDetails: { firstName: 'Resi' } })
    expectNoCard(sent)
  })

  test('a checkout of several bookings and a card that is declined over there', async () => {
    const [first, , , other] = await listSlots(sampleSite, 'Movement Check-up')
    const made = await createCheckout(sampleSite, [first, other] as Record<string, unknown>[])
    const { page, sent } = await openRecorded(made.path, phone)
    await page.getByRole('button', { name: /^Pay/ }).click()
    await payAtProvider(page, 'declined')
    await page.getByText('Your card has insufficient funds.').waitFor()
    await page.getByRole('button', { name: /^Pay/ }).click()
    await payAtProvider(page)
    await page.getByRole('heading', { name: 'You’re booked' }).waitFor()
    expect(await made.statuses()).toEqual(['CONFIRMED', 'CONFIRMED'])
    expectNoCard(sent)
  })

  test('a card that is only kept for a fee, a plan, and another card for it: all of them on the page of the provider', async () => {
    const { bookingPolicy } = await findService(sampleSite, 'Private Yoga Lesson')
    const { bookingPolicy: policy } = await requestAsOwner(sampleSite, 'GET', `/v1/booking-policies/${bookingPolicy.id}`)
    await requestAsOwner(sampleSite, 'PATCH', `/v1/booking-policies/${policy.id}`, {
      bookingPolicy: {
        id: policy.id,
        revision: policy.revision,
        customPolicyDescription: { enabled: true, description: 'Late cancellations cost half of the price.' },
        saveCreditCardPolicy: { enabled: true },
        cancellationFeePolicy: { enabled: true, cancellationWindows: [{ percentage: '50', startInMinutes: 1440 }], autoCollectFeeEnabled: true },
      },
    })
    const booking = await openRecorded(await toBookingFormPath(sampleSite, 'Private Yoga Lesson'))
    await booking.page.getByLabel('First name').fill('Frieda')
    await booking.page.getByLabel('Email').fill('frieda@example.org')
    await booking.page.getByText('Pay in person').click()
    const consent = booking.page.getByRole('checkbox', {
      name: /^I agree that my card is kept and may be charged: €[\d.]+ for cancelling less than 1 day before/,
    })
    await consent.waitFor()
    expect(await booking.page.getByLabel('Card number').count()).toBe(0)
    await booking.page.getByRole('button', { name: 'Book', exact: true }).click()
    await booking.page.getByText('Please agree to this to book', { exact: true }).waitFor()
    await expectAccessibleInBothSchemes(booking.page)
    await screenshot(booking.page, 'booking-fee-consent')
    await consent.check()
    await booking.page.getByRole('button', { name: 'Book', exact: true }).click()
    await payAtProvider(booking.page)
    await booking.page.getByRole('heading', { name: 'You’re booked' }).waitFor()
    expectNoCard(booking.sent)
    await sampleSite.giveBack(booking.page)

    const plan = (await requestAsOwner(sampleSite, 'GET', '/v2/plans/public')).plans.find(({ name }: { name: string }) => name === 'Unlimited Monthly')
    const { page, sent } = await openRecorded(`/hosted/plans/checkout?planId=${plan.id}`)
    // Who is quicker than the answer about the desk is shown no field of a card either.
    await page.route('**/api/checkout/page', () => undefined)
    await page.getByLabel('Your name').fill('Petra Plan')
    await page.getByLabel('Email').fill('petra@example.org')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('button', { name: /^(Pay|Start)/ }).waitFor()
    expect(await page.getByLabel('Card number').count()).toBe(0)
    await page.getByRole('button', { name: /^(Pay|Start)/ }).click()
    await payAtProvider(page)
    await page.getByRole('heading', { name: 'Welcome to Unlimited Monthly' }).waitFor()
    await page.goto('/account?tab=plans')
    await page.getByRole('button', { name: /card/i }).first().click()
    await page.getByText('You’ll continue on our payment provider’s secure page.').waitFor()
    await page.getByRole('button', { name: 'Save card' }).click()
    await payAtProvider(page)
    await page.getByText('Card updated').first().waitFor()
    expectNoCard(sent)
  })

  test('a plan that is paid after its order was cancelled is refunded, and the way back says so', async () => {
    const member = await sampleSite.server.registerMember(sampleSite.site)
    const plan = (await requestAsOwner(sampleSite, 'GET', '/v2/plans/public')).plans.find(({ name }: { name: string }) => name === '10-Class Pass')
    const begun = await sampleSite.server.ok('POST', '/api/checkout/plans', { token: member.token, body: { planId: plan.id, key: 'left-open' } })
    const { page } = await openRecorded('/hosted/login', phone)
    await page.getByLabel('Email').fill(member.email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL((url) => url.pathname !== '/hosted/login')
    await page.goto(begun.url)
    await sampleSite.server.ok('POST', `/v2/member/orders/${begun.order.id}/cancel`, { token: member.token, body: { effectiveAt: 'IMMEDIATELY' } })
    await payAtProvider(page)
    await page.getByText('We’re refunding it in full.').waitFor()
    await waitForIdle(page)
    await expectAccessibleInBothSchemes(page)
    await screenshot(page, 'plan-paid-too-late')
    await page.getByRole('link', { name: 'Start over' }).click()
    await page.waitForURL((url) => url.pathname === '/hosted/plans/checkout')
    await page.getByRole('heading', { name: 'Payment' }).waitFor()
    await page.goto(`/thank-you?planOrderId=${begun.order.id}`)
    await page.getByText('This plan is no longer active.').waitFor()
  })
})
