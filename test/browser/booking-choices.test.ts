/** Every choice of a booking: options and add-ons that change price and length, and all dates of a course. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { desktop, expectAccessibleInBothSchemes, finalScreenshot, openSampleSite, phone, screenshot, waitForIdle, type SampleSite } from './browser-server.ts'
import { createOwnerCalls } from './owner-work.ts'

let sampleSite: SampleSite
beforeAll(async () => {
  sampleSite = await openSampleSite()
  await createHotMassage()
})
afterAll(() => sampleSite.close())

const { request: requestAsOwner } = createOwnerCalls(() => sampleSite)
async function openPage(path: string, size = desktop, more: Parameters<SampleSite['page']>[2] = {}): Promise<Page> {
  const page = await sampleSite.page(size, 'light', more)
  onTestFailed(() => finalScreenshot(page, 'failed-booking-choices'))
  await page.goto(path)
  return page
}
const expectNoSidewaysScroll = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)

/** 50 with almond oil, 58 with lavender; hot stones take 20 minutes more. */
async function createHotMassage(): Promise<void> {
  const { staffMembers } = await requestAsOwner('POST', '/v1/staff-members/query', { query: {} })
  const { services } = await requestAsOwner('POST', '/v2/services/query', { query: { filter: { name: 'Movement Check-up' } } })
  const { service } = await requestAsOwner('POST', '/api/services', {
    service: {
      type: 'APPOINTMENT',
      name: 'Hot Massage',
      onlineBooking: { enabled: true },
      payment: { rateType: 'VARIED', varied: { defaultPrice: { value: '50.00' } }, options: { online: false, inPerson: true } },
      staffMemberIds: [staffMembers[0].resourceId],
      schedule: { availabilityConstraints: { sessionDurations: [60], timeBetweenSessions: 0 } },
      locations: services[0].locations,
    },
  })
  const option = { type: 'CUSTOM', customData: { name: 'Oil', choices: ['Almond oil', 'Lavender oil'] } }
  await requestAsOwner('POST', '/v1/serviceOptionsAndVariants', {
    serviceOptionsAndVariants: {
      serviceId: service.id,
      options: { values: [option] },
      variants: { values: [{ choices: [{ custom: 'Lavender oil' }], price: { value: '58.00' } }] },
    },
  })
  const makeAddOn = async (addOn: object): Promise<string> => (await requestAsOwner('POST', '/v1/add-ons', { addOn })).addOn.id
  const addOnIds = [
    await makeAddOn({ name: 'Hot stones', price: { value: '15.00' }, durationInMinutes: 20 }),
    await makeAddOn({ name: 'Herbal tea', price: { value: '4.00' }, maxQuantity: 4 }),
    await makeAddOn({ name: 'Warm towel', price: { value: '2.00' }, maxQuantity: 1 }),
  ]
  await requestAsOwner('POST', '/v2/services/add-on-groups/create', {
    serviceId: service.id,
    addOnGroup: { name: 'Make it yours', prompt: 'All are prepared fresh', maxNumberOfAddOns: 2, addOnIds },
  })
}

test('a guest chooses oil, hot stones and tea: price and length follow, and page, thank-you, manage page and email say them', async () => {
  const page = await openPage('/service/hot-massage')
  const panel = page.getByRole('region', { name: 'Book Hot Massage' })
  await panel.getByRole('button', { name: /^Lavender oil/ }).click()
  // A day with a single time chooses it automatically: then the length stands beside the price.
  await panel.getByText(/^€58( ·|$)/).waitFor()
  await panel.getByLabel(/Hot stones/).check()
  await panel.getByLabel(/Herbal tea/).check()
  expect(await panel.getByLabel(/Warm towel/).isDisabled()).toBe(true)
  await panel.getByLabel('Quantity of Herbal tea').selectOption('2')
  await panel.getByText(/^€81( ·|$)/).waitFor()
  await panel.locator('.slot').first().click()
  await panel.getByText('€81 · 1 h 20 min').waitFor()
  await waitForIdle(page)
  await screenshot(page, 'choices-service-desk')
  await expectAccessibleInBothSchemes(page)
  await panel.getByRole('link', { name: /^Book · / }).click()

  const summary = page.getByRole('complementary', { name: 'Your booking' })
  await summary.getByText('Lavender oil').waitFor()
  await summary.getByText('1 h 20 min').waitFor()
  await summary.getByText('€81').waitFor()
  await page.getByLabel('Quantity of Herbal tea').selectOption('1')
  await summary.getByText('€77').waitFor()
  await waitForIdle(page)
  await screenshot(page, 'choices-form-desk')
  await expectAccessibleInBothSchemes(page)
  await page.getByLabel('First name').fill('Olga')
  await page.getByLabel('Email').fill('olga@example.org')
  await page.getByRole('button', { name: 'Book', exact: true }).click()

  await page.getByText('Lavender oil, Hot stones, Herbal tea').waitFor()
  await page.getByText('€77', { exact: true }).first().waitFor()
  await page.getByRole('link', { name: /Manage|Change/ }).click()
  await page.getByText('Lavender oil, Hot stones, Herbal tea').waitFor()
  expect(await sampleSite.emailTo('olga@example.org', 'booking-confirmed')).toMatchObject({
    extrasText: 'Lavender oil, Hot stones, Herbal tea',
    durationText: '1 h 20 min',
  })
})

