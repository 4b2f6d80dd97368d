/** A repeated appointment: its dates with what stands against them, booked in one go, cancelled one by one or all. */
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { desktop, expectAccessibleInBothSchemes, finalScreenshot, openSampleSite, phone, screenshot, waitForIdle, type SampleSite } from './browser-server.ts'
import { createOwnerCalls } from './owner-work.ts'

let sampleSite: SampleSite
beforeAll(async () => {
  sampleSite = await openSampleSite()
  await createLessons()
})
afterAll(() => sampleSite.close())

const { request: requestAsOwner } = createOwnerCalls(() => sampleSite)
async function createLessons(): Promise<void> {
  const { staffMembers } = await requestAsOwner('POST', '/v1/staff-members/query', { query: {} })
  const { services } = await requestAsOwner('POST', '/v2/services/query', { query: { filter: { name: 'Movement Check-up' } } })
  for (const [name, isPaidOnline] of [
    ['Voice Lesson', false],
    ['Piano Lesson', true],
  ] as const)
    await requestAsOwner('POST', '/api/services', {
      service: {
        type: 'APPOINTMENT',
        name,
        onlineBooking: { enabled: true },
        payment: { rateType: 'FIXED', fixed: { price: { value: '40.00' } }, options: { online: isPaidOnline, inPerson: !isPaidOnline } },
        staffMemberIds: [staffMembers[0].resourceId],
        schedule: { availabilityConstraints: { sessionDurations: [45], timeBetweenSessions: 0 } },
        locations: services[0].locations,
      },
    })
}
async function openPage(path: string, size = desktop, more: Parameters<SampleSite['page']>[2] = {}) {
  const page = await sampleSite.page(size, 'light', more)
  onTestFailed(() => finalScreenshot(page, 'failed-booking-series'))
  await page.goto(path)
  return page
}
type Page = Awaited<ReturnType<typeof openPage>>
const dates = (page: Page, name = 'Dates') => page.getByRole('list', { name }).getByRole('checkbox')
/** Chooses the first time of the last day of the month that has some and opens the choice of dates. */
async function repeat(page: Page, label = 'Repeat: book several at once') {
  await page.locator('.slot').first().waitFor()
  await waitForIdle(page)
  await page.locator('.month .day:not([aria-disabled=true])').last().click()
  await waitForIdle(page)
  await page.locator('.slot').first().click()
  await page.getByRole('button', { name: label }).click()
}

