/** Other calendars as staff see them: connected by address and by password, in the dashboard calendar, broken, disconnected; secret addresses. */
import type { Page } from 'playwright-core'
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { type CalendarServer, startCalendarServer, toCalendarFile } from '../calendar-server.ts'
import { expectAccessibleInBothSchemes, finalScreenshot, overflow, screenshot, waitForIdle } from './browser-server.ts'
import { type DashboardServer, openDashboard } from './dashboard-server.ts'

let sampleSite: DashboardServer
let other: CalendarServer
beforeAll(async () => {
  sampleSite = await openDashboard('sample')
  other = await startCalendarServer()
})
afterAll(async () => {
  await other.close()
  await sampleSite.close()
})

const firstStaff = async () =>
  (await sampleSite.server.ok('POST', '/v1/staff-members/query', { as: sampleSite.site as never, body: { query: { cursorPaging: { limit: 1 } } } }))
    .staffMembers[0] as {
    id: string
    name: string
  }
const stamp = (at: Temporal.PlainDate, time: string) => `${at.toString().replaceAll('-', '')}T${time}`

test('a calendar is connected by its address, blocks time in the dashboard, and is disconnected with its effect said', async () => {
  const person = await firstStaff()
  const today = Temporal.Now.plainDateISO('Europe/Berlin')
  other.links.set('/tess.ics', toCalendarFile(`DTSTART:${stamp(today, '120000')}\nDTEND:${stamp(today, '133000')}\nSUMMARY:Secret dentist`))
  const { page, problems } = await sampleSite.openAsOwner()
  onTestFailed(() => finalScreenshot(page, 'failed-connected-calendars'))
  await page.goto(`/dashboard/staff?open=${person.id}`)
  await page.getByRole('button', { name: 'Connect calendar' }).click()
  const panel = page.getByRole('dialog', { name: 'Connect calendar' })
  await panel.getByLabel('Calendar address').fill(`${other.origin}/nothing.ics`)
  await panel.getByRole('button', { name: 'Connect calendar' }).click()
  await panel.getByText('There is no calendar at this address.').waitFor()
  problems.length = 0
  await waitForIdle(page)
  await expectAccessibleInBothSchemes(page)
  await screenshot(page, 'connect-calendar')
  await panel.getByLabel('Calendar address').fill(`${other.origin}/tess.ics`)
  await panel.getByLabel('Name').fill('Private')
  await panel.getByRole('button', { name: 'Connect calendar' }).click()
  await panel.waitFor({ state: 'detached' })
  await page.getByText('Busy times block bookings.').waitFor({ timeout: 30_000 })
  await waitForIdle(page)
  await expectAccessibleInBothSchemes(page)
  await page.getByRole('heading', { name: 'Other calendars' }).scrollIntoViewIfNeeded()
  await screenshot(page, 'other-calendars')
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await overflow(page)).toBe(0)
  await page.getByRole('heading', { name: 'Other calendars' }).scrollIntoViewIfNeeded()
  await screenshot(page, 'other-calendars-phone')
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto('/dashboard/calendar?view=week')
  await page.getByText('Busy in another calendar').first().click()
  await page.getByText('It opens when the other calendar is free again.').waitFor()
  expect(await page.content()).not.toContain('dentist')
  await screenshot(page, 'busy-elsewhere')
  await page.goto(`/dashboard/staff?open=${person.id}`)
  await page.getByRole('button', { name: 'Disconnect Private' }).click()
  await page.getByText('clients can book these times again').waitFor()
  await page.getByRole('button', { name: 'Disconnect calendar' }).click()
  await page.getByText('Private disconnected.').waitFor()
  await closeOnSchoolHolidays(page, today)
  expect(problems).toEqual([])
})

/** The whole days of another published calendar become closing days of the business. */
async function closeOnSchoolHolidays(page: Page, today: Temporal.PlainDate): Promise<void> {
  const toDay = (days: number) => today.add({ days }).toString().replaceAll('-', '')
  const holidays = `DTSTART;VALUE=DATE:${toDay(30)}\nDTEND;VALUE=DATE:${toDay(33)}\nTRANSP:TRANSPARENT\nSUMMARY:School holidays`
  other.links.set('/school.ics', toCalendarFile(holidays))
  await page.goto('/dashboard/staff?tab=hours')
  await page.getByRole('button', { name: 'Add public holidays' }).click()
  const form = page.getByRole('group', { name: 'Add public holidays' })
  await form.getByText('From a calendar', { exact: true }).click()
  await form.getByLabel('Address of the calendar').fill(`${other.origin}/school.ics`)
  await form.getByRole('button', { name: 'Show dates' }).click()
  await form.getByRole('checkbox', { name: 'School holidays' }).first().uncheck()
  await waitForIdle(page)
  await expectAccessibleInBothSchemes(page)
  await screenshot(page, 'holidays-of-a-calendar')
  await page.setViewportSize({ width: 360, height: 740 })
  expect(await overflow(page)).toBe(0)
  await form.getByRole('button', { name: 'Close on 2 days' }).click()
  await page.getByText('Closed on 2 holidays.').waitFor()
  await expect.poll(() => page.getByRole('list', { name: 'Closures and special hours' }).getByText('School holidays').count()).toBe(2)
}

