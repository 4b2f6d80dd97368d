/** What becomes of a booking whose time is taken meanwhile: before its form opens, while it is open, and while a plan is paid for it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessibleInBothSchemes, openSampleSite, phone, screenshot, waitForIdle, type SampleSite } from './browser-server.ts'
import { fillCard } from './card.ts'
import { createCheckout, fillSession, listSlots, openFlow, openPage, requestAsOwner, toBookingFormPath } from './checkouts.ts'

const password = 'a calm long evening'
let sampleSite: SampleSite
beforeAll(async () => {
  sampleSite = await openSampleSite()
})
afterAll(() => sampleSite.close())

test('the time is lost while the plan is paid: the plan stays, and pays for another time', async () => {
  const member = await sampleSite.server.registerMember(sampleSite.site)
  const page = await openPage(sampleSite, '/hosted/login', phone)
  await page.getByLabel('Email').fill(member.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => url.pathname !== '/hosted/login')
  await page.goto(await toBookingFormPath(sampleSite, 'Morning Flow'))
  await page.getByLabel('First name').fill('Lore')
  await page.getByLabel('Buy a plan and book with it').check()
  await page.getByRole('button', { name: 'Choose a plan' }).click()
  await page.getByLabel('10-Class Pass, €139, 9 of 10 left after this').check()
  /** The business takes the booking away: the hold is gone. */
  const cancelHeld = async () => {
    const filter = { 'contactDetails.email': member.email, status: 'CREATED' }
    const { extendedBookings } = await requestAsOwner(sampleSite, 'POST', '/v2/extended-bookings/query', { query: { filter } })
    for (const { booking } of extendedBookings) await requestAsOwner(sampleSite, 'POST', `/v2/bookings/${booking.id}/cancel`, { revision: booking.revision })
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
})

test('the bank takes its time with the plan, and the class fills meanwhile: the plan pays for another time', async () => {
  const member = await sampleSite.server.registerMember(sampleSite.site)
  const page = await openPage(sampleSite, '/signed-out', phone)
  await waitForIdle(page)
  await page.evaluate(
    ([access, refresh]) => localStorage.setItem('atrium.tokens', JSON.stringify({ access, refresh, role: 'member', expiresAt: Date.now() + 3_600_000 })),
    [member.token, member.refreshToken] as const,
  )
  const path = await toBookingFormPath(sampleSite, 'Morning Flow')
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
  await fillSession(sampleSite, query.get('serviceId') ?? '', query.get('eventId') ?? '')
  answer()
  await page.getByText('Your plan is active and stays yours. This time was just taken.').waitFor()
  await waitForIdle(page)
  await screenshot(page, 'booking-new-plan-filled')
  await expectAccessibleInBothSchemes(page)
  expect(await page.getByText('You haven’t been charged').count()).toBe(0)
  await page.getByRole('alert').locator('.chip').first().click()
  await page.getByRole('button', { name: 'Book (uses 1 of 10)' }).click()
  await page.getByRole('heading', { name: 'You’re booked' }).waitFor()
})

test('no more people are offered than there are spots left, and a refusal ends when their number changes', async () => {
  const openForm = async () => {
    const path = await toBookingFormPath(sampleSite, 'Morning Flow')
    const page = await openPage(sampleSite, path, phone)
    await page.getByLabel('First name').fill('Nora')
    await page.getByLabel('Email').fill('nora@example.org')
    await page.getByLabel('Pay in person').check()
    const query = new URLSearchParams(path.split('?')[1])
    const fill = (left: number) => fillSession(sampleSite, query.get('serviceId') ?? '', query.get('eventId') ?? '', left)
    return { page, fill, people: page.getByLabel('Number of people'), book: page.getByRole('button', { name: 'Book', exact: true }) }
  }
  const full = await openForm()
  await full.people.selectOption('2')
  await full.fill(0)
  await full.book.click()
  await full.page.getByText('That time was just taken.').waitFor()
  expect(await full.book.count()).toBe(0)
  await full.people.selectOption('1')
  await full.book.waitFor()
  expect(await full.page.getByText('That time was just taken.').count()).toBe(0)
  await sampleSite.giveBack(full.page)

  const { page, fill, people, book } = await openForm()
  await waitForIdle(page)
  expect(await page.getByText(/^Only \d+ spots? left$/).count()).toBe(0)
  await people.selectOption('3')
  await fill(1)
  await book.click()
  await page.getByRole('alert').getByText('not enough spots left for 3 people').waitFor()
  await page.getByText('Only 1 spot left', { exact: true }).waitFor()
  expect(await people.locator('option').allTextContents()).toEqual(['1'])
  await screenshot(page, 'booking-one-spot-left')
  await expectAccessibleInBothSchemes(page)
  await page.reload()
  await page.getByText('Only 1 spot left', { exact: true }).waitFor()
  await book.click()
  await page.getByRole('heading', { name: 'You’re booked' }).waitFor()
})

