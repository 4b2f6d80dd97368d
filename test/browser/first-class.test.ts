/** An owner with an empty site makes the first class with all that it needs; guests book it, pay, move and cancel online, and get money back. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { createSetupToken } from '#domains/setup/actions/setup-token.ts'
import type { TestSite } from '../test-server.ts'
import { openDashboard, signIn, type DashboardServer } from './dashboard-server.ts'
import { expectAccessibleInBothSchemes, finalScreenshot, phone, screenshot, waitForIdle } from './browser-server.ts'
import { fillCard } from './card.ts'
import { chooseLaterTime } from './reschedule-dialog.ts'

let sampleSite: DashboardServer
beforeAll(async () => {
  sampleSite = await openDashboard('none')
})
afterAll(() => sampleSite.close())

test('from an empty site to a booked and cancelled class without one call outside the screens', async () => {
  const { page, problems } = await sampleSite.openPage()
  onTestFailed(() => finalScreenshot(page, 'failed-first-class'))
  // As the start prints the link.
  await page.goto(`/setup#${await createSetupToken(sampleSite.server.deps)}`)
  await page.getByRole('textbox', { name: 'Your name' }).fill('Nora Linden')
  await page.getByLabel('Email').fill('nora@linden.example')
  await page.getByLabel('Password', { exact: true }).fill('a calm long evening')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Studio Linden')
  await page.getByLabel('Start empty').check()
  await page.getByRole('button', { name: 'Create site' }).click()
  await page.waitForURL((url) => url.pathname === '/dashboard')
  await page.getByRole('heading', { name: 'Hello, Nora' }).waitFor()
  // What was asked before there was a site was refused, and rightly so.
  problems.length = 0

  await page.getByRole('link', { name: 'Add your first service' }).click()
  await page.getByRole('button', { name: 'Add your first service' }).click()
  await page.getByText('Class', { exact: true }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Slow Flow')
  const addHere = async (button: string, field: string, text: string, second?: [string, string]) => {
    await page.getByRole('button', { name: button }).click()
    await page.getByRole('textbox', { name: field }).fill(text)
    if (second) await page.getByRole('textbox', { name: second[0], exact: true }).fill(second[1])
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('button', { name: button }).waitFor()
  }
  await addHere('Add category', 'Category name', 'Yoga')
  await addHere('Add location', 'Location name', 'Linden Hall', ['Address', 'Linden Street 4'])
  await page.getByRole('combobox', { name: 'Price type' }).click()
  await page.getByRole('option', { name: 'Free' }).click()
  await page.getByRole('button', { name: 'Add policy' }).click()
  await page.getByRole('dialog').last().getByRole('textbox', { name: 'Name' }).fill('Easy going')
  await page.getByRole('button', { name: 'Create policy' }).click()
  await page.getByRole('list', { name: 'Policy summary' }).getByText('Customers can cancel online up to 24 hours before the start').waitFor()
  await waitForIdle(page)
  await screenshot(page, 'first-service')
  await page.getByRole('button', { name: 'Create service' }).click()

  await page.getByRole('heading', { name: 'Add sessions for Slow Flow' }).waitFor()
  await page.getByRole('combobox', { name: 'Repeat' }).click()
  await page.getByRole('option', { name: 'Never' }).click()
  const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
  await page.getByLabel('Date').fill(day)
  await page.getByRole('button', { name: 'Add session', exact: true }).click()
  await page.getByText('Select at least one staff member.', { exact: true }).waitFor()
  await addHere('Add staff member', 'Staff member’s name', 'Nora Linden')
  await addHere('Add room', 'Room name', 'Blue Room')
  await waitForIdle(page)
  await screenshot(page, 'first-session')
  await expectAccessibleInBothSchemes(page)
  await page.getByRole('button', { name: 'Add session', exact: true }).click()
  await page.locator('.toast').getByText('Sessions added.').waitFor()
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Slow Flow' })
    .getByText(/Bookable, next/)
    .waitFor()
  await page.getByRole('link', { name: 'Calendar' }).first().click()
  await page.goto(`/dashboard/calendar?view=day&date=${day}`)
  await page.getByText('Slow Flow').first().waitFor()
  await page.goto('/dashboard/staff?tab=rooms')
  await page.getByRole('list', { name: 'Rooms' }).getByText('Blue Room').waitFor()
  expect(problems).toEqual([])

  // A guest, on a phone.
  const guest = (await sampleSite.openPage({ size: phone })).page
  onTestFailed(() => finalScreenshot(guest, 'failed-first-guest'))
  await guest.goto('/service/slow-flow')
  await guest.getByText('Linden Hall').first().waitFor()
  await guest.locator('.slot').first().click()
  await guest.getByRole('link', { name: /^Book/ }).click()
  await guest.getByRole('heading', { name: 'Booking details' }).waitFor()
  await guest.getByLabel('First name').fill('Gus')
  await guest.getByLabel('Email').fill('gus@guest.example')
  await guest.getByRole('button', { name: /^Book/ }).click()
  await guest.getByRole('heading', { name: 'You’re booked' }).waitFor()

  // The button of the email, without an account: the place, the rules, and the way out.
  const { siteId } = await sampleSite.server.ok('GET', '/api/site')
  const emails = () => sampleSite.server.sentEmails({ metaSiteId: siteId } as TestSite, 'gus@guest.example')
  await expect.poll(async () => (await emails()).some(({ template }) => template === 'booking-confirmed')).toBe(true)
  const confirmed = (await emails()).find(({ template }) => template === 'booking-confirmed')
  await guest.goto(new URL(String(confirmed?.variables.manageLink)).pathname)
  await guest.getByText('Linden Hall').first().waitFor()
  await guest.getByText('Linden Street 4').first().waitFor()
  await waitForIdle(guest)
  await screenshot(guest, 'first-managed')
  await guest.getByRole('button', { name: 'Cancel', exact: true }).click()
  await guest.getByRole('button', { name: 'Cancel booking' }).click()
  await guest.getByRole('heading', { name: 'Booking cancelled' }).waitFor()

  // The owner sees it, and the place is free again.
  await page.goto('/dashboard/bookings?tab=cancelled')
  await page.getByText('Gus').first().waitFor()
})

/** The newest email of a template to an address, as its variables; waits for it. */
async function waitForEmail(email: string, template: string, count = 1): Promise<Record<string, unknown>> {
  const { siteId } = await sampleSite.server.ok('GET', '/api/site')
  const found = async () => (await sampleSite.server.sentEmails({ metaSiteId: siteId } as TestSite, email)).filter((one) => one.template === template)
  await expect.poll(async () => (await found()).length).toBeGreaterThanOrEqual(count)
  return (await found()).at(-1)?.variables ?? {}
}
const getPath = (link: unknown): string => new URL(String(link)).pathname

