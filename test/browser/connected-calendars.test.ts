/** Other calendars as staff see them: connected by address and by password, in the dashboard calendar, broken, disconnected; secret addresses. */
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { type CalendarServer, startCalendarServer, toCalendarFile } from '../calendar-server.ts'
import { expectAccessibleInBothSchemes, finalScreenshot, screenshot, waitForIdle } from './browser-server.ts'
import { type DashboardServer, openDashboard, overflow } from './dashboard-server.ts'

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
  expect(problems).toEqual([])
})

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
  const settings = page.getByRole('dialog').last()
  await settings.getByText('Show bookings in this calendar').click()
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
