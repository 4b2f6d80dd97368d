/** English on the site of a business in New York: a clock of twelve hours wherever a time is read. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { finalScreenshot, desktop, expectAccessibleInBothSchemes, phone, screenshot, waitForIdle, openSampleSite, type SampleSite } from './browser-server.ts'
import { createOwnerCalls, waitForToast } from './owner-work.ts'
import { setOwnerSession } from './dashboard-server.ts'

let sampleSite: SampleSite
const { request: requestAsOwner } = createOwnerCalls(() => sampleSite)
beforeAll(async () => {
  sampleSite = await openSampleSite()
  await requestAsOwner('PATCH', '/api/site-settings', { timeZone: 'America/New_York' })
})
afterAll(() => sampleSite.close())

/** "09:30" or "14:00", and not a part of "10:14:00" or of an instant. */
const longClock = /(?<![\d:T])(?:0\d|1[3-9]|2[0-4]):[0-5]\d(?![\d:])/g
const shortClock = /\b(?:1[0-2]|[1-9]):[0-5]\d\s(?:AM|PM)\b/
const waitForTime = (page: Page) =>
  page
    .getByText(/\d:\d\d\s[AP]M/)
    .first()
    .waitFor()
/** What a screen says, and what it says to those who do not see it. */
async function readScreen(page: Page): Promise<string> {
  await waitForIdle(page)
  return page.evaluate(() =>
    [document.body.innerText, ...[...document.querySelectorAll('[aria-label]')].map((one) => one.getAttribute('aria-label'))].join('\n'),
  )
}
async function expectShortClock(page: Page): Promise<void> {
  const text = await readScreen(page)
  expect(text.match(longClock) ?? [], page.url()).toEqual([])
  expect(text, page.url()).toMatch(shortClock)
}

test('a visitor reads AM and PM on every page, in the form, afterwards and in the email', async () => {
  for (const size of [desktop, phone]) {
    const page = await sampleSite.page(size)
    onTestFailed(() => finalScreenshot(page, 'failed-english-clock'))
    for (const path of ['/', '/schedule', '/schedule?view=week', '/service/morning-flow', '/service/movement-check-up']) {
      await page.goto(path)
      await waitForTime(page)
      await expectShortClock(page)
      await screenshot(page, `english-clock${path.replaceAll(/\W/g, '-')}-${size.width}`)
    }
    await page.locator('.slot').first().click()
    await page.getByRole('link', { name: /^Book · .*\d [AP]M$/ }).click()
    await page.getByLabel('First name').fill('Ada')
    await page.getByLabel('Email').fill(`ada-${size.width}@example.org`)
    await expectShortClock(page)
    await page.getByText('Pay in person').click()
    await page.getByRole('button', { name: 'Book', exact: true }).click()
    await page.getByRole('heading', { name: 'You’re booked' }).waitFor()
    await expectShortClock(page)
    await page.getByRole('link', { name: /Manage|Change/ }).click()
    await waitForTime(page)
    await expectShortClock(page)
    const { startText } = await sampleSite.emailTo(`ada-${size.width}@example.org`, 'booking-confirmed')
    expect(startText).toMatch(/^\w+day, \w+ \d+, \d{4} at \d+:\d\d\s[AP]M/)
    await sampleSite.giveBack(page)
  }
})

test('pages are rendered on the server as the browser renders them, and their text twin says the same', async () => {
  const read = async (path: string) => (await fetch(sampleSite.base + path, { headers: { 'accept-language': 'en' } })).text()
  for (const path of ['/', '/schedule', '/index.md', '/schedule.md']) {
    const text = (await read(path)).replaceAll(/<script[^]*?<\/script>|<style[^]*?<\/style>|<[^>]*>/g, ' ')
    expect(text.match(longClock) ?? [], path).toEqual([])
    expect(text, path).toMatch(shortClock)
  }
})

test('the owner reads AM and PM in Today, the calendar, bookings and insights', async () => {
  const page = await sampleSite.page(desktop)
  onTestFailed(() => finalScreenshot(page, 'failed-english-clock'))
  await setOwnerSession(page, sampleSite)
  for (const path of [
    '/dashboard',
    ...['day', 'people', 'week', 'month'].map((view) => `/dashboard/calendar?view=${view}`),
    '/dashboard/bookings',
    '/dashboard/insights?tab=sessions',
  ]) {
    await page.goto(path)
    await waitForTime(page)
    await expectShortClock(page)
    await screenshot(page, `english-clock-${path.slice(1).replaceAll(/\W/g, '-')}`)
  }
  await page.setViewportSize(phone)
  // A day of a month has room for "7:30" alone.
  await page.goto('/dashboard/calendar?view=month')
  await page.getByText('7:30', { exact: true }).first().waitFor()
  expect((await readScreen(page)).match(longClock) ?? []).toEqual([])
  await screenshot(page, 'english-clock-calendar-month-phone')
  await page.goto('/dashboard/calendar?view=agenda')
  await waitForTime(page)
  await expectShortClock(page)
  await page.setViewportSize(desktop)
  await page.goto('/dashboard/calendar?view=week')
  await waitForTime(page)
  await expectAccessibleInBothSchemes(page)
})

test('the owner types opening hours with AM and PM, and finds them so', async () => {
  const page = await sampleSite.page(desktop)
  onTestFailed(() => finalScreenshot(page, 'failed-english-clock-hours'))
  await setOwnerSession(page, sampleSite)
  await page.goto('/dashboard/staff?tab=hours')
  const [from, to] = [page.getByLabel('Monday from'), page.getByLabel('Monday to')]
  expect([await from.inputValue(), await to.inputValue()].map((text) => text.replaceAll('\u00a0', ' '))).toEqual(['7:00 AM', '9:00 PM'])
  await to.fill('9:30 pm')
  await to.press('Tab')
  await page.getByRole('button', { name: 'Save hours' }).click()
  await waitForToast(page, /Business hours saved/)
  await page.reload()
  await expect.poll(async () => (await to.inputValue()).replaceAll('\u00a0', ' ')).toBe('9:30 PM')
  const { periods } = (await requestAsOwner('GET', '/api/business-hours')) as { periods: { day: string; start: string; end: string }[] }
  expect(periods.filter(({ day }) => day === 'MONDAY')).toMatchObject([{ start: '07:00', end: '21:30' }])
  await screenshot(page, 'english-clock-hours')
})