/** The owner makes the class cost 20 and adds a second session, by the screens alone. */
async function sellAndRepeat(page: Page): Promise<void> {
  await page.goto('/dashboard/services')
  await page.getByRole('button', { name: 'Slow Flow', exact: true }).click()
  await page.getByRole('combobox', { name: 'Price type' }).click()
  await page.getByRole('option', { name: 'Fixed' }).click()
  await page.getByRole('textbox', { name: /^Price in/ }).fill('20')
  await page.getByRole('checkbox', { name: 'Online' }).check()
  await page.getByRole('checkbox', { name: 'In person' }).uncheck()
  await page.getByRole('button', { name: /^Save/ }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Actions for Slow Flow' }).click()
  await page.getByRole('menuitem', { name: 'Add sessions' }).click()
  await page.getByRole('combobox', { name: 'Repeat' }).click()
  await page.getByRole('option', { name: 'Never' }).click()
  await page.getByLabel('Date').fill(new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10))
  await page.getByRole('combobox', { name: 'Staff' }).click()
  await page.getByRole('option', { name: 'Nora Linden' }).click()
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Add session', exact: true }).click()
  await page.locator('.toast').getByText('Sessions added.').waitFor()
}

/** A guest books the class and pays with a test card. */
async function bookAndPay(page: Page, email: string): Promise<void> {
  await page.goto('/service/slow-flow')
  await page.locator('.slot').first().click()
  await page.getByRole('link', { name: /^Book/ }).click()
  await page.getByRole('heading', { name: 'Booking details' }).waitFor()
  await page.getByLabel('First name').fill('Gina')
  await page.getByLabel('Email').fill(email)
  await fillCard(page)
  await page.getByRole('button', { name: /^Pay/ }).click()
  await page.getByRole('heading', { name: 'You’re booked' }).waitFor()
}

/** The owner gives back `amount`, or all that is left, and sees before what that makes of the booking. */
async function refund(page: Page, effect: string, amount?: string): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Refund', exact: true }).click()
  if (amount) await page.getByLabel(/^Amount in/).fill(amount)
  await page.getByRole('status').getByText(effect).waitFor()
  await expectAccessibleInBothSchemes(page)
  await screenshot(page, `first-refund-${amount ? 'part' : 'rest'}`)
  await page.getByRole('button', { name: 'Refund', exact: true }).last().click()
  await page.getByText('Refund started.').last().waitFor()
}

test('a guest pays, moves and cancels by the links of the emails; the owner refunds a part and the rest, and the guest reads about it', async () => {
  const { page } = await sampleSite.openPage()
  onTestFailed(() => finalScreenshot(page, 'failed-first-refund'))
  await signIn(page, 'nora@linden.example', 'a calm long evening')
  await page.waitForURL((url) => url.pathname === '/dashboard')
  await sellAndRepeat(page)

  const guest = (await sampleSite.openPage({ size: phone })).page
  onTestFailed(() => finalScreenshot(guest, 'failed-first-payer'))
  const email = 'gina@guest.example'
  await bookAndPay(guest, email)
  await guest.goto(getPath((await waitForEmail(email, 'payment-receipt-booking')).receiptLink))
  await guest.getByText('€20').first().waitFor()

  await guest.goto(getPath((await waitForEmail(email, 'booking-confirmed')).manageLink))
  await guest.getByRole('button', { name: 'Reschedule' }).click()
  const dialog = guest.getByRole('dialog')
  await chooseLaterTime(dialog)
  await dialog.getByRole('button', { name: 'Confirm new time' }).click()
  await guest.getByText('Booking rescheduled').waitFor()

  await page.goto('/dashboard/bookings')
  await page.getByRole('button', { name: /^Gina/ }).first().click()
  await refund(page, '€15 of the price stays paid.', '5')
  await guest.goto(getPath((await waitForEmail(email, 'booking-refunded')).receiptLink))
  await guest.getByText('€5').first().waitFor()
  await page.getByRole('dialog').getByText('Partially refunded').waitFor()
  await refund(page, 'The booking will be marked as refunded.')
  expect((await waitForEmail(email, 'booking-refunded', 2)).amount).toContain('15')
  await page.getByRole('dialog').getByText('Refunded', { exact: true }).first().waitFor()

  await guest.goto(getPath((await waitForEmail(email, 'booking-rescheduled')).manageLink))
  await guest.getByRole('button', { name: 'Cancel', exact: true }).click()
  await guest.getByRole('button', { name: 'Cancel booking' }).click()
  await guest.getByRole('heading', { name: 'Booking cancelled' }).waitFor()
})