test('six weeks are booked in one go, and then one date and all others cancelled by the link', async () => {
  const page = await openPage('/service/voice-lesson')
  await repeat(page)
  await expect.poll(() => dates(page).count()).toBe(6)
  await page.getByLabel('How many').selectOption('4')
  await expect.poll(() => dates(page).count()).toBe(4)
  await waitForIdle(page)
  await screenshot(page, 'series-dates-desk')
  await expectAccessibleInBothSchemes(page)
  await dates(page).nth(1).uncheck()
  await page.getByRole('link', { name: 'Book 3 appointments' }).click()
  const summary = page.getByRole('complementary', { name: 'Your appointments' })
  await summary.getByText('€120').waitFor()
  expect(await summary.locator('ol > li').count()).toBe(3)
  await page.getByLabel('First name').fill('Sona')
  await page.getByLabel('Email').fill('sona@example.org')
  await waitForIdle(page)
  await screenshot(page, 'series-form-desk')
  await expectAccessibleInBothSchemes(page)
  await page.getByRole('button', { name: 'Book 3 appointments' }).click()
  await page.getByRole('heading', { name: 'You’re booked' }).waitFor()
  await waitForIdle(page)
  await screenshot(page, 'series-thanks-desk')
  expect((await sampleSite.emailTo('sona@example.org', 'booking-confirmed')).parts).toHaveLength(3)
  await page.getByRole('link', { name: 'Manage booking' }).click()
  const single = page.getByRole('region', { name: 'Cancel single dates' })
  await expect.poll(() => single.getByRole('button').count()).toBe(3)
  await waitForIdle(page)
  await screenshot(page, 'series-manage-desk')
  await expectAccessibleInBothSchemes(page)
  await single.getByRole('button').nth(1).click()
  await page.getByRole('button', { name: 'Cancel this date' }).click()
  await expect.poll(() => single.getByRole('button').count()).toBe(2)
  await page.getByRole('button', { name: 'Cancel all dates' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel all dates' }).click()
  await page.getByText('Cancelled').first().waitFor()
  await expect.poll(() => single.count()).toBe(0)
})

test('by keyboard on a phone in German: a taken date is booked at another time of the day', async () => {
  const page = await openPage('/service/voice-lesson', phone, { locale: 'de-DE' })
  await repeat(page, 'Wiederholen: mehrere auf einmal buchen')
  await expect.poll(() => dates(page, 'Termine').count()).toBe(6)
  await waitForIdle(page)
  const href = (await page.getByRole('link', { name: '6 Termine buchen' }).getAttribute('href')) as string
  const other = await openPage(href)
  await other.getByLabel('First name').fill('Otto')
  await other.getByLabel('Email').fill('otto@example.org')
  await other.getByRole('button', { name: 'Book 6 appointments' }).click()
  await other.getByRole('heading', { name: 'You’re booked' }).waitFor()
  await sampleSite.giveBack(other)
  // The same dates, one day as it was chosen before: taken by now. The form says which one, and keeps what was typed.
  await page.getByRole('link', { name: '6 Termine buchen' }).press('Enter')
  await page.getByLabel('Vorname').fill('Karl')
  await page.getByLabel('E-Mail').fill('karl@example.org')
  await page.getByRole('button', { name: '6 Termine buchen' }).press('Enter')
  await page.getByText(/ist gerade vergeben worden\. Die anderen Termine/).waitFor()
  expect(await page.getByLabel('Vorname').inputValue()).toBe('Karl')
  await page.locator('.chips .chip').nth(2).waitFor()
  await waitForIdle(page)
  await screenshot(page, 'series-taken-phone-de')
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
  await page.getByRole('button', { name: 'Diesen Termin weglassen' }).press('Enter')
  await page.getByRole('button', { name: '5 Termine buchen' }).waitFor()
  expect(await page.getByLabel('E-Mail').inputValue()).toBe('karl@example.org')
})

test('dates that others have are shown as taken, and another time of the day takes their place', async () => {
  const page = await openPage('/service/voice-lesson')
  await repeat(page)
  await expect.poll(() => dates(page).count()).toBe(6)
  const link = new URL((await page.getByRole('link', { name: 'Book 6 appointments' }).getAttribute('href')) as string, page.url())
  const [serviceId, , resource, after] = (link.searchParams.get('parts')?.split('.')[2] ?? '').split('_')
  const third = Date.parse(link.searchParams.get('start') as string) + Number(after) * 60_000
  await requestAsOwner('POST', '/v2/bookings', {
    booking: {
      bookedEntity: {
        slot: {
          serviceId,
          startDate: new Date(third).toISOString(),
          endDate: new Date(third + 45 * 60_000).toISOString(),
          timezone: 'UTC',
          resource: { id: resource },
          location: { locationType: link.searchParams.get('locationType'), id: link.searchParams.get('locationId') },
        },
      },
      contactDetails: { firstName: 'Eve', email: 'eve@example.org' },
      totalParticipants: 1,
      status: 'CONFIRMED',
    },
  })
  await page.reload()
  await repeat(page)
  await page.getByText('already taken').waitFor()
  await page.getByRole('link', { name: 'Book 5 appointments' }).waitFor()
  await waitForIdle(page)
  await screenshot(page, 'series-conflict-desk')
  await expectAccessibleInBothSchemes(page)
  await page
    .getByRole('group', { name: /^Other times on/ })
    .getByRole('button')
    .first()
    .press('Enter')
  await page.getByText('another time').waitFor()
  await page.getByRole('link', { name: 'Book 6 appointments' }).click()
  await page.getByRole('complementary', { name: 'Your appointments' }).getByText('€240').waitFor()
})

test('a series that is paid online leads to the pay page with its sum', async () => {
  const page = await openPage('/service/piano-lesson', phone)
  await repeat(page)
  await expect.poll(() => dates(page).count()).toBe(6)
  await page.getByLabel('How many').selectOption('2')
  await page.getByLabel('How often').selectOption('4')
  await page.getByRole('link', { name: 'Book 2 appointments' }).click()
  await page.getByLabel('First name').fill('Pia')
  await page.getByLabel('Email').fill('pia@example.org')
  await page.getByRole('button', { name: 'Continue to payment' }).click()
  await page.getByRole('button', { name: /^Pay €80/ }).waitFor()
  await waitForIdle(page)
  await screenshot(page, 'series-pay-phone')
})