test('after booking a guest has the map, calendars and a password to choose, and finds the booking in the account', async () => {
  const page = await openPage('/service/hot-massage')
  await page.locator('.slot').first().click()
  await page.getByRole('link', { name: /^Book · / }).click()
  await page.getByLabel('First name').fill('Gina')
  await page.getByLabel('Last name').fill('Guest')
  await page.getByLabel('Email').fill('gina@example.org')
  await page.getByRole('button', { name: 'Book', exact: true }).click()
  await page.getByRole('heading', { name: 'You’re booked' }).waitFor()
  expect(await page.getByRole('link', { name: /^View map/ }).getAttribute('href')).toContain('openstreetmap')
  const calendars = page.getByRole('group', { name: 'Add to calendar' })
  for (const name of ['Apple and other calendars (.ics)', 'Google', 'Outlook']) await calendars.getByRole('link', { name }).waitFor()
  await page.getByText('You sign in with gina@example.org').waitFor()
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('link', { name: 'Password: Choose a password' }).waitFor()
  await waitForIdle(page)
  await screenshot(page, 'thank-you-guest-desk')
  await expectAccessibleInBothSchemes(page)
  await page.getByLabel('Password', { exact: true }).fill('a calm long evening')
  await page.getByRole('button', { name: 'Create account' }).click()
  // The business knows this address from the booking: only its holder sees what is booked with it.
  await page.getByLabel('Code', { exact: true }).fill(await sampleSite.codeFor('gina@example.org'))
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.waitForURL((url) => url.pathname === '/account')
  await page.getByRole('heading', { name: 'Hot Massage' }).waitFor()
})

test('the whole policy stands beside the button: rescheduling, fees and the words of the business', async () => {
  const { bookingPolicy } = await requestAsOwner('POST', '/v1/booking-policies', {
    bookingPolicy: {
      name: 'Strict',
      cancellationPolicy: { enabled: true, limitLatestCancellation: true, latestCancellationInMinutes: 120 },
      reschedulePolicy: { enabled: true, limitLatestReschedule: true, latestRescheduleInMinutes: 5 },
      cancellationFeePolicy: { enabled: true, cancellationWindows: [{ amount: { value: '20.00' }, startInMinutes: 2880 }] },
      saveCreditCardPolicy: { enabled: true },
      customPolicyDescription: { enabled: true, description: 'Please arrive five minutes early.' },
    },
  })
  const { staffMembers } = await requestAsOwner('POST', '/v1/staff-members/query', { query: {} })
  const people: string[] = staffMembers.slice(0, 2).map((one: { resourceId: string }) => one.resourceId)
  await requestAsOwner('POST', '/api/services', {
    service: {
      type: 'APPOINTMENT',
      name: 'Strict Hour',
      onlineBooking: { enabled: true },
      payment: { rateType: 'FIXED', fixed: { price: { value: '40.00' } }, options: { online: true, inPerson: true } },
      staffMemberIds: people,
      schedule: { availabilityConstraints: { sessionDurations: [60], timeBetweenSessions: 0 } },
      bookingPolicy: { id: bookingPolicy.id },
    },
  })
  const said = {
    'en-US': ['Reschedule up to 5 minutes before.', 'Cancelling less than 2 days before costs €20.', 'A missed booking costs €20.'],
    'de-DE': ['Bis 5 Minuten vorher verschiebbar.', /^Eine Absage weniger als 2 Tage vorher kostet 20\s€\.$/, /^Eine verpasste Buchung kostet 20\s€\.$/],
  }
  for (const [locale, sentences] of Object.entries(said)) {
    const page = await openPage('/service/strict-hour', phone, { locale })
    await page.locator('.slot').last().click()
    const book = page.getByRole('link', { name: /^(Book · |.* buchen|Buchen · )/ })
    const readPerson = async () => new URLSearchParams((await book.getAttribute('href'))?.split('?')[1]).get('resourceId')
    // Without a chosen person the server chooses when it books.
    expect(await readPerson()).toBeNull()
    await page
      .getByRole('group', { name: /^(Staff|Team)$/ })
      .getByRole('button')
      .last()
      .click()
    await page.locator('.slot').last().click()
    expect(people).toContain(await readPerson())
    await book.click()
    const summary = page.getByRole('complementary')
    for (const sentence of [...sentences, 'Please arrive five minutes early.']) await summary.getByText(sentence, { exact: true }).waitFor()
    await waitForIdle(page)
    await expectNoSidewaysScroll(page)
    await screenshot(page, `policy-form-${locale}`)
    await expectAccessibleInBothSchemes(page)
    await sampleSite.giveBack(page)
  }
})

