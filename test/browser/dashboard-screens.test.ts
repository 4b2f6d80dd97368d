/** Every screen of the dashboard opens with much in it and with nothing in it, keeps the access rules in light and dark, and fits a phone. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDashboard, type DashboardServer } from './dashboard-server.ts'
import { desktop, expectAccessible, expectAccessibleInBothSchemes, overflow, phone, screenshot, waitForIdle } from './browser-server.ts'

const screens: [path: string, full: string | RegExp, empty: string | RegExp][] = [
  ['/dashboard', 'Upcoming sessions', 'Finish setting up'],
  ['/dashboard/calendar?view=day', 'Calendar', 'Nothing scheduled'],
  ['/dashboard/calendar?view=people', 'Lena Brandt', /No staff yet|Nothing scheduled/],
  ['/dashboard/calendar?view=people&by=rooms', 'Garden Room', 'No rooms yet'],
  ['/dashboard/calendar?view=week', 'Calendar', 'Nothing scheduled'],
  ['/dashboard/calendar?view=month', 'Morning Flow', 'Nothing scheduled'],
  ['/dashboard/calendar?view=agenda', 'Morning Flow', 'Nothing scheduled for the next two weeks'],
  ['/dashboard/calendar?new=booking', 'Add to the calendar', 'There are no services yet.'],
  ['/dashboard/bookings', /\d+ bookings/, 'No upcoming bookings'],
  ['/dashboard/bookings?tab=requests', 'Requests', 'No pending requests'],
  ['/dashboard/bookings?new=booking', 'New booking', 'There are no services yet.'],
  ['/dashboard/members', /\d+ members/, /No members yet|1 member/],
  ['/dashboard/plans', 'Unlimited Monthly', 'No plans yet'],
  ['/dashboard/plans?edit=new', 'New plan', 'New plan'],
  ['/dashboard/plans?tab=subscriptions', /\d+ subscriptions/, 'No subscriptions yet'],
  ['/dashboard/plans?tab=coupons', 'WELCOME15', 'No coupons yet'],
  ['/dashboard/money', /\d+ payments/, 'No payments yet'],
  ['/dashboard/insights', 'Recurring revenue', 'No subscriptions yet'],
  ['/dashboard/insights?tab=clients', 'Clients by month', 'No visits yet'],
  ['/dashboard/services', 'Morning Flow', 'No services yet'],
  ['/dashboard/services?edit=new', 'New service', 'New service'],
  ['/dashboard/staff', 'Lena Brandt', /Staff and hours/],
  ['/dashboard/staff?tab=rooms', 'Garden Room', 'No rooms yet'],
  ['/dashboard/staff?tab=hours', 'Save hours', 'Save hours'],
  ['/dashboard/emails', /\d+ emails/, 'No emails yet'],
  ['/dashboard/emails?tab=templates', 'Booking confirmed', 'Booking confirmed'],
  ['/dashboard/emails?tab=templates&edit=booking-confirmed', 'Send a test', 'Send a test'],
  ['/dashboard/emails?tab=reminders', 'Not seen for a while', 'Not seen for a while'],
  ['/dashboard/emails?tab=texts', 'Text messages are not connected', 'Text messages are not connected'],
  ['/dashboard/emails?tab=texts&part=settings', 'Quiet hours', 'Quiet hours'],
  ['/dashboard/emails?tab=texts&part=replies', 'No replies yet', 'No replies yet'],
  ['/dashboard/forecast', 'See what’s coming up', 'See what’s coming up'],
  ['/dashboard/site', 'Save branding', 'Save branding'],
  ['/dashboard/settings', 'Time zone', 'Time zone'],
  ['/dashboard/settings?tab=connections', 'Check and save', 'Check and save'],
  ['/dashboard/settings?tab=log', 'Activity log', 'Activity log'],
]

/** Whether the row of tabs, which is wider than a phone, shows the current one whole. */
const isTabInView = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const tab = document.querySelector('main nav [aria-current]')
    const [{ left, right } = { left: 0, right: 0 }, row] = [tab?.getBoundingClientRect(), tab?.parentElement?.getBoundingClientRect()]
    return !row || (left >= row.left - 1 && right <= row.right + 1)
  })
