/** Paying for bookings: on our own page with test cards, and on the provider's page, where no card number ever comes near this server. */
import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFailed, test } from 'vitest'
import { configurePayments } from '#kit/payments/providers.ts'
import { startFakeStripe, type FakeStripe } from '../stripe.ts'
import { desktop, expectAccessibleInBothSchemes, finalScreenshot, openSampleSite, phone, screenshot, waitForIdle, type SampleSite } from './browser-server.ts'
import { fillCard } from './card.ts'

const day = 86_400_000
const password = 'a calm long evening'
let sampleSite: SampleSite
beforeAll(async () => {
  sampleSite = await openSampleSite()
})
afterAll(() => sampleSite.close())

const requestAsOwner = (method: string, path: string, body?: unknown) =>
  sampleSite.server.ok(method, path, { as: sampleSite.site, ...(body === undefined ? {} : { body }) })
async function openPage(path: string, size = desktop, more: Parameters<SampleSite['page']>[2] = {}): Promise<Page> {
  const page = await sampleSite.page(size, 'light', more)
  onTestFailed(() => finalScreenshot(page, `failed-checkout-${path.replaceAll(/[/?=]/g, '_').slice(0, 40)}`))
  await page.goto(path)
  return page
}

interface Service {
  id: string
  revision: string
  bookingPolicy: { id: string }
}
const findService = async (name: string): Promise<Service> => (await requestAsOwner('POST', '/v2/services/query', { query: { filter: { name } } })).services[0]
/** Free times of a service from the day after tomorrow on, as a storefront gets them. */
async function listSlots(name: string): Promise<Record<string, unknown>[]> {
  const { id } = await findService(name)
  const filter = {
    serviceId: [id],
    bookable: true,
    startDate: new Date(Date.now() + 2 * day).toISOString(),
    endDate: new Date(Date.now() + 16 * day).toISOString(),
  }
  const { availabilityEntries } = await requestAsOwner('POST', '/v1/availability/query', { query: { filter }, timezone: 'Europe/Berlin' })
  return availabilityEntries.map((entry: { slot: Record<string, unknown> }) => entry.slot)
}
/** Books through the API as a storefront's visitor does, and makes a checkout of it. */
async function createCheckout(slots: Record<string, unknown>[], option = 'ONLINE', memberToken?: string) {
  const token = memberToken ?? (await sampleSite.server.visitorToken(sampleSite.site))
  const ids: string[] = []
  for (const slot of slots) {
    const booking = {
      bookedEntity: { slot },
      contactDetails: { firstName: 'Vera', email: `vera-${randomUUID().slice(0, 8)}@example.org` },
      totalParticipants: 1,
      selectedPaymentOption: option,
    }
    ids.push((await sampleSite.server.ok('POST', '/v2/bookings', { token, body: { booking } })).booking.id)
  }
  const lineItems = ids.map((catalogItemId) => ({ quantity: 1, catalogReference: { appId: '13d21c63-b5ec-5912-8397-c3a5ddb27a97', catalogItemId } }))
  const { checkout } = await sampleSite.server.ok('POST', '/ecom/v1/checkouts', { token, body: { lineItems, channelType: 'WEB' } })
  const { checkoutUrl } = await sampleSite.server.ok('GET', `/ecom/v1/checkouts/${checkout.id}/checkout-url`, { token })
  const statuses = async () =>
    (await Promise.all(ids.map((id) => requestAsOwner('GET', `/api/bookings/${id}/summary`)))).map(({ booking }) => booking.status as string)
  return { token, ids, checkoutId: checkout.id as string, path: new URL(checkoutUrl).pathname, statuses }
}