test('an account with a password shows bookings; a secret address is made, shown once, and made anew', async () => {
  const person = await firstStaff()
  const { page, problems } = await sampleSite.openAsOwner({ size: { width: 390, height: 844 } })
  onTestFailed(() => finalScreenshot(page, 'failed-calendar-account'))
  await page.goto(`/dashboard/staff?open=${person.id}`)
  await page.getByRole('button', { name: 'Connect calendar' }).click()
  const panel = page.getByRole('dialog', { name: 'Connect calendar' })
  await panel.getByText('Password', { exact: true }).click()
  await panel.getByRole('combobox', { name: 'Provider' }).click()
  await page.getByRole('option', { name: 'Nextcloud or another server' }).click()
  await panel.getByLabel('Server address').fill(`${other.origin}/dav`)
  await panel.getByLabel('User name or email').fill(other.user)
  await panel.getByLabel('App password').fill(other.password)
  await waitForIdle(page)
  await expectAccessibleInBothSchemes(page)
  await screenshot(page, 'connect-account-phone')
  await panel.getByRole('button', { name: 'Connect calendar' }).click()
  await panel.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: `Settings of ${other.user}` }).click()
  const settings = page.getByRole('dialog', { name: other.user })
  await settings.getByRole('switch', { name: 'Show bookings in this calendar' }).press('Space')
  await waitForIdle(page)
  await expectAccessibleInBothSchemes(page)
  await settings.getByRole('button', { name: 'Save' }).click()
  await page.getByText('shows bookings').waitFor()
  await page.getByRole('button', { name: 'Make address' }).click()
  const address = await page.getByLabel('Secret address').inputValue()
  const read = async () => (await fetch(address)).status
  expect(await read()).toBe(200)
  await page.getByRole('button', { name: 'New address', exact: true }).click()
  await page.getByRole('button', { name: 'Make new address' }).click()
  await page.getByText('New address made.').waitFor()
  expect(await read()).toBe(404)
  await screenshot(page, 'calendar-address-phone')
  await page.goto(`/dashboard/staff?open=${person.id}&calendar=declined`)
  await page.getByText('The calendar was not connected: access was not allowed').waitFor()
  await waitForIdle(page)
  await expectAccessibleInBothSchemes(page)
  await screenshot(page, 'consent-declined-phone')
  await page.getByRole('button', { name: 'Close message' }).click()
  await page.getByText('The calendar was not connected').waitFor({ state: 'detached' })
  expect(new URL(page.url()).searchParams.get('open')).toBe(person.id)
  expect(problems).toEqual([])
})

test('a calendar that breaks is said with the person, on Today and in the dark; rooms, locations and all bookings have addresses', async () => {
  const person = await firstStaff()
  other.links.set('/soon-gone.ics', toCalendarFile('DTSTART:20270101T120000Z\nDTEND:20270101T130000Z\nSUMMARY:Once'))
  await sampleSite.server.ok('POST', '/api/calendar-links', {
    as: sampleSite.site as never,
    body: { staffId: person.id, url: `${other.origin}/soon-gone.ics`, label: 'Old calendar' },
  })
  const { page, problems } = await sampleSite.openAsOwner()
  onTestFailed(() => finalScreenshot(page, 'failed-broken-calendar'))
  await page.goto(`/dashboard/staff?open=${person.id}`)
  const sync = page.getByRole('button', { name: 'Sync now: Old calendar' })
  await sync.waitFor()
  other.links.set('/soon-gone.ics', 410)
  await sync.click()
  await page.getByText('The calendar is no longer there.').waitFor()
  await page.getByText('Can’t be read').waitFor()
  await waitForIdle(page)
  await page.getByRole('heading', { name: 'Other calendars' }).scrollIntoViewIfNeeded()
  await page.emulateMedia({ colorScheme: 'dark' })
  await waitForIdle(page)
  await screenshot(page, 'calendar-broken-dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/dashboard')
  await page.getByText('calendar that can’t be read').waitFor()
  await waitForIdle(page)
  await screenshot(page, 'today-broken-calendar')
  const showFeed = async (name: string) => {
    const button = page.getByRole('button', { name: 'Make address' }).last()
    await button.scrollIntoViewIfNeeded()
    await waitForIdle(page)
    await expectAccessibleInBothSchemes(page)
    await screenshot(page, name)
    await button.click()
    const address = await page.getByLabel('Secret address').inputValue()
    expect((await fetch(address)).status).toBe(200)
  }
  await page.goto('/dashboard/staff?tab=hours')
  await showFeed('feed-of-all')
  for (const tab of ['rooms', 'places']) {
    await page.goto(`/dashboard/staff?tab=${tab}`)
    await page.getByRole('main').getByRole('listitem').getByRole('button').first().click()
    await showFeed(`feed-of-${tab}`)
  }
  expect(problems).toEqual([])
})

test('a member gets an address in the account, in German too', async () => {
  const { page } = await sampleSite.openPage({ size: { width: 390, height: 844 }, locale: 'de-DE' })
  onTestFailed(() => finalScreenshot(page, 'failed-member-calendar'))
  await page.goto('/hosted/login?mode=signup&returnUrl=/account')
  await page.getByLabel('Dein Name').fill('Mia Kalender')
  await page.getByLabel('E-Mail').fill('calendar@example.org')
  await page.getByLabel('Passwort', { exact: true }).fill('a calm long evening')
  await page.getByRole('button', { name: 'Konto erstellen' }).click()
  await page.waitForURL((url) => url.pathname === '/account')
  await page.goto('/account?tab=bookings')
  await page.getByRole('button', { name: 'Kalenderadresse holen' }).click()
  const address = await page.getByLabel('Deine geheime Adresse').inputValue()
  expect((await fetch(address)).status).toBe(200)
  await waitForIdle(page)
  await expectAccessibleInBothSchemes(page)
  await screenshot(page, 'member-calendar-phone')
  await page.getByRole('button', { name: 'Neue Adresse' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Neue Adresse' }).click()
  await expect.poll(async () => (await fetch(address)).status).toBe(404)
})
