/** Times and places as people see them: a month of a service that many people give, closing days, a changed session, another time zone. */
import type { Page } from 'playwright-core'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { updateSession } from './held-changes.ts'
import { openDashboard, type DashboardServer } from './dashboard-server.ts'
import { expectAccessibleInBothSchemes, finalScreenshot, overflow, phone, screenshot, waitForIdle } from './browser-server.ts'
import { createOwnerCalls } from './owner-work.ts'

let sampleSite: DashboardServer
beforeAll(async () => {
  sampleSite = await openDashboard('sample')
})
afterAll(() => sampleSite.close())

const { request: requestAsOwner } = createOwnerCalls(() => sampleSite)
const zone = 'Europe/Berlin'
const getToday = () => Temporal.Now.plainDateISO(zone)

test('the month of a service that twenty people give is shown to its last day, with the times of the chosen day in full', async () => {
  const staff: string[] = []
  for (let n = 1; n <= 20; n++) staff.push((await requestAsOwner('POST', '/v1/staff-members', { staffMember: { name: `Person ${n}` } })).staffMember.resourceId)
  const { service } = await requestAsOwner('POST', '/v2/services', {
    service: {
      type: 'APPOINTMENT',
      name: 'Long talk',
      staffMemberIds: staff,
      schedule: { availabilityConstraints: { sessionDurations: [60] } },
      onlineBooking: { enabled: true },
      payment: { rateType: 'NO_FEE' },
    },
  })
  const { page, problems } = await sampleSite.openPage()
  onTestFailed(() => finalScreenshot(page, 'failed-many-people'))
  await page.goto(`/service/${service.mainSlug.name}`)
  await page.locator('.slot').first().waitFor()
  // Where nothing is free any more this month, the next one is shown at once.
  const getFirstDay = () => page.locator('.month .day').first().getAttribute('data-day')
  const firstDay = await getFirstDay()
  await page.getByRole('button', { name: /next month/i }).click()
  await expect.poll(getFirstDay).not.toBe(firstDay)
  const month = Temporal.PlainDate.from((await getFirstDay()) ?? '')
  // The last weekday of that month.
  let last = month.add({ months: 1 }).subtract({ days: 1 })
  while (last.dayOfWeek > 5) last = last.subtract({ days: 1 })
  // By its date: a name may hold the same number twice, as 28 April 2028 does.
  await page.locator(`.month .day[data-day="${last.toString()}"]:not([aria-disabled="true"])`).click()
  // Many times are parted: those of the morning are open, those of the afternoon are a press away.
  await page.locator('.slot').first().waitFor()
  const morning = await page.locator('.slot').count()
  await page.locator('summary', { hasText: 'Afternoon' }).click()
  await expect.poll(() => page.locator('.slot').count()).toBeGreaterThan(Math.max(10, morning))
  await page.getByRole('button', { name: 'Person 7', exact: true }).click()
  await page
    .getByRole('button', { name: /with Person 7$/ })
    .first()
    .waitFor()
  await waitForIdle(page)
  await expectAccessibleInBothSchemes(page)
  await screenshot(page, 'picker-many-people')
  expect(problems).toEqual([])
})

