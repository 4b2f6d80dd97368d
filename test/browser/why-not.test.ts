/** The owner asks why clients are not offered a time, reads every reason, follows its link, and the time opens. */
import type { Page } from 'playwright-core'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { openDashboard, type DashboardServer } from './dashboard-server.ts'
import { desktop, expectAccessibleInBothSchemes, finalScreenshot, overflow, screenshot } from './browser-server.ts'

let sampleSite: DashboardServer
beforeAll(async () => {
  sampleSite = await openDashboard('sample')
})
afterAll(() => sampleSite.close())

const asOwner = (method: string, path: string, body?: unknown) =>
  sampleSite.server.ok(method, path, { as: sampleSite.site ?? expect.fail('the server has no site'), ...(body === undefined ? {} : { body }) })
const watch = (page: Page, name: string): Page => {
  onTestFailed(() => finalScreenshot(page, `failed-why-not-${name}`))
  return page
}
const panel = (page: Page) => page.getByRole('dialog', { name: 'Why isn’t this time offered?' })
/** A Monday on which the sample studio has put nothing of its own. */
const day = () => {
  const ahead = Temporal.Now.plainDateISO('Europe/Berlin').add({ weeks: 6 })
  return ahead.add({ days: 1 - ahead.dayOfWeek })
}
const createTalk = async (name: string) => {
  const { staffMember } = await asOwner('POST', '/v1/staff-members', { staffMember: { name: `${name}’s host` } })
  const { service } = await asOwner('POST', '/v2/services', {
    service: {
      type: 'APPOINTMENT',
      name,
      hidden: true,
      onlineBooking: { enabled: true },
      payment: { rateType: 'NO_FEE', options: { online: false, inPerson: true, pricingPlan: false } },
      schedule: { availabilityConstraints: { sessionDurations: [60] } },
      staffMemberIds: [staffMember.resourceId],
    },
  })
  return service
}

test('from the editor of a service: the reasons, a closing day among them, until the time is offered', async () => {
  const service = await createTalk('Talk')
  const { specialDay } = await asOwner('POST', '/api/special-days', {
    specialDay: { from: String(day()), until: String(day()), title: 'Inventory', periods: [] },
  })
  const { page, problems } = await sampleSite.openAsOwner()
  watch(page, 'editor')
  await page.goto(`/dashboard/services?edit=${service.id}`)
  await page.getByRole('link', { name: 'Why isn’t a time offered?' }).click()
  await panel(page).getByLabel('Date').fill(String(day()))
  await panel(page).getByLabel('Time', { exact: true }).fill('12:00')
  await panel(page).getByText('The service is hidden from your site.').waitFor()
  await panel(page)
    .getByText(/^The business is closed on Monday/)
    .waitFor()
  expect(await panel(page).getByRole('link').allTextContents()).toEqual(['Show the service', 'Change closing days'])
  await screenshot(page, 'why-not-desktop')
  await expectAccessibleInBothSchemes(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await screenshot(page, 'why-not-desktop-dark')
  await asOwner('DELETE', `/api/special-days/${specialDay.id}`)
  await asOwner('PATCH', `/v2/services/${service.id}`, { service: { id: service.id, hidden: false, revision: service.revision } })
  await page.reload()
  await panel(page).getByLabel('Date').fill(String(day()))
  await panel(page).getByLabel('Time', { exact: true }).fill('12:00')
  await panel(page).getByText('Clients can book this time.').waitFor()
  expect(problems).toEqual([])
})

test('from an empty time of the calendar, on a phone: the link of a reason opens its screen', async () => {
  const service = await createTalk('Call')
  const { page, problems } = await sampleSite.openAsOwner({ size: { width: 390, height: 780 } })
  watch(page, 'phone')
  await page.goto(`/dashboard/calendar?new=booking&at=${day()}T06:00`)
  await page.getByRole('link', { name: 'Why aren’t clients offered this time?' }).click()
  await panel(page).getByRole('combobox', { name: 'Service' }).click()
  await page.getByRole('option', { name: 'Call', exact: true }).click()
  await panel(page).getByText('It’s outside the working hours of the business.').waitFor()
  expect(await overflow(page)).toBe(0)
  await screenshot(page, 'why-not-phone')
  await page.emulateMedia({ colorScheme: 'dark' })
  await screenshot(page, 'why-not-phone-dark')
  await panel(page).getByRole('link', { name: 'Change working hours' }).click()
  await page.getByRole('heading', { name: 'Staff and hours' }).waitFor()
  expect(new URL(page.url()).searchParams.get('tab')).toBe('hours')
  await page.goto(`/dashboard/services?why=${service.id}&at=${day()}T12:00`)
  await panel(page).getByRole('link', { name: 'Show the service' }).click()
  await page.getByRole('dialog', { name: 'Edit Call' }).waitFor()
  expect(await panel(page).count()).toBe(0)
  expect(problems).toEqual([])
})

test('how the starts of appointments are spaced is set where the link of that reason leads', async () => {
  const service = await createTalk('Chat')
  const { page, problems } = await sampleSite.openAsOwner({ size: desktop })
  watch(page, 'spacing')
  await page.goto(`/dashboard/services?why=${service.id}&at=${day()}T12:10`)
  await panel(page).getByRole('link', { name: 'Change how start times are spaced' }).click()
  await page.getByRole('combobox', { name: 'Start times of appointments' }).click()
  await page.getByRole('option', { name: 'Every 10 minutes' }).click()
  await page.locator('.toast').getByText('Saved.').waitFor()
  await page.goto(`/dashboard/services?why=${service.id}&at=${day()}T12:10`)
  await panel(page).getByText('The service is hidden from your site.').waitFor()
  expect(await panel(page).getByRole('link').allTextContents()).toEqual(['Show the service'])
  expect(problems).toEqual([])
})
