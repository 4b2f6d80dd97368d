/** Work on many bookings goes on when its page is left, and is found again: while it runs, and when it is over. */
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { endHolding } from './held-changes.ts'
import { openDashboard, type DashboardServer } from './dashboard-server.ts'
import { desktop, expectAccessible, expectAccessibleInBothSchemes, finalScreenshot, overflow, phone, screenshot } from './browser-server.ts'

let studio: DashboardServer
beforeAll(async () => {
  studio = await openDashboard('sample')
})
afterAll(() => studio.close())

/** Jobs wait until the answered function is called. */
function holdJobs(): () => void {
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  void studio.server.runner.runExclusively(() => held)
  return release
}

test('bookings are cancelled without their page: the bell shows how far it is, the result says what was refused', async () => {
  const { page, problems } = await studio.openAsOwner({ size: desktop })
  onTestFailed(() => finalScreenshot(page, 'failed-bulk-work'))
  await page.goto('/dashboard/bookings')
  const boxes = page.getByRole('checkbox', { name: /^Select / })
  await boxes.nth(2).waitFor()
  for (const at of [0, 1, 2]) await boxes.nth(at).check()
  const release = holdJobs()
  await page.getByRole('button', { name: 'Cancel bookings' }).click()
  await page.getByText(/3 bookings: /).waitFor()
  await expectAccessible(page)
  await page.getByLabel(/^Notify the clients/).uncheck()
  await page.getByRole('button', { name: 'Cancel 3 bookings' }).click()
  await page.getByText('Cancelling bookings: 0 of 3').waitFor()
  await screenshot(page, 'bulk-work-running')
  await expectAccessibleInBothSchemes(page)
  const jobId = new URL(page.url()).searchParams.get('job')

  // Another user is faster with one of them.
  const { db } = studio.server.deps.database
  await db
    .updateTable('booking')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('bookingJobItem')
        .select('bookingId')
        .where('jobId', '=', jobId ?? '')
        .where('place', '=', 1),
    )
    .execute()

  await page.getByRole('navigation', { name: 'Dashboard', exact: true }).getByRole('link', { name: 'Services' }).click()
  await page.reload()
  await page.getByRole('button', { name: /work in progress/ }).click()
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  await panel.getByRole('region', { name: 'In progress' }).getByText('0 of 3').waitFor()
  await screenshot(page, 'bulk-work-bell')
  await expectAccessibleInBothSchemes(page)
  release()
  await endHolding(studio.server)
  await page.getByText('2 of 3 bookings cancelled. The rest was refused: see Notifications.').waitFor()
  await panel.getByRole('link', { name: /Bookings cancelled/ }).click()
  await page.waitForURL((url) => url.pathname === '/dashboard/bookings' && url.searchParams.get('job') === jobId)
  const refused = page.getByRole('list', { name: 'Refused' }).getByRole('listitem')
  await refused.first().waitFor()
  expect(await refused.count()).toBe(1)
  await screenshot(page, 'bulk-work-result')
  await expectAccessibleInBothSchemes(page)
  await page.setViewportSize(phone)
  expect(await overflow(page)).toBe(0)
  await screenshot(page, 'bulk-work-result-phone')
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await refused.first().waitFor({ state: 'detached' })
  expect(problems).toEqual([])
})