/** A redirect session for the next free time of a service, as a storefront with pages of its own begins it. */
async function openFlow(service: string) {
  const [slot] = await listSlots(service)
  const page = (path: string) => `${sampleSite.base}${path}`
  const { redirectSession } = await sampleSite.server.ok('POST', '/v1/redirect-session', {
    token: await sampleSite.server.visitorToken(sampleSite.site),
    headers: { host: new URL(sampleSite.base).host },
    body: {
      bookingsCheckout: { slotAvailability: { slot } },
      callbacks: { postFlowUrl: page('/'), bookingsServiceListUrl: page('/services'), loginUrl: page('/team'), planListUrl: page('/plans') },
    },
  })
  const { pathname, search } = new URL(redirectSession.fullUrl)
  return { slot: slot as Record<string, unknown>, redirectSession: pathname + search }
}

async function toBookingFormPath(service: string) {
  const [slot] = (await listSlots(service)) as {
    serviceId: string
    scheduleId: string
    startDate: string
    endDate: string
    sessionId?: string
    resource?: { id: string }
    location?: { locationType: string; id?: string }
  }[]
  if (!slot) throw new Error(`no free time of ${service}`)
  return `/hosted/booking-form?${new URLSearchParams({
    serviceId: slot.serviceId,
    scheduleId: slot.scheduleId,
    start: slot.startDate,
    end: slot.endDate,
    zone: 'Europe/Berlin',
    ...(slot.sessionId ? { eventId: slot.sessionId } : {}),
    ...(slot.resource?.id ? { resourceId: slot.resource.id } : {}),
    ...(slot.location ? { locationType: slot.location.locationType, ...(slot.location.id ? { locationId: slot.location.id } : {}) } : {}),
  })}`
}

/** The owner books every seat of the session that is free. */
async function fillSession(serviceId: string, eventId: string): Promise<void> {
  const { event } = await requestAsOwner('GET', `/calendar/v3/events/${eventId}`)
  await requestAsOwner('POST', '/v2/bookings', {
    booking: {
      bookedEntity: { slot: { serviceId, eventId } },
      contactDetails: { firstName: 'Group', email: 'group@example.org' },
      totalParticipants: event.remainingCapacity,
      selectedPaymentOption: 'OFFLINE',
    },
  })
}

const createCoupon = (code: string, off: object, namespace: 'bookings' | 'pricingPlans') =>
  requestAsOwner('POST', '/stores/v2/coupons', { specification: { name: code, code, startTime: '0', scope: { namespace }, ...off } })

