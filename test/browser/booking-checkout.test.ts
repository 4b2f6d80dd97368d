/** Paying for bookings on our own page, with test cards. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { desktop, expectAccessibleInBothSchemes, openSampleSite, phone, screenshot, waitForIdle, type SampleSite } from './browser-server.ts'
import { fillCard } from './card.ts'
import { createCheckout, createCoupon, findService, listSlots, openPage, requestAsOwner, toBookingFormPath } from './checkouts.ts'

const password = 'a calm long evening'
let sampleSite: SampleSite
beforeAll(async () => {
  sampleSite = await openSampleSite()
})
afterAll(() => sampleSite.close())

describe('with test payments', () => {
  test('the address of a checkout is a working pay page: lines, sum, hold, a card that is declined, and the end', async () => {
    const [slot] = await listSlots(sampleSite, 'Movement Check-up')
    const made = await createCheckout(sampleSite, [slot as Record<string, unknown>])
    const page = await openPage(sampleSite, made.path)
    await page.getByRole('heading', { name: 'Movement Check-up' }).waitFor()
    await page.getByText(/We’re holding your spot for/).waitFor()
    await waitForIdle(page)
    await screenshot(page, 'checkout-pay-desk')
    await expectAccessibleInBothSchemes(page)
    await fillCard(page, '4000000000009995')
    await page.getByRole('button', { name: /^Pay/ }).click()
    await page.getByText('insufficient funds').first().waitFor()
    await fillCard(page)
    await page.getByRole('button', { name: /^Pay/ }).click()
    await page.getByRole('heading', { name: 'You’re booked' }).waitFor()
    await page.getByText('Paid', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Add to calendar' }).waitFor()
    await screenshot(page, 'checkout-done-desk')
    await expectAccessibleInBothSchemes(page)
    expect(await made.statuses()).toEqual(['CONFIRMED'])
    await page.reload()
    await page.getByRole('heading', { name: 'You’re booked' }).waitFor()
    expect(await page.getByLabel('Card number').count()).toBe(0)
  })

  test('a form that is sent empty names all that is missing at once, the card too', async () => {
    const page = await openPage(sampleSite, await toBookingFormPath(sampleSite, 'Private Yoga Lesson'), phone)
    await page.getByLabel('Pay now by card').check()
    await page.getByLabel('Card number').waitFor()
    await page.getByRole('button', { name: /^Pay/ }).click()
    const alert = page.getByRole('alert')
    await alert.waitFor()
    const named = (await alert.getByRole('link').allTextContents()).map((text) => text.split(':')[0])
    expect(named).toEqual(['First name', 'Email', 'Card number', 'Expiry date', 'Security code'])
    await screenshot(page, 'booking-form-empty')
  })

  test('a member pays a deposit, and the balance from the account; both have receipts there', async () => {
    const { staffMembers } = await requestAsOwner(sampleSite, 'POST', '/v1/staff-members/query', { query: {} })
    await requestAsOwner(sampleSite, 'POST', '/api/services', {
      service: {
        type: 'APPOINTMENT',
        name: 'Deep Tissue',
        onlineBooking: { enabled: true },
        payment: {
          rateType: 'FIXED',
          fixed: { price: { value: '60.00' }, deposit: { value: '15.00' } },
          options: { online: true, inPerson: false, deposit: true },
        },
        staffMemberIds: [staffMembers[0].resourceId],
        schedule: { availabilityConstraints: { sessionDurations: [60], timeBetweenSessions: 0 } },
        locations: [{ type: 'CUSTOMER' }],
      },
    })
    const [slot] = await listSlots(sampleSite, 'Deep Tissue')
    const member = await sampleSite.server.registerMember(sampleSite.site)
    const made = await createCheckout(sampleSite, [slot as Record<string, unknown>], 'ONLINE', member.token)
    const page = await openPage(sampleSite, made.path)
    await fillCard(page)
    await page.getByRole('button', { name: /^Pay/ }).click()
    await page.getByRole('heading', { name: 'You’re booked' }).waitFor()
    await page.goto('/hosted/login?returnUrl=/account')
    await page.getByLabel('Email').fill(member.email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL((url) => url.pathname === '/account')
    await page.goto('/account?tab=bookings')
    await page.getByText('Deposit paid, rest due at your visit').waitFor()
    await page.getByRole('link', { name: 'Pay balance of €45 Deep Tissue' }).click()
    await fillCard(page)
    await page.getByRole('button', { name: /^Pay/ }).click()
    // The deposit is paid from the beginning: the form goes when the rest is.
    await page.getByLabel('Card number').waitFor({ state: 'detached' })
    await page.goto('/account?tab=bookings')
    await page.getByText('Payments and receipts').click()
    await page.getByText('€15').waitFor()
    await page.getByText('€45').waitFor()
    expect(await page.getByRole('link', { name: /^Pay balance/ }).count()).toBe(0)
    await screenshot(page, 'account-deposit-and-balance')
    // Who presses before the account is loaded books with its email all the same.
    let [answer, isAsked] = [() => {}, false]
    const isPressed = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/v1/members/my?*', async (route) => {
      isAsked = true
      await isPressed
      await route.continue()
    })
    await page.goto(await toBookingFormPath(sampleSite, 'Private Yoga Lesson'))
    await page.getByLabel('First name').fill('Mia')
    await fillCard(page)
    await page.getByRole('button', { name: /^Pay/ }).click()
    expect(isAsked).toBe(true)
    answer()
    await page.getByRole('heading', { name: 'You’re booked' }).waitFor()
  })

  test('a coupon on the booking page: a wrong one is said beside the field, a right one takes off, and what is shown is paid', async () => {
    await createCoupon(sampleSite, 'FIFTH', { percentOffRate: 20 }, 'bookings')
    const page = await openPage(sampleSite, await toBookingFormPath(sampleSite, 'Private Yoga Lesson'), desktop)
    await page.getByText('Add coupon').click()
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('Enter a coupon code', { exact: true }).waitFor()
    await page.getByLabel('Code', { exact: true }).fill('nothing')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('This coupon does not exist.').first().waitFor()
    await expectAccessibleInBothSchemes(page)
    await page.getByLabel('Code', { exact: true }).fill('fifth')
    await page.getByRole('button', { name: 'Apply' }).click()
    await page.getByText('FIFTH applied').waitFor()
    await waitForIdle(page)
    await screenshot(page, 'booking-coupon')
    await page.getByLabel('First name').fill('Cora')
    await page.getByLabel('Last name').fill('Pons')
    await page.getByLabel('Email').fill('cora@example.org')
    await fillCard(page)
    const button = page.getByRole('button', { name: /^Pay/ })
    const [, shown] = /€([\d.]+)/.exec((await button.textContent()) ?? '') ?? []
    await button.click()
    await page.waitForURL((url) => url.pathname === '/thank-you')
    const { money } = await requestAsOwner(sampleSite, 'GET', `/api/bookings/${new URL(page.url()).searchParams.get('bookingId')}/money`)
    expect(money.payments.map(({ amount }: { amount: string }) => Number(amount))).toEqual([Number(shown)])
    const { coupons } = await requestAsOwner(sampleSite, 'POST', '/stores/v2/coupons/query', { query: {} })
    expect(coupons.find(({ specification }: { specification: { code: string } }) => specification.code === 'FIFTH').numberOfUsages).toBe(1)
  })

  test('a member pays with a card that was saved with a plan: it stands there, and another one can be entered', async () => {
    const { server, site, base } = sampleSite
    const plan = (await requestAsOwner(sampleSite, 'GET', '/v2/plans/public')).plans.find(({ name }: { name: string }) => name === 'Unlimited Monthly')
    const member = await server.registerMember(site)
    const card = { number: '4242424242424242', expMonth: 12, expYear: 2090, cvc: '123' }
    await server.ok('POST', '/api/checkout/plans', { token: member.token, body: { planId: plan.id, card } })
    const page = await sampleSite.page(phone)
    await page.goto(`${base}/hosted/login`)
    await page.getByLabel('Email').fill(member.email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL((url) => url.pathname !== '/hosted/login')
    await page.goto(await toBookingFormPath(sampleSite, 'Private Yoga Lesson'))
    const saved = page.getByRole('radio', { name: 'Visa ending in 4242 (12/90)' })
    await saved.waitFor()
    await page.getByLabel('Another card').check()
    await page.getByLabel('Card number').waitFor()
    await saved.check()
    await page.getByLabel('Card number').waitFor({ state: 'detached' })
    await waitForIdle(page)
    await screenshot(page, 'booking-saved-card')
    await expectAccessibleInBothSchemes(page)
    await page.getByLabel('First name').fill('Paula')
    await page.getByRole('button', { name: /^Pay/ }).click()
    await page.waitForURL((url) => url.pathname === '/thank-you')
    const { money } = await requestAsOwner(sampleSite, 'GET', `/api/bookings/${new URL(page.url()).searchParams.get('bookingId')}/money`)
    expect(money.payments).toMatchObject([{ card: { last4: '4242' } }])
  })

  test('who goes on before the page has read all about them stays where they went', async () => {
    const member = await sampleSite.server.registerMember(sampleSite.site)
    const page = await openPage(sampleSite, await toBookingFormPath(sampleSite, 'Morning Flow'))
    await page.getByLabel('First name').fill('Quinn')
    await page.getByLabel('Email').fill(member.email)
    await page.getByLabel('Buy a plan and book with it').check()
    await page.getByRole('button', { name: 'Choose a plan' }).click()
    await page.getByRole('heading', { name: 'Sign in to continue' }).waitFor()
    let release: () => void = () => undefined
    const released = new Promise<void>((resolve) => (release = resolve))
    const held: string[] = []
    // The service is read anew for the member.
    await page.route('**/v2/services/query', async (route) => {
      held.push(route.request().url())
      await released
      await route.continue()
    })
    await page.getByLabel('Email').fill(member.email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText(`Signed in as ${member.email}.`).waitFor()
    await page.getByRole('button', { name: 'Choose a plan' }).click()
    await page.getByRole('heading', { name: 'Choose your plan' }).waitFor()
    expect(held.length).toBeGreaterThan(0)
    release()
    await waitForIdle(page)
    expect(await page.getByRole('heading', { name: 'Choose your plan' }).count()).toBe(1)
  })

  test('who has no plan signs in, buys one within the booking, and books with it; a refused card and what was typed stay there', async () => {
    const member = await sampleSite.server.registerMember(sampleSite.site)
    const page = await openPage(sampleSite, await toBookingFormPath(sampleSite, 'Morning Flow'))
    await page.getByLabel('First name').fill('Nora')
    await page.getByLabel('Last name').fill('Neu')
    await page.getByLabel('Email').fill(member.email)
    await page.getByLabel('Buy a plan and book with it').check()
    await screenshot(page, 'booking-new-plan-choice')
    await page.getByRole('button', { name: 'Choose a plan' }).click()
    await page.getByRole('heading', { name: 'Sign in to continue' }).waitFor()
    await page.getByLabel('Email').fill(member.email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText(`Signed in as ${member.email}.`).waitFor()
    await waitForIdle(page)
    expect(await page.getByLabel('Last name').inputValue()).toBe('Neu')
    await page.getByLabel('Buy a plan and book with it').check()
    await page.getByRole('button', { name: 'Choose a plan' }).click()
    await page.getByRole('heading', { name: 'Choose your plan' }).waitFor()
    await page.getByLabel('Unlimited Monthly, €89, unlimited sessions').waitFor()
    await page.getByLabel('10-Class Pass, €139, 9 of 10 left after this').check()
    await page.getByRole('heading', { name: '10-Class Pass' }).waitFor()
    await waitForIdle(page)
    await screenshot(page, 'booking-new-plan')
    await expectAccessibleInBothSchemes(page)
    // The way back keeps all that was typed.
    await page.getByRole('button', { name: 'Back to the form' }).click()
    expect(await page.getByLabel('First name').inputValue()).toBe('Nora')
    await page.getByRole('button', { name: 'Choose a plan' }).click()
    await page.getByLabel('10-Class Pass, €139, 9 of 10 left after this').check()
    await fillCard(page, '4000000000009995')
    await page.getByRole('button', { name: /^Pay/ }).click()
    await page.getByText('insufficient funds').first().waitFor()
    await fillCard(page)
    await page.getByRole('button', { name: /^Pay/ }).click()
    await page.waitForURL((url) => url.pathname === '/thank-you')
    await page.getByRole('heading', { name: 'You’re booked' }).waitFor()
    const { booking } = await requestAsOwner(sampleSite, 'GET', `/api/bookings/${new URL(page.url()).searchParams.get('bookingId')}/summary`)
    expect(booking).toMatchObject({ status: 'CONFIRMED', selectedPaymentOption: 'MEMBERSHIP', contactDetails: { lastName: 'Neu' } })
    await page.goto('/account?tab=plans')
    await page.getByText('9 of 10').first().waitFor()
  })

  test("a storefront's session opens it in German on a phone, takes a coupon there, and leads back with the order", async () => {
    await createCoupon(sampleSite, 'THIRD', { moneyOffAmount: 3 }, 'bookings')
    await createCoupon(sampleSite, 'PLANS', { percentOffRate: 10 }, 'pricingPlans')
    const [slot] = await listSlots(sampleSite, 'Morning Flow')
    const made = await createCheckout(sampleSite, [slot as Record<string, unknown>])
    const { redirectSession } = await sampleSite.server.ok('POST', '/v1/redirect-session', {
      token: made.token,
      headers: { host: new URL(sampleSite.base).host },
      body: {
        ecomCheckout: { checkoutId: made.checkoutId },
        callbacks: { thankYouPageUrl: `${sampleSite.base}/signed-out`, postFlowUrl: `${sampleSite.base}/`, cartPageUrl: `${sampleSite.base}/plans` },
        preferences: { additionalQueryParameters: { lang: 'de' } },
      },
    })
    const page = await openPage(sampleSite, new URL(redirectSession.fullUrl).pathname + new URL(redirectSession.fullUrl).search, phone, { locale: 'de-DE' })
    await page.getByText('Wie möchtest du bezahlen?').waitFor()
    expect(await page.getByRole('link', { name: 'Zurück zum Warenkorb' }).getAttribute('href')).toContain('outcome=cart')
    await page.getByText('Gutschein hinzufügen').click()
    await page.getByLabel('Code', { exact: true }).fill('PLANS')
    await page.getByRole('button', { name: 'Einlösen' }).click()
    await page.getByText('Dieser Gutschein gilt nicht für diese Buchung.').first().waitFor()
    await page.getByLabel('Code', { exact: true }).fill('THIRD')
    await page.getByRole('button', { name: 'Einlösen' }).click()
    await page.getByText('THIRD eingelöst').waitFor()
    await waitForIdle(page)
    await screenshot(page, 'checkout-pay-phone-de')
    await expectAccessibleInBothSchemes(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0)
    await page.getByLabel('Vor Ort zahlen').check()
    await page.getByRole('button', { name: 'Buchung bestätigen' }).click()
    await page.waitForURL((url) => url.pathname === '/signed-out')
    const back = new URL(page.url()).searchParams
    expect([back.get('bookingId'), back.get('orderId')]).toEqual([made.ids[0], expect.any(String)])
    expect(await made.statuses()).toEqual(['CONFIRMED'])
  })

  test('a total of nothing is confirmed with one button', async () => {
    const { id, revision } = await findService(sampleSite, 'Yin & Rest')
    await requestAsOwner(sampleSite, 'PATCH', `/v2/services/${id}`, {
      service: { id, revision, payment: { rateType: 'NO_FEE', options: { online: false, inPerson: true } } },
    })
    const [slot] = await listSlots(sampleSite, 'Yin & Rest')
    const made = await createCheckout(sampleSite, [slot as Record<string, unknown>], 'OFFLINE')
    const page = await openPage(sampleSite, made.path, phone)
    await page.getByText('Free', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Confirm booking' }).click()
    await page.getByRole('heading', { name: 'You’re booked' }).waitFor()
    expect(await made.statuses()).toEqual(['CONFIRMED'])
  })

  test('the thank-you page of a booking that is not finished says so and leads on to its pay page', async () => {
    const [slot] = await listSlots(sampleSite, 'Movement Check-up')
    // The home page comes with its first replies; this one asks for free times.
    const page = await openPage(sampleSite, '/service/private-yoga-lesson')
    await page.waitForFunction(() => localStorage.getItem('atrium.tokens') !== null)
    const access = await page.evaluate(() => (JSON.parse(localStorage.getItem('atrium.tokens') ?? '{}') as { access: string }).access)
    const { booking } = await sampleSite.server.ok('POST', '/v2/bookings', {
      token: access,
      body: { booking: { bookedEntity: { slot }, contactDetails: { firstName: 'Uli', email: 'uli@example.org' }, selectedPaymentOption: 'ONLINE' } },
    })
    await page.goto(`/thank-you?bookingId=${booking.id}`)
    await page.getByRole('heading', { name: 'Not finished yet' }).waitFor()
    expect(await page.getByRole('link', { name: 'Add to calendar' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Finish booking' }).click()
    await page.getByRole('button', { name: /^Pay/ }).waitFor()
  })
})
