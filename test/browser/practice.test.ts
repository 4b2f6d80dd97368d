/** The sample practice as visitor, member and owner see it: full from the first look, and three services booked in one visit. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import {
  desktop,
  expectAccessibleInBothSchemes,
  finalScreenshot,
  measureLayoutShift,
  overflow,
  phone,
  readmeScreenshot,
  screenshot,
  waitForIdle,
} from './browser-server.ts'
import { openDashboard, type DashboardServer } from './dashboard-server.ts'

let practice: DashboardServer
beforeAll(async () => {
  practice = await openDashboard('practice')
})
afterAll(() => practice.close())

const site = () => practice.site ?? expect.fail('the server has no site')
const picture = { width: 1280, height: 900 }

/** Once on a desk and once on a phone, light and dark; nothing sticks out. */
async function look(page: Page, name: string): Promise<void> {
  for (const [size, viewport] of [
    ['desk', desktop],
    ['phone', { ...phone, width: 390 }],
  ] as const)
    for (const scheme of ['light', 'dark'] as const) {
      await page.setViewportSize(viewport)
      await page.emulateMedia({ colorScheme: scheme })
      await waitForIdle(page)
      await screenshot(page, `practice-${name}-${size}-${scheme}`)
      expect(await overflow(page)).toBeLessThanOrEqual(0)
    }
  await page.setViewportSize(desktop)
  await page.emulateMedia({ colorScheme: 'light' })
}

test('a visitor finds the practice, its services and its people, with no error on the way', async () => {
  const { page, problems } = await practice.openPage({ size: desktop })
  onTestFailed(() => finalScreenshot(page, 'failed-practice-visitor'))
  await page.goto('/')
  await page.getByRole('heading', { level: 1, name: 'Move without pain. Rest without guilt.' }).waitFor()
  for (const name of ['One roof, one plan', 'Who will look after you', 'Good to know']) await page.getByRole('heading', { name }).waitFor()
  await page.getByText('Hannah Vogel').first().waitFor()
  await expectAccessibleInBothSchemes(page)
  await look(page, 'home')
  for (const [path, words] of [
    ['/services', 'Classic Massage'],
    ['/service/classic-massage', 'Lavender oil'],
    ['/service/first-assessment', 'First Assessment'],
    ['/service/recovery-package', 'Recovery Package'],
    ['/schedule', 'Back Class'],
    ['/plans', '10-Session Card'],
    ['/team', 'Priya Nair'],
  ] as const) {
    await page.goto(path)
    await page.getByText(words).first().waitFor()
    await look(page, path.slice(1).replaceAll('/', '-'))
  }
  expect(problems).toEqual([])
})

test('pages come with the font that the owner chose, and nothing moves when it is there', async () => {
  for (const size of [phone, desktop]) {
    for (const path of ['/', '/service/classic-massage', '/services', '/plans']) {
      const { page } = await practice.openPage({ size })
      const files: string[] = []
      page.on('request', (request) => void files.push(new URL(request.url()).pathname))
      const html = (await (await page.goto(path))?.text()) ?? ''
      await waitForIdle(page)
      // Asked for by the page itself, whose rules know it: no style sheet comes later and draws all anew.
      const faces = files.filter((file) => file.endsWith('.woff2'))
      expect(faces).toEqual([expect.stringContaining('inter-latin-wght')])
      expect(html).toContain(`href="${faces[0]}"`)
      expect(files.filter((file) => file.endsWith('.css') && !html.includes(`href="${file}"`))).toEqual([])
      expect(await measureLayoutShift(page), `${path} at ${size.width} px`).toBeLessThan(0.01)
      await practice.giveBack(page)
    }
  }
})