test("a storefront's slot is looked at when the form opens; its pages of services, sign-in and plans are the ways on", async () => {
  const { redirectSession } = await openFlow(sampleSite, 'Private Yoga Lesson')
  const page = await openPage(sampleSite, redirectSession, phone)
  await page.getByRole('button', { name: /^Pay/ }).waitFor()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((url) => url.pathname === '/team')
  expect(new URL(page.url()).searchParams.get('returnUrl')).toContain('/hosted/booking-form?rs=')
  // Meanwhile the time is booked by another customer.
  await sampleSite.giveBack(page)
  const taken = await openFlow(sampleSite, 'Private Yoga Lesson')
  await createCheckout(sampleSite, [taken.slot])
  const late = await openPage(sampleSite, taken.redirectSession, phone)
  await late.getByText('This time is no longer available.').waitFor()
  await late.getByRole('button', { name: 'See all times' }).waitFor()
  await waitForIdle(late)
  await screenshot(late, 'booking-form-slot-gone-phone')
  await expectAccessibleInBothSchemes(late)
  expect(await late.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0)
  await late.getByRole('link', { name: 'Choose another service' }).click()
  await late.waitForURL((url) => url.pathname === '/services')
  await sampleSite.giveBack(late)

  const plan = await openFlow(sampleSite, 'Morning Flow')
  const visitor = await openPage(sampleSite, plan.redirectSession)
  await visitor.getByLabel('Buy a plan and book with it').check()
  await visitor.getByRole('button', { name: 'Choose a plan' }).click()
  await visitor.waitForURL((url) => url.pathname === '/plans')
  const given = new URL(visitor.url()).searchParams
  expect([given.get('planIds')?.split(',').length ?? 0, atob(given.get('checkoutData') ?? '').startsWith('/hosted/booking-form?rs=')]).toEqual([
    expect.any(Number),
    true,
  ])
})

test('a time that was taken away is said, with a way to another one; an address that opens nothing says so', async () => {
  const [slot] = await listSlots(sampleSite, 'Private Yoga Lesson')
  const made = await createCheckout(sampleSite, [slot as Record<string, unknown>])
  const { booking } = await requestAsOwner(sampleSite, 'GET', `/api/bookings/${made.ids[0]}/summary`)
  const page = await openPage(sampleSite, made.path)
  await page.getByRole('button', { name: /^Pay/ }).waitFor()
  await requestAsOwner(sampleSite, 'POST', `/v2/bookings/${made.ids[0]}/cancel`, {
    revision: booking.revision,
    flowControlSettings: { ignoreCancellationPolicy: true },
  })
  await page.reload()
  await page.getByRole('heading', { name: 'This time is no longer available' }).waitFor()
  await screenshot(page, 'checkout-gone-desk')
  await expectAccessibleInBothSchemes(page)
  await page.getByRole('link', { name: 'Choose another time' }).click()
  await page.getByRole('heading', { name: 'Private Yoga Lesson' }).first().waitFor()
  await page.goto(`${made.path.slice(0, -6)}AAAAAA`)
  await page.getByText('Nothing to pay here').waitFor()
})
