/** The columns of a list are chosen and ordered, and are the same on another device. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { openDashboard, type DashboardServer } from './dashboard-server.ts'
import { desktop, expectAccessibleInBothSchemes, finalScreenshot, overflow, phone, screenshot } from './browser-server.ts'

let studio: DashboardServer
beforeAll(async () => {
  studio = await openDashboard('sample')
})
afterAll(() => studio.close())

/** What was chosen reached the server. */
const whenSaved = (page: Page, press: () => Promise<void>) =>
  Promise.all([page.waitForResponse((reply) => reply.url().includes('/api/list-columns/') && reply.request().method() !== 'GET'), press()])
const openColumns = async (page: Page) => {
  await page.getByRole('button', { name: 'Columns', exact: true }).click()
  return page.getByRole('dialog', { name: 'Columns' })
}
const readHeads = async (page: Page): Promise<string[]> => page.locator('[class*=figureHead] > span').allTextContents()

test('columns of the members are hidden, added and ordered, on every device, until they are reset', async () => {
  const { page, problems } = await studio.openAsOwner({ size: desktop })
  onTestFailed(() => finalScreenshot(page, 'failed-columns'))
  await page.goto('/dashboard/members')
  await page.getByRole('list', { name: 'Members' }).waitFor()
  expect(await readHeads(page)).toEqual(['Plan', 'Visits', 'Last visit', 'Owed'])
  const dialog = await openColumns(page)
  await whenSaved(page, () => dialog.getByLabel('Visits', { exact: true }).uncheck())
  await whenSaved(page, () => dialog.getByLabel('Phone', { exact: true }).check())
  await whenSaved(page, () => dialog.getByRole('button', { name: 'Move Phone up' }).click())
  await dialog.getByText('Phone moved to position 3 of 4.').waitFor()
  await screenshot(page, 'columns-dialog')
  await expectAccessibleInBothSchemes(page)
  const chosen = ['Plan', 'Last visit', 'Phone', 'Owed']
  expect(await readHeads(page)).toEqual(chosen)
  const other = await studio.openAsOwner({ size: desktop, scheme: 'dark' })
  await other.page.goto('/dashboard/members')
  await other.page.getByRole('list', { name: 'Members' }).waitFor()
  await expect.poll(() => readHeads(other.page)).toEqual(chosen)
  await screenshot(other.page, 'columns-members-dark')
  await other.page.setViewportSize(phone)
  expect(await overflow(other.page)).toBe(0)
  await screenshot(other.page, 'columns-members-phone')
  await whenSaved(page, () => dialog.getByRole('button', { name: 'Reset to default' }).click())
  await expect.poll(() => readHeads(page)).toEqual(['Plan', 'Visits', 'Last visit', 'Owed'])
  expect([...problems, ...other.problems]).toEqual([])
})

test('bookings, payments, services and subscriptions say what was chosen', async () => {
  const { page, problems } = await studio.openAsOwner({ size: desktop })
  onTestFailed(() => finalScreenshot(page, 'failed-columns'))
  await page.goto('/dashboard/bookings?q=lucia')
  const booking = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Lucia' }).first()
  await booking.getByText('€').waitFor({ state: 'detached' })
  const ofBookings = await openColumns(page)
  await whenSaved(page, () => ofBookings.getByLabel('Price', { exact: true }).check())
  await whenSaved(page, () => ofBookings.getByLabel('Payment', { exact: true }).uncheck())
  await page.keyboard.press('Escape')
  await booking.getByText(/€\d/).waitFor()
  await booking.getByText('Pay in person').waitFor({ state: 'detached' })
  await screenshot(page, 'columns-bookings')

  await page.goto('/dashboard/money')
  const payment = page.getByRole('list', { name: 'Payments' }).getByRole('listitem').first()
  await payment.waitFor()
  const ofPayments = await openColumns(page)
  await whenSaved(page, () => ofPayments.getByLabel('Receipt', { exact: true }).check())
  await page.keyboard.press('Escape')
  await payment.getByText(/no\. \d+/).waitFor()
  await screenshot(page, 'columns-payments')

  await page.goto('/dashboard/services')
  const service = page.getByRole('article').filter({ hasText: 'Morning Flow' })
  await service.getByText('Class · 14 spots · Mill Lane Studio').waitFor()
  const ofServices = await openColumns(page)
  await whenSaved(page, () => ofServices.getByLabel('Spots', { exact: true }).uncheck())
  await page.keyboard.press('Escape')
  await service.getByText('Class · Mill Lane Studio').waitFor()
  await screenshot(page, 'columns-services')

  await page.goto('/dashboard/plans?tab=subscriptions')
  const subscription = page.getByRole('list', { name: 'Subscriptions' }).getByRole('listitem').first()
  await subscription.getByText(/\$|€/).waitFor()
  const ofSubscriptions = await openColumns(page)
  await whenSaved(page, () => ofSubscriptions.getByLabel('Price', { exact: true }).uncheck())
  await whenSaved(page, () => ofSubscriptions.getByLabel('Bought on', { exact: true }).check())
  await page.keyboard.press('Escape')
  await subscription.getByText(/· bought \d/).waitFor()
  await subscription.getByText(/\$|€/).waitFor({ state: 'detached' })
  await screenshot(page, 'columns-subscriptions')
  expect(problems).toEqual([])
})
