/** Services, plans, coupons, members, orders, emails and settings of the dashboard, through the real server. */
import type { Page } from 'playwright-core'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDashboard, type DashboardServer } from './dashboard-server.ts'
import { endHolding } from './held-changes.ts'
import { expectAccessible, screenshot } from './browser-server.ts'
import { createOwnerCalls, waitForToast } from './owner-work.ts'

let sampleSite: DashboardServer
beforeAll(async () => {
  sampleSite = await openDashboard('sample')
})
afterAll(() => sampleSite.close())

const { request: requestAsOwner, getSite } = createOwnerCalls(() => sampleSite)
const findService = async (name: string) =>
  (await requestAsOwner('POST', '/v2/services/query', { query: { paging: { limit: 100 } } })).services.find((one: { name: string }) => one.name === name)

test('a class is added with its weekly sessions, and can be booked', async () => {
  const { page, problems } = await sampleSite.openAsOwner()
  await page.goto('/dashboard/services')
  await page.getByRole('button', { name: 'New service' }).click()
  await page.getByText('Class', { exact: true }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Evening Stretch')
  await page.getByRole('textbox', { name: 'Spots per session' }).fill('9')
  await page.getByRole('textbox', { name: /Price/ }).fill('12.50')
  await page.getByRole('button', { name: 'Create service' }).click()
  await page.getByRole('heading', { name: 'Add sessions for Evening Stretch' }).waitFor()
  await page.getByText('Mon', { exact: true }).click()
  await page.getByText('Wed', { exact: true }).click()
  await page.getByLabel(/^Start time/).fill('18:15')
  await page.getByRole('combobox', { name: 'Staff' }).press('ArrowDown')
  await page.getByRole('option', { name: 'Aiko Mori' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').getByRole('button', { name: 'Add sessions' }).click()
  await waitForToast(page, 'Sessions added.')
  const service = await findService('Evening Stretch')
  expect(service).toMatchObject({ type: 'CLASS', defaultCapacity: 9 })
  expect(Number(service.payment.fixed.price.value)).toBe(12.5)
  const { entries } = await requestAsOwner('GET', '/api/next-times')
  expect(entries.find(({ slot }: { slot: { serviceId: string } }) => slot.serviceId === service.id)).toMatchObject({ bookable: true, openSpots: 9 })
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Evening Stretch' })
    .getByText(/Bookable, next/)
    .waitFor()
  expect(problems).toEqual([])
})

test('an appointment service is added, and the question before leaving keeps what was typed', async () => {
  const { page } = await sampleSite.openAsOwner()
  await page.goto('/dashboard/services?edit=new')
  await page.getByRole('textbox', { name: 'Name' }).fill('Breath Work')
  await page.getByRole('button', { name: 'Close' }).first().click()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await page.getByRole('textbox', { name: 'Minutes', exact: true }).fill('50')
  await page.getByRole('combobox', { name: 'Staff' }).press('ArrowDown')
  await page.getByRole('option', { name: 'Lena Brandt' }).click()
  await page.keyboard.press('Tab')
  await page.getByRole('textbox', { name: /Price/ }).fill('40')
  await page.getByRole('button', { name: 'Create service' }).click()
  await waitForToast(page, 'Breath Work created.')
  expect((await findService('Breath Work')).schedule.availabilityConstraints.sessionDurations).toEqual([50])
})

test('a room that is typed while the types are on their way keeps what was typed, and gets the first of them', async () => {
  const { page, problems } = await sampleSite.openAsOwner()
  let release: () => void = () => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/v2/resources/resource-types/query', async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/dashboard/staff?tab=rooms&open=new')
  const panel = page.getByRole('dialog')
  await panel.getByRole('textbox', { name: 'Name', exact: true }).fill('Attic')
  release()
  await expect.poll(() => panel.getByRole('combobox', { name: 'Type' }).inputValue()).toBe('Room')
  expect(await panel.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('Attic')
  expect(problems).toEqual([])
})

test('two people edit the same service: the second is asked and may keep both', async () => {
  const before = await findService('Yin & Rest')
  const { page } = await sampleSite.openAsOwner()
  await page.goto(`/dashboard/services?edit=${before.id}`)
  await page.getByRole('textbox', { name: 'Description', exact: true }).fill('Mine: long holds and a blanket.')
  // What the other person saved is slow to come: an overwrite at once must not send the old revision again.
  await page.route(`**/api/services/${before.id}`, async (route) => {
    if (route.request().method() === 'GET') await new Promise((resolve) => setTimeout(resolve, 1500))
    await route.continue()
  })
  await requestAsOwner('PATCH', `/v2/services/${before.id}`, { service: { revision: before.revision, tagLine: 'Theirs' } })
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Someone else changed this').waitFor()
  await page.getByRole('button', { name: 'Overwrite with mine' }).click()
  await waitForToast(page, 'Saved.')
  expect(await findService('Yin & Rest')).toMatchObject({ description: 'Mine: long holds and a blanket.', tagLine: 'Theirs' })
})

test('a plan is created with what it pays for, edited, hidden and archived', async () => {
  const { page, problems } = await sampleSite.openAsOwner()
  await page.goto('/dashboard/plans')
  await page.getByRole('button', { name: 'New plan' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Flow Four')
  await page.getByRole('textbox', { name: /Price in/ }).fill('48')
  await page.getByRole('combobox', { name: 'Included services' }).click()
  await page.getByRole('option', { name: 'Morning Flow' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('textbox', { name: 'Sessions per period' }).fill('4')
  await page.getByRole('button', { name: 'Create plan' }).click()
  await waitForToast(page, 'Flow Four created.')
  const { plans } = await requestAsOwner('GET', '/v2/plans')
  const made = plans.find((plan: { name: string }) => plan.name === 'Flow Four')
  expect(await requestAsOwner('GET', `/api/plans/${made.id}/benefit`)).toMatchObject({
    benefit: { credits: 4 },
    serviceIds: [(await findService('Morning Flow')).id],
  })
  await page.getByRole('button', { name: 'Actions for Flow Four' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: /Price in/ }).fill('52')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await waitForToast(page, 'Saved.')
  expect((await requestAsOwner('GET', `/v2/plans/${made.id}`)).plan.pricing.price.value).toMatch(/^52/)
  await page.getByRole('button', { name: 'Actions for Flow Four' }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  await page.getByRole('button', { name: 'Archive plan' }).click()
  await waitForToast(page, 'Flow Four archived.')
  expect(problems).toEqual([])
})

test('a plan is sold at the desk, marked as paid and cancelled at once', async () => {
  const { page, problems } = await sampleSite.openAsOwner()
  await page.goto('/dashboard/plans?tab=subscriptions&edit=order')
  await page.getByRole('combobox', { name: 'Member' }).fill('Freya')
  await page.getByRole('option', { name: /Freya/ }).first().click()
  await page.getByRole('dialog').getByRole('combobox', { name: 'Plan' }).click()
  await page.getByRole('option', { name: /Single Month/ }).click()
  await page.getByRole('button', { name: /Sell for/ }).click()
  await waitForToast(page, 'Plan sold.')
  const row = page.getByRole('list', { name: 'Subscriptions' }).getByRole('listitem').first()
  await row.getByText('Unpaid').waitFor()
  await row.getByRole('button', { name: 'Mark as paid' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Mark as paid' }).click()
  await waitForToast(page, 'Marked as paid.')
  await row.getByRole('button', { name: /Freya/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel', exact: true }).click()
  // What was paid once has no next payment to wait for.
  await page.getByText('The plan ends immediately').waitFor()
  const effects = page.getByRole('status', { name: 'What will happen' })
  await effects.getByText('Single Month ends now').waitFor()
  await effects.getByText('1 email is sent:').waitFor()
  await screenshot(page, 'dry-run')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Cancel subscription' }).click()
  await waitForToast(page, 'Subscription cancelled.')
  const { orders } = await requestAsOwner('GET', '/v2/orders?sorting.fieldName=createdDate&sorting.order=DESC&limit=1')
  expect(orders[0]).toMatchObject({ planName: 'Single Month', status: 'CANCELED', lastPaymentStatus: 'PAID' })
  expect(problems).toEqual([])
})

test('a coupon is made, changed and turned off', async () => {
  const { page, problems } = await sampleSite.openAsOwner()
  await page.goto('/dashboard/plans?tab=coupons')
  await page.getByRole('button', { name: 'New coupon' }).first().click()
  await page.getByRole('textbox', { name: 'Code' }).fill('spring20')
  await page.getByRole('textbox', { name: 'Percent off' }).fill('20')
  await page.getByRole('button', { name: 'Create coupon' }).click()
  await waitForToast(page, 'SPRING20 created.')
  await page.getByRole('button', { name: /^SPRING20/ }).click()
  await page.getByRole('combobox', { name: 'Duration' }).click()
  await page.getByRole('option', { name: 'First payments' }).click()
  await page.getByRole('textbox', { name: 'Number of payments' }).fill('3')
  await page.getByRole('combobox', { name: 'Applies to' }).click()
  await page.getByRole('option', { name: 'All plans and bookings' }).click()
  await page.getByRole('button', { name: 'Save coupon' }).click()
  await waitForToast(page, 'SPRING20 saved.')
  await page.getByText('20% off the first 3 payments · plans and bookings').waitFor()
  const row = page.getByRole('listitem').filter({ hasText: 'SPRING20' })
  await row.getByRole('button', { name: 'Turn off' }).click()
  await waitForToast(page, 'SPRING20 turned off.')
  await row.getByText('Off', { exact: true }).waitFor()
  expect(problems).toEqual([])
})

test('forms of plans and coupons say beside each field what is wrong, and the summary leads there', async () => {
  const { page } = await sampleSite.openAsOwner()
  await page.goto('/dashboard/plans')
  await page.getByRole('button', { name: 'New plan' }).click()
  const panel = page.getByRole('dialog')
  await panel.getByRole('textbox', { name: 'Description' }).fill('Kept as it was typed')
  await panel.getByRole('button', { name: 'Add a sign-up fee' }).click()
  await panel.getByRole('button', { name: 'Create plan' }).click()
  const summary = panel.getByRole('alert').filter({ hasText: 'Please fix 4 problems' })
  await summary.waitFor()
  expect(await summary.evaluate((alert) => alert.parentElement === document.activeElement)).toBe(true)
  await expectAccessible(page)
  // Each takes the focus to its field, which says the same.
  await summary.getByRole('button', { name: /^Price in .*: Enter a price above zero/ }).click()
  const price = panel.getByRole('textbox', { name: /^Price in/ })
  await expect.poll(() => price.evaluate((field) => field === document.activeElement && field.getAttribute('aria-invalid'))).toBe('true')
  await price.fill('48')
  await panel.getByRole('alert').filter({ hasText: 'Please fix 3 problems' }).waitFor()
  expect(await panel.getByRole('textbox', { name: 'Description' }).inputValue()).toBe('Kept as it was typed')

  await page.goto('/dashboard/plans?tab=coupons')
  await page.getByRole('button', { name: 'New coupon' }).first().click()
  await panel.getByRole('textbox', { name: 'Percent off' }).fill('120')
  await panel.getByRole('button', { name: 'Create coupon' }).click()
  await panel.getByRole('button', { name: 'Code: Enter a code.' }).waitFor()
  await panel.getByText('Enter a percentage above 0 and up to 100.', { exact: true }).waitFor()
  expect(await panel.getByRole('textbox', { name: 'Percent off' }).inputValue()).toBe('120')
  // What only the server knows lands at its field, too, until that is changed.
  const { id } = await requestAsOwner('POST', '/stores/v2/coupons', {
    specification: { name: 'Taken', code: 'TAKEN', percentOffRate: 5, startTime: String(Date.now()), scope: { namespace: 'pricingPlans' } },
  })
  await panel.getByRole('textbox', { name: 'Code' }).fill('taken')
  await panel.getByRole('textbox', { name: 'Percent off' }).fill('12')
  await panel.getByRole('button', { name: 'Create coupon' }).click()
  await panel.getByRole('button', { name: 'Code: Another coupon has this code. Choose a different one.' }).click()
  await expect.poll(() => panel.getByRole('textbox', { name: 'Code' }).evaluate((field) => field === document.activeElement)).toBe(true)
  await panel.getByRole('textbox', { name: 'Code' }).fill('taken2')
  await expect.poll(() => panel.getByRole('alert').count()).toBe(0)
  await requestAsOwner('DELETE', `/stores/v2/coupons/${id}`)
})

test('a simulation shows what a month will bring, email by email, and is thrown away', async () => {
  const { page, problems } = await sampleSite.openAsOwner()
  await page.goto('/dashboard/forecast')
  await page.getByRole('button', { name: 'Start forecast' }).click()
  await page.getByRole('button', { name: '30 days' }).click()
  const days = page.getByRole('list', { name: 'Day by day' })
  await days.waitFor()
  await page.getByRole('button', { name: '30 days' }).waitFor()
  await expectAccessible(page)
  await days.getByRole('listitem').filter({ hasText: 'email' }).first().getByRole('button').click()
  const panel = page.getByRole('dialog')
  await panel.getByRole('heading', { name: 'Emails' }).waitFor()
  await panel.locator('summary').first().click()
  await panel
    .getByText(/(^|\s)Hi \S+,/)
    .first()
    .waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete forecast' }).click()
  await page.getByText('See what’s coming up').waitFor()
  expect(problems).toEqual([])
})

test('a member who waits is approved, found by name, blocked and let in again', async () => {
  await requestAsOwner('PATCH', '/v1/sign-on-policies', { signOnPolicy: { requireOwnerApproval: true } })
  const visitor = await sampleSite.server.visitorToken(getSite())
  const { identity } = await sampleSite.server.ok('POST', '/v2/register', {
    token: visitor,
    body: { loginId: { email: 'wanda@example.org' }, password: 'a calm long evening', profile: { firstName: 'Wanda', lastName: 'Waiting' } },
  })
  const { page, problems } = await sampleSite.openAsOwner()
  await page.goto('/dashboard')
  await page.getByRole('link', { name: /member to approve/ }).click()
  await page.getByRole('listitem').filter({ hasText: 'Wanda' }).getByRole('button', { name: 'Approve' }).click()
  const approval = page.getByRole('dialog', { name: 'Approve Wanda Waiting?' })
  await approval.getByText(/to wanda@example\.org/).waitFor()
  await approval.getByRole('button', { name: 'Approve' }).click()
  await waitForToast(page, /is now a member/)
  // Two of her lessons are still to come, booked at the desk.
  const { member } = await requestAsOwner('GET', `/v1/members/${identity.id}`)
  const lesson = await findService('Private Yoga Lesson')
  const setFee = async (enabled: boolean) => {
    const { bookingPolicy } = await requestAsOwner('GET', `/bookings/v1/booking-policies/${lesson.bookingPolicy.id}`)
    await requestAsOwner('PATCH', `/bookings/v1/booking-policies/${bookingPolicy.id}`, {
      bookingPolicy: {
        id: bookingPolicy.id,
        revision: bookingPolicy.revision,
        cancellationFeePolicy: { enabled, ...(enabled && { cancellationWindows: [{ amount: { value: '10' }, startInMinutes: 43_200 }] }) },
        saveCreditCardPolicy: { enabled },
        customPolicyDescription: { enabled, description: enabled ? 'Late cancellations cost 10 euros.' : '' },
      },
    })
  }
  // What is booked meanwhile keeps the fee.
  await setFee(true)
  const from = Temporal.Now.instant().add({ hours: 48 })
  const { availabilityEntries } = await requestAsOwner('POST', '/v1/availability/query', {
    query: { filter: { serviceId: [lesson.id], startDate: from.toString(), endDate: from.add({ hours: 240 }).toString(), bookable: true } },
    timezone: 'Europe/Berlin',
  })
  const findSlotOn = (day: string) => availabilityEntries.find(({ slot }: { slot: { startDate: string } }) => slot.startDate.startsWith(day))
  const days = [...new Set<string>(availabilityEntries.map(({ slot }: { slot: { startDate: string } }) => slot.startDate.slice(0, 10)))]
  for (const day of days.slice(0, 2))
    await requestAsOwner('POST', '/v2/bookings', {
      booking: {
        bookedEntity: { slot: findSlotOn(day).slot },
        contactDetails: { contactId: member.contactId, firstName: 'Wanda', email: 'wanda@example.org' },
        totalParticipants: 1,
        selectedPaymentOption: 'OFFLINE',
      },
    }).then(({ booking }) => requestAsOwner('POST', `/v2/bookings/${booking.id}/confirm`, { revision: booking.revision }))
  await setFee(false)
  // Cancelling them from the list says what follows, and asks about the fees; nothing is done yet.
  await page.goto('/dashboard/bookings?q=wanda')
  const rows = page.getByRole('listitem').filter({ hasText: 'Wanda' })
  await rows.nth(1).waitFor()
  for (const at of [0, 1]) await rows.nth(at).getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Cancel bookings' }).click()
  await page.getByText('2 bookings: nothing refunded, 2 of 2 can be emailed.').waitFor()
  await page.getByRole('radio', { name: 'Charge the fees of 2 bookings' }).check()
  await page.getByText(/20 in all: 2 noted as owed\./).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Keep bookings' }).click()
  await page.goto('/dashboard/members')
  await page.getByRole('searchbox', { name: 'Search members' }).fill('wanda')
  await page.waitForURL((url) => url.searchParams.get('q') === 'wanda')
  await page.getByRole('listitem').filter({ hasText: 'Wanda' }).getByRole('button', { name: /Wanda/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Block' }).click()
  await page.getByRole('button', { name: 'Block Wanda' }).click()
  await waitForToast(page, /has been blocked/)
  // What was booked stays until the business cancels it.
  await page.getByRole('list', { name: 'Upcoming bookings' }).getByRole('listitem').nth(1).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Cancel all' }).click()
  await page.getByRole('button', { name: 'Cancel 2 bookings' }).click()
  await waitForToast(page, '2 bookings will be cancelled in 30 seconds.')
  await endHolding(sampleSite.server)
  await page.getByRole('list', { name: 'Upcoming bookings' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Unblock' }).click()
  await page.getByRole('dialog', { name: 'Unblock Wanda Waiting?' }).getByRole('button', { name: 'Unblock' }).click()
  await waitForToast(page, /can sign in again/)
  expect(problems).toEqual([])
})

/** What is typed in the panel of a template while it is saved is not saved: closing asks. */
async function typeWhileSaved(page: Page): Promise<void> {
  const subject = page.getByRole('textbox', { name: 'Subject' })
  await subject.fill('Sent')
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/email-templates/**', async (route) => {
    if (route.request().method() !== 'GET') await held
    await route.continue()
  })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await subject.fill('Typed since')
  release()
  await waitForToast(page, 'Saved.')
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  expect(await subject.inputValue()).toBe('Typed since')
  await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  await subject.waitFor({ state: 'detached' })
}

test('an email that is opened while it is under way appears when it is written', async () => {
  const { page } = await sampleSite.openAsOwner()
  let isUnderWay = true
  await page.route(/\/api\/emails\/[\da-f-]{36}$/, async (route) => {
    if (!isUnderWay) return route.continue()
    const { email } = await (await route.fetch()).json()
    await route.fulfill({ json: { email: { ...email, state: 'QUEUED' }, html: '', text: '' } })
  })
  await page.goto('/dashboard/emails')
  await page.getByRole('list', { name: 'Emails' }).getByRole('button').first().click()
  await page.getByText('This email is on its way. It appears here in a moment.').waitFor()
  isUnderWay = false
  await page.frameLocator('iframe').getByText('Riverside Yoga').first().waitFor()
})

test('an email is shown as its reader sees it, as HTML and text', async () => {
  const { page } = await sampleSite.openAsOwner()
  await page.goto('/dashboard/emails')
  await page.getByRole('list', { name: 'Emails' }).getByRole('button').first().click()
  await page.frameLocator('iframe').getByText('Riverside Yoga').first().waitFor()
  await page.getByText('Plain text').click()
  await page.locator('pre').waitFor()
  await page.goto('/dashboard/emails?tab=templates')
  await page.getByRole('button', { name: 'Booking confirmed' }).click()
  await page.getByRole('textbox', { name: 'Text' }).fill('We look forward to seeing you.\n\n')
  await page.getByRole('button', { name: 'What and when' }).click()
  await page.frameLocator('iframe').getByText('We look forward to seeing you.').waitFor()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await waitForToast(page, 'Saved.')
  await page.getByRole('button', { name: 'Send test' }).click()
  await waitForToast(page, /Test sent to/)
  await page.getByRole('button', { name: 'Reset', exact: true }).click()
  await page.getByRole('button', { name: 'Use original text' }).click()
  await page.getByRole('button', { name: 'Reset', exact: true }).waitFor({ state: 'detached' })
  await typeWhileSaved(page)
  await page.goto('/dashboard/emails?tab=reminders')
  await page.getByRole('button', { name: 'Show who gets it: Reminder' }).click()
  await page.getByRole('dialog').getByRole('list', { name: 'Recipients' }).getByRole('link').first().waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  // The list that is read again after the switch comes late: what was typed meanwhile stays.
  await page.route('**/api/email-automations', async (route) => {
    if (route.request().method() === 'GET') await new Promise((resolve) => setTimeout(resolve, 1500))
    await route.continue()
  })
  await page.getByRole('switch', { name: 'Thank you' }).click()
  await waitForToast(page, 'Thank you turned on.')
  const hours = page.getByRole('spinbutton', { name: /Thank you/ }).or(page.getByRole('textbox', { name: /Thank you/ }))
  await hours.fill('5')
  await page
    .getByRole('article', { name: 'Thank you' })
    .getByText(/(Nothing|emails?) today\./)
    .waitFor()
  expect(await hours.inputValue()).toBe('5')
  await page.getByRole('article', { name: 'Thank you' }).getByRole('button', { name: 'Save' }).click()
  await waitForToast(page, 'Saved.')
})

test('the business moves to another zone and week start, staff hours are set, and the site gets a new look', async () => {
  const { page, problems } = await sampleSite.openAsOwner()
  await page.goto('/dashboard/settings')
  await page.getByRole('combobox', { name: 'Week starts on' }).click()
  await page.getByRole('option', { name: 'Sunday' }).click()
  await page.getByRole('button', { name: 'Save' }).first().click()
  await waitForToast(page, 'Saved.')
  expect((await sampleSite.server.ok('GET', '/api/site')).weekStartsOn).toBe(0)
  await page.goto('/dashboard/staff?tab=hours')
  await page.getByRole('button', { name: 'Add hours on Sunday' }).click()
  await page.getByRole('button', { name: 'Save hours' }).click()
  await waitForToast(page, /Business hours saved/)
  await page.goto('/dashboard/site')
  await page.getByRole('textbox', { name: 'Tagline' }).fill('Move slowly, sleep well.')
  await page.getByRole('button', { name: 'Save branding' }).click()
  await waitForToast(page, 'Branding saved.')
  expect((await sampleSite.server.ok('GET', '/api/site')).tagline).toBe('Move slowly, sleep well.')
  expect(problems).toEqual([])
})
