/** Every decision about a booking or session can be undone for half a minute: by mouse, by keyboard, and after the page was loaded again. */
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDashboard, type DashboardServer } from './dashboard-server.ts'
import { endHolding } from './held-changes.ts'
import { createOwnerCalls, findDialog, waitForToast, zone } from './owner-work.ts'
import { expectAccessibleInBothSchemes, screenshot, waitForIdle } from './browser-server.ts'

let sampleSite: DashboardServer
beforeAll(async () => {
  sampleSite = await openDashboard('sample')
})
afterAll(() => sampleSite.close())

const { request, getBooking, createBooking, listEmailsTo } = createOwnerCalls(() => sampleSite)

/** A guest's appointment that stands, some days from now. */
async function createConfirmedBooking(firstName: string, inDays: number): Promise<string> {
  const who = { firstName, lastName: 'Undo', email: `${firstName.toLowerCase()}@undo.example` }
  const { id, revision } = await createBooking('Private Yoga Lesson', who, inDays)
  await request('POST', `/v2/bookings/${id}/confirm`, { revision })
  return id
}

test('a cancellation is undone by mouse from the list, after the page was loaded again; the client hears nothing', async () => {
  const id = await createConfirmedBooking('Ursa', 3)
  const { page, problems } = await sampleSite.openAsOwner()
  await page.goto('/dashboard/bookings?q=ursa')
  await page.getByRole('button', { name: 'Ursa Undo', exact: true }).click()
  await findDialog(page).getByRole('button', { name: 'Cancel booking' }).click()
  await page
    .getByRole('dialog', { name: /^Cancel Ursa/ })
    .getByRole('button', { name: 'Cancel booking' })
    .click()
  await waitForToast(page, 'Ursa Undo’s booking will be cancelled in 30 seconds.')
  await findDialog(page)
    .getByText(/^Cancelled in \d+ s$/)
    .waitFor()
  await waitForIdle(page)
  // Shown once: the message is there for screen readers, until the panel closes.
  const message = page.locator('.toast[data-held]')
  expect((await message.boundingBox())?.width).toBe(1)
  await screenshot(page, 'undo-panel')
  await page.getByRole('button', { name: 'Close' }).click()
  await expect.poll(async () => (await message.boundingBox())?.width).toBeGreaterThan(100)
  await page.goto('/dashboard/bookings?q=ursa')
  const row = page.getByRole('listitem').filter({ hasText: 'Ursa Undo' })
  await row.getByText(/^Cancelled in \d+ s$/).waitFor()
  await expectAccessibleInBothSchemes(page)
  await screenshot(page, 'undo-list')
  await row.getByRole('button', { name: 'Undo: Cancelled, Ursa Undo' }).click()
  await waitForToast(page, 'Undone.')
  await expect.poll(() => row.getByText(/^Cancelled in/).count()).toBe(0)
  await endHolding(sampleSite.server)
  expect((await getBooking(id)).status).toBe('CONFIRMED')
  expect(await listEmailsTo('ursa@undo.example')).not.toContain('booking-canceled')
  expect(problems).toEqual([])
})

test('what is made before the list of waiting changes was read is shown all the same', async () => {
  const id = await createConfirmedBooking('Nell', 5)
  const { page, problems } = await sampleSite.openAsOwner()
  await page.goto('/dashboard/bookings?q=nell%20undo')
  await page.getByRole('button', { name: 'Nell Undo', exact: true }).click()
  await findDialog(page).getByRole('button', { name: 'Cancel booking' }).click()
  await waitForIdle(page)
  let release = (): void => undefined
  const made = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/held-changes', async (route) => {
    await made
    await route.continue()
  })
  await page
    .getByRole('dialog', { name: /^Cancel Nell/ })
    .getByRole('button', { name: 'Cancel booking' })
    .click()
  await waitForToast(page, 'Nell Undo’s booking will be cancelled in 30 seconds.')
  await endHolding(sampleSite.server)
  release()
  await page.getByRole('listitem').filter({ hasText: 'Nell Undo' }).waitFor({ state: 'detached' })
  expect((await getBooking(id)).status).toBe('CANCELED')
  expect(problems).toEqual([])
})