describe('with test payments', () => {
  test('the address of a checkout is a working pay page: lines, sum, hold, a card that is declined, and the end', async () => {
    const [slot] = await listSlots('Movement Check-up')
    const made = await createCheckout([slot as Record<string, unknown>])
    const page = await openPage(made.path)
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
    await page.context().close()
  })

  test('a member pays a deposit, and the balance from the account; both have receipts there', async () => {
    const { staffMembers } = await requestAsOwner('POST', '/v1/staff-members/query', { query: {} })
    await requestAsOwner('POST', '/api/services', {
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
    const [slot] = await listSlots('Deep Tissue')
    const member = await sampleSite.server.registerMember(sampleSite.site)
    const made = await createCheckout([slot as Record<string, unknown>], 'ONLINE', member.token)
    const page = await openPage(made.path)
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
    await page.getByText('Paid', { exact: true }).first().waitFor()
    await page.goto('/account?tab=bookings')
    await page.getByText('Payments and receipts').click()
    await page.getByText('€15').waitFor()
    await page.getByText('€45').waitFor()
    expect(await page.getByRole('link', { name: /^Pay balance/ }).count()).toBe(0)
    await screenshot(page, 'account-deposit-and-balance')
    await page.context().close()
  })

  test('a coupon on the booking page: a wrong one is said beside the field, a right one takes off, and what is shown is paid', async () => {
    await createCoupon('FIFTH', { percentOffRate: 20 }, 'bookings')
    const page = await openPage(await toBookingFormPath('Private Yoga Lesson'), desktop)
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
    const { money } = await requestAsOwner('GET', `/api/bookings/${new URL(page.url()).searchParams.get('bookingId')}/money`)
    expect(money.payments.map(({ amount }: { amount: string }) => Number(amount))).toEqual([Number(shown)])
    const { coupons } = await requestAsOwner('POST', '/stores/v2/coupons/query', { query: {} })
    expect(coupons.find(({ specification }: { specification: { code: string } }) => specification.code === 'FIFTH').numberOfUsages).toBe(1)
    await page.context().close()
  })

  test('a member pays with a card that was saved with a plan: it stands there, and another one can be entered', async () => {
    const { server, site, base } = sampleSite
    const plan = (await requestAsOwner('GET', '/v2/plans/public')).plans.find(({ name }: { name: string }) => name === 'Unlimited Monthly')
    const member = await server.registerMember(site)
    const card = { number: '4242424242424242', expMonth: 12, expYear: 2090, cvc: '123' }
    await server.ok('POST', '/api/checkout/plans', { token: member.token, body: { planId: plan.id, card } })
    const page = await sampleSite.page(phone)
    await page.goto(`${base}/hosted/login`)
    await page.getByLabel('Email').fill(member.email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL((url) => url.pathname !== '/hosted/login')
    await page.goto(await toBookingFormPath('Private Yoga Lesson'))
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
    const { money } = await requestAsOwner('GET', `/api/bookings/${new URL(page.url()).searchParams.get('bookingId')}/money`)
    expect(money.payments).toMatchObject([{ card: { last4: '4242' } }])
    await page.context().close()
  })

  test('who has no plan signs in, buys one within the booking, and books with it; a refused card and what was typed stay there', async () => {
    const member = await sampleSite.server.registerMember(sampleSite.site)
    const page = await openPage(await toBookingFormPath('Morning Flow'))
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
    const { booking } = await requestAsOwner('GET', `/api/bookings/${new URL(page.url()).searchParams.get('bookingId')}/summary`)
    expect(booking).toMatchObject({ status: 'CONFIRMED', selectedPaymentOption: 'MEMBERSHIP', contactDetails: { lastName: 'Neu' } })
    await page.goto('/account?tab=plans')
    await page.getByText('9 of 10').first().waitFor()
    await page.context().close()
  })

  test('the time is lost while the plan is paid: the plan stays, and pays for another time', async () => {
    const member = await sampleSite.server.registerMember(sampleSite.site)
    const page = await openPage('/hosted/login', phone)
    await page.getByLabel('Email').fill(member.email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL((url) => url.pathname !== '/hosted/login')
    await page.goto(await toBookingFormPath('Morning Flow'))
    await page.getByLabel('First name').fill('Lore')
    await page.getByLabel('Buy a plan and book with it').check()
    await page.getByRole('button', { name: 'Choose a plan' }).click()
    await page.getByLabel('10-Class Pass, €139, 9 of 10 left after this').check()
    /** The business takes the booking away: the hold is gone. */
    const cancelHeld = async () => {
      const filter = { 'contactDetails.email': member.email, status: 'CREATED' }
      const { extendedBookings } = await requestAsOwner('POST', '/v2/extended-bookings/query', { query: { filter } })
      for (const { booking } of extendedBookings) await requestAsOwner('POST', `/v2/bookings/${booking.id}/cancel`, { revision: booking.revision })
    }
    await cancelHeld()
    await fillCard(page)
    await page.getByRole('button', { name: /^Pay/ }).click()
    // Before any money is taken.
    await page.getByText('Your spot is no longer held, and you haven’t been charged.').waitFor()
    await page.getByRole('button', { name: 'Choose a plan' }).click()
    await page.getByLabel('10-Class Pass, €139, 9 of 10 left after this').check()
    await page.route('**/api/checkout/plans', async (route) => {
      await cancelHeld()
      await route.continue()
    })
    await fillCard(page)
    await page.getByRole('button', { name: /^Pay/ }).click()
    await page.getByText('Your plan is active and stays yours. Your spot is no longer held.').waitFor()
    await waitForIdle(page)
    await screenshot(page, 'booking-new-plan-kept')
    await expectAccessibleInBothSchemes(page)
    await page.getByRole('button', { name: 'Book (uses 1 of 10)' }).click()
    await page.getByRole('heading', { name: 'You’re booked' }).waitFor()
    await page.context().close()
  })

  test('the bank takes its time with the plan, and the class fills meanwhile: the plan pays for another time', async () => {
    const member = await sampleSite.server.registerMember(sampleSite.site)
    const page = await openPage('/signed-out', phone)
    await waitForIdle(page)
    await page.evaluate(
      ([access, refresh]) => localStorage.setItem('atrium.tokens', JSON.stringify({ access, refresh, role: 'member', expiresAt: Date.now() + 3_600_000 })),
      [member.token, member.refreshToken] as const,
    )
    const path = await toBookingFormPath('Morning Flow')
    await page.goto(path)
    await page.getByLabel('First name').fill('Pia')
    await page.getByLabel('Buy a plan and book with it').check()
    await page.getByRole('button', { name: 'Choose a plan' }).click()
    await page.getByLabel('10-Class Pass, €139, 9 of 10 left after this').check()
    await fillCard(page, '4000000000000077')
    await page.getByRole('button', { name: /^Pay/ }).click()
    await page.waitForURL((url) => url.pathname.startsWith('/checkout/pay/'))
    await page.getByText('Your bank is still processing this.').waitFor()
    await page.getByText('Stay here, and your spot is booked as soon as the plan is paid.').waitFor()
    await screenshot(page, 'booking-new-plan-waiting')
    await expectAccessibleInBothSchemes(page)
    // The hold runs out and others take every seat; then the bank answers.
    let answer = (): void => undefined
    const isFull = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/api/pay/*/check', async (route) => {
      await isFull
      await route.continue()
    })
    await sampleSite.server.ok('POST', '/_test/clock', { body: { advance: 'PT31M' } })
    const query = new URLSearchParams(path.split('?')[1])
    await fillSession(query.get('serviceId') ?? '', query.get('eventId') ?? '')
    answer()
    await page.getByText('Your plan is active and stays yours. This time was just taken.').waitFor()
    await waitForIdle(page)
    await screenshot(page, 'booking-new-plan-filled')
    await expectAccessibleInBothSchemes(page)
    expect(await page.getByText('You haven’t been charged').count()).toBe(0)
    await page.getByRole('alert').locator('.chip').first().click()
    await page.getByRole('button', { name: 'Book (uses 1 of 10)' }).click()
    await page.getByRole('heading', { name: 'You’re booked' }).waitFor()
    await page.context().close()
  })

  test("a storefront's session opens it in German on a phone, takes a coupon there, and leads back with the order", async () => {
    await createCoupon('THIRD', { moneyOffAmount: 3 }, 'bookings')
    await createCoupon('PLANS', { percentOffRate: 10 }, 'pricingPlans')
    const [slot] = await listSlots('Morning Flow')
    const made = await createCheckout([slot as Record<string, unknown>])
    const { redirectSession } = await sampleSite.server.ok('POST', '/v1/redirect-session', {
      token: made.token,
      headers: { host: new URL(sampleSite.base).host },
      body: {
        ecomCheckout: { checkoutId: made.checkoutId },
        callbacks: { thankYouPageUrl: `${sampleSite.base}/signed-out`, postFlowUrl: `${sampleSite.base}/`, cartPageUrl: `${sampleSite.base}/plans` },
        preferences: { additionalQueryParameters: { lang: 'de' } },
      },
    })
    const page = await openPage(new URL(redirectSession.fullUrl).pathname + new URL(redirectSession.fullUrl).search, phone, { locale: 'de-DE' })
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
    await page.context().close()
  })

  test("a storefront's slot is looked at when the form opens; its pages of services, sign-in and plans are the ways on", async () => {
    const { redirectSession } = await openFlow('Private Yoga Lesson')
    const page = await openPage(redirectSession, phone)
    await page.getByRole('button', { name: /^Pay/ }).waitFor()
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL((url) => url.pathname === '/team')
    expect(new URL(page.url()).searchParams.get('returnUrl')).toContain('/hosted/booking-form?rs=')
    // Meanwhile the time is booked by another customer.
    await page.context().close()
    const taken = await openFlow('Private Yoga Lesson')
    await createCheckout([taken.slot])
    const late = await openPage(taken.redirectSession, phone)
    await late.getByText('This time is no longer available.').waitFor()
    await late.getByRole('button', { name: 'See all times' }).waitFor()
    await waitForIdle(late)
    await screenshot(late, 'booking-form-slot-gone-phone')
    await expectAccessibleInBothSchemes(late)
    expect(await late.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0)
    await late.getByRole('link', { name: 'Choose another service' }).click()
    await late.waitForURL((url) => url.pathname === '/services')
    await late.context().close()

    const plan = await openFlow('Morning Flow')
    const visitor = await openPage(plan.redirectSession)
    await visitor.getByLabel('Buy a plan and book with it').check()
    await visitor.getByRole('button', { name: 'Choose a plan' }).click()
    await visitor.waitForURL((url) => url.pathname === '/plans')
    const given = new URL(visitor.url()).searchParams
    expect([given.get('planIds')?.split(',').length ?? 0, atob(given.get('checkoutData') ?? '').startsWith('/hosted/booking-form?rs=')]).toEqual([
      expect.any(Number),
      true,
    ])
    await visitor.context().close()
  })

  test('a total of nothing is confirmed with one button', async () => {
    const { id, revision } = await findService('Yin & Rest')
    await requestAsOwner('PATCH', `/v2/services/${id}`, {
      service: { id, revision, payment: { rateType: 'NO_FEE', options: { online: false, inPerson: true } } },
    })
    const [slot] = await listSlots('Yin & Rest')
    const made = await createCheckout([slot as Record<string, unknown>], 'OFFLINE')
    const page = await openPage(made.path, phone)
    await page.getByText('Free', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Confirm booking' }).click()
    await page.getByRole('heading', { name: 'You’re booked' }).waitFor()
    expect(await made.statuses()).toEqual(['CONFIRMED'])
    await page.context().close()
  })

  test('a time that was taken away is said, with a way to another one; an address that opens nothing says so', async () => {
    const [slot] = await listSlots('Private Yoga Lesson')
    const made = await createCheckout([slot as Record<string, unknown>])
    const { booking } = await requestAsOwner('GET', `/api/bookings/${made.ids[0]}/summary`)
    const page = await openPage(made.path)
    await page.getByRole('button', { name: /^Pay/ }).waitFor()
    await requestAsOwner('POST', `/v2/bookings/${made.ids[0]}/cancel`, { revision: booking.revision, flowControlSettings: { ignoreCancellationPolicy: true } })
    await page.reload()
    await page.getByRole('heading', { name: 'This time is no longer available' }).waitFor()
    await screenshot(page, 'checkout-gone-desk')
    await expectAccessibleInBothSchemes(page)
    await page.getByRole('link', { name: 'Choose another time' }).click()
    await page.getByRole('heading', { name: 'Private Yoga Lesson' }).first().waitFor()
    await page.goto(`${made.path.slice(0, -6)}AAAAAA`)
    await page.getByText('Nothing to pay here').waitFor()
    await page.context().close()
  })

  test('the thank-you page of a booking that is not finished says so and leads on to its pay page', async () => {
    const [slot] = await listSlots('Movement Check-up')
    // The home page comes with its first replies; this one asks for free times.
    const page = await openPage('/service/private-yoga-lesson')
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
    await page.context().close()
  })
})

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
    const { page, sent } = await openRecorded(await toBookingFormPath('Movement Check-up'))
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
    await page.context().close()
  })

  test('who paid over there comes back to what the server says: booked and paid', async () => {
    const { page, sent } = await openRecorded(await toBookingFormPath('Movement Check-up'))
    await page.getByLabel('First name').fill('Paula')
    await page.getByLabel('Email').fill('paula.card@example.org')
    await page.getByRole('button', { name: /^Pay/ }).click()
    await payAtProvider(page)
    await page.getByRole('heading', { name: 'You’re booked' }).waitFor()
    await page.getByText('Paid', { exact: true }).waitFor()
    const { extendedBookings } = await requestAsOwner('POST', '/v2/extended-bookings/query', {
      query: { filter: { 'contactDetails.email': 'paula.card@example.org' } },
    })
    expect(extendedBookings.map(({ booking }: { booking: { status: string; paymentStatus: string } }) => [booking.status, booking.paymentStatus])).toEqual([
      ['CONFIRMED', 'PAID'],
    ])
    expectNoCard(sent)
    await page.context().close()
  })

  test('a plan that is bought within a booking is paid over there, and the booking follows on the way back', async () => {
    const member = await sampleSite.server.registerMember(sampleSite.site)
    const { page, sent } = await openRecorded('/hosted/login?lang=de', phone)
    await page.getByLabel('E-Mail').fill(member.email)
    await page.getByLabel('Passwort', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Anmelden', exact: true }).click()
    await page.waitForURL((url) => url.pathname !== '/hosted/login')
    await page.goto(await toBookingFormPath('Morning Flow'))
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
    const { booking } = await requestAsOwner('GET', `/api/bookings/${new URL(page.url()).searchParams.get('bookingId')}/summary`)
    expect(booking).toMatchObject({ status: 'CONFIRMED', selectedPaymentOption: 'MEMBERSHIP', contactDetails: { firstName: 'Resi' } })
    expectNoCard(sent)
    await page.context().close()
  })

  test('a checkout of several bookings and a card that is declined over there', async () => {
    const [first, , , other] = await listSlots('Movement Check-up')
    const made = await createCheckout([first, other] as Record<string, unknown>[])
    const { page, sent } = await openRecorded(made.path, phone)
    await page.getByRole('button', { name: /^Pay/ }).click()
    await payAtProvider(page, 'declined')
    await page.getByText('Your card has insufficient funds.').waitFor()
    await page.getByRole('button', { name: /^Pay/ }).click()
    await payAtProvider(page)
    await page.getByRole('heading', { name: 'You’re booked' }).waitFor()
    expect(await made.statuses()).toEqual(['CONFIRMED', 'CONFIRMED'])
    expectNoCard(sent)
    await page.context().close()
  })

  test('a card that is only kept for a fee, a plan, and another card for it: all of them on the page of the provider', async () => {
    const { bookingPolicy } = await findService('Private Yoga Lesson')
    const { bookingPolicy: policy } = await requestAsOwner('GET', `/v1/booking-policies/${bookingPolicy.id}`)
    await requestAsOwner('PATCH', `/v1/booking-policies/${policy.id}`, {
      bookingPolicy: {
        id: policy.id,
        revision: policy.revision,
        customPolicyDescription: { enabled: true, description: 'Late cancellations cost half of the price.' },
        saveCreditCardPolicy: { enabled: true },
        cancellationFeePolicy: { enabled: true, cancellationWindows: [{ percentage: '50', startInMinutes: 1440 }], autoCollectFeeEnabled: true },
      },
    })
    const booking = await openRecorded(await toBookingFormPath('Private Yoga Lesson'))
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
    await booking.page.context().close()

    const plan = (await requestAsOwner('GET', '/v2/plans/public')).plans.find(({ name }: { name: string }) => name === 'Unlimited Monthly')
    const { page, sent } = await openRecorded(`/hosted/plans/checkout?planId=${plan.id}`)
    await page.getByLabel('Your name').fill('Petra Plan')
    await page.getByLabel('Email').fill('petra@example.org')
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Create account' }).click()
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
    await page.context().close()
  })
})