test('by keyboard on a phone and in German, an add-on that is left out again makes the appointment shorter', async () => {
  const page = await openPage('/', phone, { locale: 'de-DE' })
  // On a slow phone the tick comes before the app listens, or while it begins to.
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 8 })
  await page.goto('/service/hot-massage')
  const stones = page.getByLabel(/Hot stones/)
  await stones.focus()
  await page.keyboard.press('Space')
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await page.locator('.slot').first().focus()
  await page.keyboard.press('Enter')
  await page.getByText(/^65\s€ · 1 Std\. 20 Min\.$/).waitFor()
  await waitForIdle(page)
  await expectNoSidewaysScroll(page)
  await screenshot(page, 'choices-service-phone-de')
  await page.getByRole('link', { name: /^Buchen · / }).focus()
  await page.keyboard.press('Enter')
  const summary = page.getByRole('complementary', { name: 'Deine Buchung' })
  await summary.getByText('1 Std. 20 Min.').waitFor()
  await page.getByLabel(/Hot stones/).focus()
  await page.keyboard.press('Space')
  await summary.getByText('1 Std.', { exact: true }).waitFor()
  await expectNoSidewaysScroll(page)
  await screenshot(page, 'choices-form-phone-de')
  await page.getByLabel('Vorname').fill('Paula')
  await page.getByLabel('E-Mail').fill('paula@example.org')
  await page.keyboard.press('Enter')
  await page.getByText('Almond oil', { exact: true }).waitFor()
  expect((await sampleSite.emailTo('paula@example.org', 'booking-confirmed')).durationText).toBe('1 h')
})

test('a course shows all its dates on its page, in the form and after booking', async () => {
  const page = await openPage('/service/handstand-basics')
  const countDates = async () => {
    await page.locator('.course-dates li').first().waitFor()
    return page.locator('.course-dates li').count()
  }
  const dates = await countDates()
  expect(dates).toBeGreaterThan(1)
  await page.getByText(`${dates} dates`).waitFor()
  await waitForIdle(page)
  await screenshot(page, 'course-dates-desk')
  await page.getByRole('link', { name: 'Book', exact: true }).click()
  await page.getByRole('heading', { name: 'Booking details' }).waitFor()
  expect(await countDates()).toBe(dates)
  await expectAccessibleInBothSchemes(page)
})

test('a course on site is told by the clock of the business, also to whom lives elsewhere', async () => {
  const page = await openPage('/service/handstand-basics', desktop, { timezoneId: 'America/New_York' })
  await page.getByRole('link', { name: 'Book', exact: true }).click()
  await page.getByLabel('First name').fill('Nora')
  await page.getByLabel('Email').fill('nora.newyork@example.org')
  await page.getByLabel('Pay in person').check()
  await page.getByRole('button', { name: 'Book', exact: true }).click()
  await page.getByRole('heading', { name: 'You’re booked' }).waitFor()
  await expect.poll(() => page.locator('.course-dates li').count()).toBeGreaterThan(1)
  expect(await page.locator('.course-dates').innerText()).toContain('Berlin time')
  await screenshot(page, 'course-booked')
})