test('a cancellation is undone with the keyboard alone: Undo has the focus when the dialog has closed', async () => {
  const id = await createConfirmedBooking('Kim', 4)
  const { page, problems } = await sampleSite.openAsOwner()
  await page.goto('/dashboard/bookings?q=kim%20undo')
  await page.getByRole('button', { name: 'Kim Undo', exact: true }).press('Enter')
  await findDialog(page).getByRole('button', { name: 'Cancel booking' }).press('Enter')
  await page
    .getByRole('dialog', { name: /^Cancel Kim/ })
    .getByRole('button', { name: 'Cancel booking' })
    .press('Enter')
  const undo = findDialog(page).getByRole('button', { name: 'Undo: Cancelled, Kim Undo' })
  await undo.waitFor()
  await expect.poll(() => undo.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await waitForToast(page, 'Undone.')
  await findDialog(page).getByRole('button', { name: 'Cancel booking' }).waitFor()
  await endHolding(sampleSite.server)
  expect((await getBooking(id)).status).toBe('CONFIRMED')
  expect(problems).toEqual([])
})

test('a session that is about to be cancelled is crossed out in the calendar, and stays when that is undone from its panel', async () => {
  const day = Temporal.Now.plainDateISO(zone).add({ days: 7 })
  const { page, problems } = await sampleSite.openAsOwner()
  await page.goto(`/dashboard/calendar?view=agenda&date=${day}`)
  await page
    .getByRole('button', { name: /Morning Flow/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'Cancel session' }).click()
  await page.getByRole('dialog', { name: 'Cancel Morning Flow?' }).getByRole('button', { name: 'Cancel session' }).click()
  await waitForToast(page, 'The session will be cancelled in 30 seconds.')
  await findDialog(page)
    .getByText(/^Cancelled in \d+ s$/)
    .first()
    .waitFor()
  await page.goto(`/dashboard/calendar?view=week&date=${day}`)
  await page
    .locator('[data-held=cancelEvent]')
    .getByText(/^Cancelled in \d+ s$/)
    .waitFor()
  await waitForIdle(page)
  await screenshot(page, 'undo-calendar')
  await page.locator('[data-held=cancelEvent]').click()
  await findDialog(page).getByRole('button', { name: 'Undo: Cancelled, Morning Flow' }).first().click()
  await waitForToast(page, 'Undone.')
  await findDialog(page).getByRole('button', { name: 'Cancel session' }).waitFor()
  // And once more, to the end.
  await findDialog(page).getByRole('button', { name: 'Cancel session' }).click()
  await page.getByRole('dialog', { name: 'Cancel Morning Flow?' }).getByRole('button', { name: 'Cancel session' }).click()
  await waitForToast(page, 'The session will be cancelled in 30 seconds.')
  await endHolding(sampleSite.server)
  await expect.poll(() => page.locator('[data-held=cancelEvent]').count()).toBe(0)
  expect(problems).toEqual([])
})

test('what is refused at last is told in the notifications', async () => {
  const id = await createConfirmedBooking('Rex', 5)
  const { page, problems } = await sampleSite.openAsOwner()
  await page.goto('/dashboard/bookings?q=rex')
  await page.getByRole('button', { name: 'Rex Undo', exact: true }).click()
  await findDialog(page).getByRole('button', { name: 'Cancel booking' }).click()
  await page
    .getByRole('dialog', { name: /^Cancel Rex/ })
    .getByRole('button', { name: 'Cancel booking' })
    .click()
  await waitForToast(page, /will be cancelled/)
  // Another user was faster.
  const { revision } = await getBooking(id)
  await request('POST', `/v2/bookings/${id}/cancel`, { revision })
  await endHolding(sampleSite.server)
  await page.goto('/dashboard')
  await page
    .getByRole('button', { name: /Notifications/ })
    .first()
    .click()
  await page.getByText('Your change of a booking was not made').waitFor()
  expect(problems).toEqual([])
})