test('closing days are added beside the weekly hours, stay when these are saved, are changed in place, and are taken away again', async () => {
  const { page, problems } = await sampleSite.openAsOwner()
  onTestFailed(() => finalScreenshot(page, 'failed-closing-days'))
  await page.goto('/dashboard/staff?tab=hours')
  await page.getByRole('button', { name: 'Add closure or special hours' }).click()
  await page.getByLabel('Reason').fill('Summer break')
  await page.getByLabel('Start date').fill(getToday().add({ days: 20 }).toString())
  await page.getByLabel('End date').fill(getToday().add({ days: 26 }).toString())
  await page.getByText('No bookings on these days.').waitFor()
  await waitForIdle(page)
  await expectAccessibleInBothSchemes(page)
  await screenshot(page, 'closing-days-form')
  await page.getByRole('button', { name: 'Add closure', exact: true }).click()
  await page.getByText('Summer break').waitFor()
  await page
    .getByLabel(/Monday.*(from|opens|start)/i)
    .first()
    .fill('08:30')
  await page.getByRole('button', { name: 'Save hours' }).click()
  await page.getByText('Business hours saved.', { exact: false }).waitFor()
  await page.reload()
  await page.getByText('Summer break').waitFor()
  await waitForIdle(page)
  await screenshot(page, 'closing-days')
  await page.setViewportSize(phone)
  await waitForIdle(page)
  expect(await overflow(page)).toBe(0)
  await screenshot(page, 'closing-days-phone')
  // Open on two stretches of one of these days, on which a staff member is booked.
  await page.getByRole('button', { name: 'Summer break', exact: true }).click()
  await page.getByText('Special hours', { exact: true }).click()
  await page.getByLabel('Start date').fill(getToday().add({ days: 1 }).toString())
  await page.getByText(/booking(s)? outside these hours\. (It stays|They stay) booked/).waitFor()
  const booked = page.getByRole('list', { name: 'Bookings on these days' }).getByRole('listitem').first()
  expect(await booked.getByRole('link', { name: /^Open / }).getAttribute('href')).toMatch(/^\/dashboard\/(bookings|calendar)\?.*open=/)
  await page.getByRole('button', { name: 'Add hours', exact: true }).click()
  await waitForIdle(page)
  await expectAccessibleInBothSchemes(page)
  expect(await overflow(page)).toBe(0)
  await screenshot(page, 'closing-days-edit-phone')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Open 10:00–14:00 and 14:00–20:00').waitFor()
  await page.getByRole('button', { name: /^Actions for Summer break/ }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('No closures yet.', { exact: false }).waitFor()
  await addPublicHolidays(page)
  expect(problems).toEqual([])
})

/** Those of Berlin in the next year, all but the first. */
async function addPublicHolidays(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add public holidays' }).click()
  const form = page.getByRole('group', { name: 'Add public holidays' })
  const choose = async (label: string, option: string) => {
    await form.getByRole('combobox', { name: label }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  await choose('Country', 'Germany')
  await choose('Region', 'Berlin')
  await choose('Year', String(getToday().year + 1))
  await form.getByRole('checkbox', { name: /^New Year/ }).uncheck()
  await form.getByText('No bookings on these days.').waitFor()
  await waitForIdle(page)
  await expectAccessibleInBothSchemes(page)
  expect(await overflow(page)).toBe(0)
  await screenshot(page, 'public-holidays-phone')
  await form.getByRole('button', { name: /^Close on \d+ days$/ }).click()
  await page.getByText(/^Closed on \d+ holidays\.$/).waitFor()
  await page.getByRole('list', { name: 'Closures and special hours' }).getByText('Labour Day').waitFor()
  expect(await page.getByText(/^New Year/).count()).toBe(0)
}

test('another teacher and place of a session: the owner says it once, the session shows it', async () => {
  const { page, problems } = await sampleSite.openAsOwner()
  onTestFailed(() => finalScreenshot(page, 'failed-session-change'))
  await requestAsOwner('POST', '/api/locations', { location: { name: 'Park', address: 'By the lake 1' } })
  await page.goto(`/dashboard/calendar?view=agenda&date=${getToday().add({ days: 7 })}`)
  await page.getByRole('button', { name: 'Morning Flow' }).first().click()
  // Without its lists nothing could be chosen: the form says so, and comes once they are there.
  await page.route('**/api/locations', (route) => route.fulfill({ status: 400, json: { message: 'Not now.' } }), { times: 1 })
  await page.getByRole('button', { name: 'Edit session' }).click()
  await page.getByRole('alert').getByText('Couldn’t load this').waitFor()
  expect(await page.getByLabel('New date').count()).toBe(0)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('combobox', { name: 'Location' }).click()
  await page.getByRole('option', { name: 'Park' }).click()
  await waitForIdle(page)
  await screenshot(page, 'session-change')
  // Escape closes the question, and leaves the session open below it.
  await page.getByRole('button', { name: 'Cancel session' }).click()
  await page.getByRole('dialog', { name: 'Cancel Morning Flow?' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Cancel Morning Flow?' }).waitFor({ state: 'hidden' })
  await updateSession(page, sampleSite.server, 'Morning Flow')
  await page.getByText('Park, By the lake 1').waitFor()
  expect(problems).toEqual(['400 GET /api/locations'])
})

test('before the time zone is changed the owner sees who is affected', async () => {
  const { page, problems } = await sampleSite.openAsOwner()
  onTestFailed(() => finalScreenshot(page, 'failed-zone-change'))
  await page.goto('/dashboard/settings')
  await page.getByRole('combobox', { name: 'Time zone' }).fill('New York')
  await page.getByRole('option', { name: 'New York (America)' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Change time zone?' })
  await dialog.getByText(/booked sessions? with|No booked sessions/).waitFor()
  await waitForIdle(page)
  await expectAccessibleInBothSchemes(page)
  await screenshot(page, 'zone-change')
  await page.setViewportSize(phone)
  await waitForIdle(page)
  await screenshot(page, 'zone-change-phone')
  await dialog.getByRole('button', { name: 'Change time zone' }).click()
  await expect.poll(async () => (await requestAsOwner('GET', '/api/site-settings')).timeZone).toBe('America/New_York')
  await expectShownZones()
  expect(problems).toEqual([])
})

/** What a visitor in Berlin sees first of a business in New York, and whether they can switch, by its setting. Source: guide services-and-availability §12.4. */
async function expectShownZones(): Promise<void> {
  const [{ id }] = (await requestAsOwner('GET', '/v1/time-slots-configurations/query')).timeSlotsConfigurations
  for (const [basedOn, customerCanChange, shown] of [
    ['BUSINESS_TIME_ZONE', true, 'New York'],
    ['CUSTOMER_TIME_ZONE', true, 'Berlin'],
    ['BUSINESS_TIME_ZONE', false, 'New York'],
  ] as const) {
    const { revision } = (await requestAsOwner('GET', `/v1/time-slots-configurations/${id}`)).timeSlotsConfiguration
    const timeSlotsConfiguration = { id, revision, displayTimeZone: { basedOn, customerCanChange } }
    await requestAsOwner('PATCH', `/v1/time-slots-configurations/${id}`, { timeSlotsConfiguration })
    const { page } = await sampleSite.openPage()
    await page.goto('/services')
    await page.getByText(new RegExp(`^Times are in .*${shown}`)).waitFor()
    await waitForIdle(page)
    await expect.poll(() => page.getByRole('button', { name: /^Show (.*Berlin|.*New York)/ }).count()).toBe(customerCanChange ? 1 : 0)
    await page.close()
  }
}