test('three services are booked in one visit', async () => {
  const { page, problems } = await practice.openPage({ size: { width: 1280, height: 1130 } })
  onTestFailed(() => finalScreenshot(page, 'failed-practice-visit'))
  await page.goto('/service/back-massage')
  const panel = page.getByRole('region', { name: 'Book Back Massage' })
  await panel.getByRole('button', { name: 'Add another service to this visit' }).click()
  await panel.getByRole('checkbox', { name: /Foot Reflexology/ }).click()
  await panel.getByRole('checkbox', { name: /Head & Neck Massage/ }).click()
  // A day with a single time chooses it automatically: then the length stands beside the price.
  await panel.getByText(/^€100( ·|$)/).waitFor()
  await waitForIdle(page)
  await panel.locator('.slot').last().click()
  await panel.getByText('€100 · 1 h 10 min').waitFor()
  await waitForIdle(page)
  await page.evaluate(() => window.scrollTo(0, 0))
  await readmeScreenshot(page, 'booking')
  await panel.getByRole('link', { name: /^Book 3 services · / }).click()
  await page.getByLabel('First name').fill('Vera')
  await page.getByLabel('Email').fill('vera@example.org')
  await page.getByRole('button', { name: 'Book 3 services' }).click()
  await page.getByRole('heading', { name: 'You’re booked' }).waitFor()
  expect((await practice.server.emailVariables(site(), 'vera@example.org', 'booking-confirmed')).parts).toHaveLength(3)
  expect(problems).toEqual([])
})

test('a member of the practice sees what is booked and what was paid', async () => {
  const { members } = await practice.server.ok('POST', '/v1/members/query', {
    as: site(),
    body: { query: { filter: { loginEmail: 'grace.bennett.1@sample.example' } } },
  })
  const { access_token: access, refresh_token: refresh } = await practice.server.ok('POST', '/oauth2/token', {
    headers: { authorization: `,${site().apiKey}`, 'wix-site-id': site().metaSiteId },
    body: { grant_type: 'authorized_client', member_id: members[0].id, scope: 'offline_access' },
  })
  const { page, problems } = await practice.openPage({ size: desktop })
  onTestFailed(() => finalScreenshot(page, 'failed-practice-member'))
  await page.goto('/signed-out')
  await page.getByRole('heading', { name: 'You’re signed out' }).waitFor()
  await page.evaluate((tokens) => localStorage.setItem('atrium.tokens', JSON.stringify({ ...tokens, role: 'member', expiresAt: Date.now() + 3_600_000 })), {
    access,
    refresh,
  })
  await page.goto('/account')
  await page.getByText('Hi, Grace').waitFor()
  await page.getByText('Physiotherapy').first().waitFor()
  await look(page, 'account')
  expect(problems).toEqual([])
})

test('the owner finds today, the calendar by room, the members and the money full', async () => {
  const { page, problems } = await practice.openAsOwner({ size: picture })
  onTestFailed(() => finalScreenshot(page, 'failed-practice-owner'))
  await page.goto('/dashboard')
  await page.getByRole('heading', { name: /Olive/ }).waitFor()
  await waitForIdle(page)
  await readmeScreenshot(page, 'today')
  await look(page, 'today')
  const tuesday = nextTuesday()
  await page.goto(`/dashboard/calendar?view=people&by=rooms&date=${tuesday}`)
  await page.getByTitle('Massage Room').waitFor()
  await page
    .getByRole('button', { name: /Classic Massage/ })
    .first()
    .waitFor()
  await look(page, 'calendar-rooms')
  await page.goto(`/dashboard/calendar?view=people&date=${tuesday}`)
  await page.getByTitle('Priya Nair').waitFor()
  await page
    .getByRole('button', { name: /Classic Massage/ })
    .first()
    .waitFor()
  await waitForIdle(page)
  await readmeScreenshot(page, 'calendar')
  for (const [path, words] of [
    ['members', 'Amelia'],
    ['money', 'Receipt'],
    ['insights', 'Revenue'],
    ['bookings', 'Physiotherapy'],
    ['services', 'Classic Massage'],
  ] as const) {
    await page.goto(`/dashboard/${path}`)
    await page.getByText(words).first().waitFor()
    await look(page, path)
  }
  expect(problems).toEqual([])
})

/** A Tuesday on which the sample has appointments: ISO date. */
function nextTuesday(): string {
  const day = new Date(Date.now() + 86_400_000)
  while (day.getUTCDay() !== 2) day.setUTCDate(day.getUTCDate() + 1)
  return day.toISOString().slice(0, 10)
}
