/** The menu of a member in the header, by keyboard and on a phone; times beside the month. */
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import type { Page } from 'playwright-core'
import { desktop, expectAccessibleInBothSchemes, finalScreenshot, openSampleSite, phone, screenshot, waitForIdle, type SampleSite } from './browser-server.ts'

let sampleSite: SampleSite
beforeAll(async () => {
  sampleSite = await openSampleSite()
})
afterAll(() => sampleSite.close())

/** Whether this browser keeps bookings for when there is no network. */
const hasOfflineCopy = (page: Page) => page.evaluate(async () => (await caches.keys()).some((name) => name.startsWith('my-bookings-')))

async function signUp(email: string, size: typeof desktop, locale = 'en-GB') {
  const page = await sampleSite.page(size, 'light', { locale })
  onTestFailed(() => finalScreenshot(page, 'failed-account-menu'))
  const german = locale === 'de-DE'
  await page.goto('/hosted/login?mode=signup&returnUrl=/account')
  await page.getByLabel(german ? 'Dein Name' : 'Your name').fill('Mia Menu')
  await page.getByLabel(german ? 'E-Mail' : 'Email').fill(email)
  await page.getByLabel(german ? 'Passwort' : 'Password', { exact: true }).fill('a calm long evening')
  await page.getByRole('button', { name: german ? 'Konto erstellen' : 'Create account' }).click()
  await page.waitForURL((url) => url.pathname === '/account')
  return page
}

const countKept = (page: Page) =>
  page.evaluate(async () => ((await (await caches.match('/my-bookings.json'))?.json()) as { bookings: unknown[] } | undefined)?.bookings.length)

/** Books a class, loses the network, and finds the booking; then the network is back. */
async function expectBookingsOffline(page: Page): Promise<void> {
  await page.goto('/schedule')
  await page.getByRole('link', { name: /^Book/ }).first().click()
  await page.getByLabel('Pay in person').check()
  await page.getByRole('button', { name: 'Book', exact: true }).click()
  await page.waitForURL(/thank-you/)
  await expect.poll(() => countKept(page)).toBe(1)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.context().setOffline(true)
  await page.goto('/account?tab=bookings')
  await page.getByRole('heading', { name: 'You’re offline' }).waitFor()
  await page.getByRole('heading', { name: 'Your next bookings' }).waitFor()
  expect(await page.getByRole('listitem').getByRole('heading', { level: 3 }).count()).toBe(1)
  await page.getByText(/Check-in code: [0-9A-Z]{4}-[0-9A-Z]{4}/).waitFor()
  await screenshot(page, 'offline-bookings')
  await expectAccessibleInBothSchemes(page)
  await page.context().setOffline(false)
  await page.getByRole('link', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'My bookings' }).waitFor({ state: 'attached' })
  await expectNoRequestWhileRecent(page)
}

/** The copy is recent: a page that is opened does not ask for it again; what the member changes has it made anew at once. */
async function expectNoRequestWhileRecent(page: Page): Promise<void> {
  const requests: string[] = []
  page.on(
    'request',
    (request) => request.postData()?.includes('"limit":20') && request.url().endsWith('/v2/extended-bookings/query') && requests.push(page.url()),
  )
  await page.goto('/plans')
  await page.getByRole('button', { name: 'My account' }).waitFor()
  // Longer than a page waits before it asks.
  await page.waitForTimeout(2500)
  expect(requests).toEqual([])
  await page.goto('/account?tab=emails')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => requests).toEqual([page.url()])
}

test('by keyboard: opened, closed with Escape, followed to the bookings', async () => {
  const page = await signUp('menu@example.org', desktop)
  await page.goto('/service/private-yoga-lesson')
  await page.locator('.slot').first().waitFor()
  await waitForIdle(page)
  await screenshot(page, 'service-times-beside-month')
  // Month and times are side by side, so that the button is within the first screen.
  const [month, slot] = [await page.locator('.panel .month').boundingBox(), await page.locator('.panel .slot').first().boundingBox()]
  expect(slot?.x).toBeGreaterThan((month?.x ?? 0) + (month?.width ?? 0))
  await expectAccessibleInBothSchemes(page)

  const button = page.getByRole('button', { name: 'My account' })
  await button.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'My bookings' }).waitFor()
  await waitForIdle(page)
  await screenshot(page, 'account-menu-desk')
  await expectAccessibleInBothSchemes(page)
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'My bookings' }).waitFor({ state: 'hidden' })
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname === '/account' && url.searchParams.get('tab') === 'bookings')
  await expectBookingsOffline(page)
  await page.getByRole('button', { name: 'My account' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('heading', { name: 'You’re signed out' }).waitFor()
  expect(await hasOfflineCopy(page)).toBe(false)
  await page.context().setOffline(true)
  await page.goto('/account?tab=bookings')
  await page.getByRole('heading', { name: 'You’re offline' }).waitFor()
  expect(await page.getByRole('heading', { name: 'Your next bookings' }).count()).toBe(0)
})

test('on a phone in German it lies within the screen', async () => {
  const page = await signUp('menue@example.org', phone, 'de-DE')
  await page.getByRole('button', { name: 'Mein Konto' }).click()
  const menu = await page.locator('.account-menu').boundingBox()
  expect((menu?.x ?? -1) >= 0 && (menu?.x ?? 0) + (menu?.width ?? 999) <= phone.width).toBe(true)
  await waitForIdle(page)
  await screenshot(page, 'account-menu-phone-de')
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
  await page.getByRole('navigation', { name: 'Hauptmenü' }).getByRole('link', { name: 'Meine Tarife' }).click()
  await page.waitForURL((url) => url.searchParams.get('tab') === 'plans')
  const { server, site } = sampleSite
  const [member] = (await server.ok('POST', '/members/v1/members/query', { as: site, body: { query: { filter: { loginEmail: 'menue@example.org' } } } }))
    .members
  const { plans } = await server.ok('GET', '/v2/plans', { as: site })
  const plan = plans.find(({ name }: { name: string }) => name === '10-Class Pass')
  await server.ok('POST', '/v2/checkout/orders/offline', { as: site, body: { planId: plan.id, memberId: member.id, paid: true } })
  await page.getByRole('button', { name: 'Mein Konto' }).click()
  await page.getByRole('navigation', { name: 'Hauptmenü' }).getByRole('link', { name: 'Zahlungen' }).click()
  const payment = page.getByRole('listitem').filter({ hasText: plan.name })
  await payment.getByText('Bezahlt').waitFor()
  const saved = page.waitForEvent('download')
  await payment.getByRole('button', { name: /Beleg \(PDF\)/ }).click()
  expect((await saved).suggestedFilename()).toMatch(/^beleg-\d+\.pdf$/)
  await waitForIdle(page)
  await screenshot(page, 'account-payments-phone-de')
  await expectAccessibleInBothSchemes(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
})