const waitForText = (page: Page, words: string | RegExp) => page.getByText(words).locator('visible=true').first().waitFor()

/** Scripts and styles of a page, opened by its address, as they came over the wire, by the page's own account: it counts a file once. */
const listLoadedFiles = (page: Page): Promise<{ name: string; bytes: number }[]> =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .filter((entry): entry is PerformanceResourceTiming => entry instanceof PerformanceResourceTiming)
      .map(({ name, encodedBodySize }) => ({ name: new URL(name).pathname, bytes: encodedBodySize }))
      .filter(({ name }) => /[.](js|css)$/.test(name)),
  )
const budgets: [path: string, words: string, kilobytes: number, files: number][] = [
  ['/dashboard', 'Finish setting up', 140, 5],
  ['/dashboard/calendar?view=week', 'Add', 200, 8],
]
test.each(['sample', 'empty'] as const)('the first screen of the dashboard and the calendar load within their budgets: %s', async (kind) => {
  const sampleSite = await openDashboard(kind)
  try {
    const { page } = await sampleSite.openAsOwner()
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    for (const [path, words, kilobytes, count] of budgets) {
      await page.goto(path)
      await waitForText(page, words)
      await waitForIdle(page)
      const files = await listLoadedFiles(page)
      const sum = files.reduce((total, { bytes }) => total + bytes, 0)
      expect(files.length, files.map(({ name }) => name).join('\n')).toBeLessThanOrEqual(count)
      expect(sum, path).toBeGreaterThan(50_000)
      expect(sum, path).toBeLessThanOrEqual(kilobytes * 1000)
      // What it shows came with the page.
      if (path === '/dashboard') expect(asked.filter((one) => one.startsWith('/api/'))).toEqual([])
    }
  } finally {
    await sampleSite.close()
  }
})

describe.each(['sample', 'empty'] as const)('a site that is %s', (kind) => {
  let sampleSite: DashboardServer
  beforeAll(async () => {
    sampleSite = await openDashboard(kind)
  })
  afterAll(() => sampleSite.close())

  test('on a desktop, in light and dark', async () => {
    const { page, problems } = await sampleSite.openAsOwner({ size: desktop })
    for (const [path, full, empty] of screens) {
      // Each screen by its own address once, with the sample; its tabs, and all without data, in the dashboard that is open, as a press on a link does it.
      if (page.url() === 'about:blank' || (kind === 'sample' && new URL(page.url()).pathname !== path.split('?')[0])) await page.goto(path)
      else await page.evaluate((to) => history.pushState({}, '', to), path)
      await waitForIdle(page)
      await waitForText(page, kind === 'sample' ? full : empty)
      await waitForIdle(page)
      await screenshot(page, `dashboard-${kind}${path.slice(10).replaceAll(/[^a-z]+/g, '-')}`)
      expect(await overflow(page), path).toBeLessThanOrEqual(0)
      await expectAccessibleInBothSchemes(page)
    }
    expect(problems).toEqual([])
  }, 480_000)
  test('on a phone of 360 pixels, one after the other', async () => {
    const { page, problems } = await sampleSite.openAsOwner({ size: phone })
    await page.goto('/dashboard')
    for (const [path, full, empty] of screens) {
      if (path.includes('view=people') || path.includes('view=week')) continue
      await page.evaluate((to) => history.pushState({}, '', to), path)
      await waitForIdle(page)
      await waitForText(page, kind === 'sample' ? full : empty)
      await waitForIdle(page)
      await screenshot(page, `dashboard-phone-${kind}${path.slice(10).replaceAll(/[^a-z]+/g, '-')}`)
      expect(await overflow(page), path).toBeLessThanOrEqual(0)
      expect(await isTabInView(page), path).toBe(true)
      await expectAccessible(page)
    }
    expect(problems).toEqual([])
  }, 240_000)
})
