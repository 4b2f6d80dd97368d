/** Every public and hosted screen opens, says its name, keeps the access rules in both schemes, fits a phone, stays within its weight, does not jump, and asks nothing again whose reply came with it. */
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Transformer } from '@napi-rs/image'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Frame, joinFrames, readChunks } from '../../tools/animated-webp.ts'
import {
  desktop,
  expectAccessibleInBothSchemes,
  measureLayoutShift,
  openSampleSite,
  phone,
  screenshot,
  readmeScreenshot,
  waitForIdle,
  type SampleSite,
} from './browser-server.ts'

let sampleSite: SampleSite
beforeAll(async () => {
  sampleSite = await openSampleSite()
})
afterAll(() => sampleSite.close())

const screens = [
  ['/', 'Upcoming classes'],
  ['/services', 'Morning Flow'],
  ['/service/morning-flow', 'Morning Flow'],
  ['/service/private-yoga-lesson', 'Private Yoga Lesson'],
  ['/service/handstand-basics', 'Join this course'],
  ['/service/not-there', 'This service is no longer available'],
  ['/schedule', 'Class schedule'],
  ['/schedule?view=week', 'Class schedule'],
  ['/team', 'Lena Brandt'],
  ['/team/unknown-00000000', 'This page is no longer available'],
  ['/plans', 'Unlimited Monthly'],
  ['/account', 'Sign in to your account'],
  ['/nowhere', 'Page not found'],
  ['/hosted/login', 'Sign in'],
  ['/hosted/login?mode=up', 'Create your account'],
  ['/hosted/reset-password', 'This link is incomplete'],
  ['/hosted/reset-password?recoveryToken=x', 'Set a new password'],
  ['/hosted/services', 'Morning Flow'],
  ['/hosted/plans/checkout', 'This plan is no longer available'],
  ['/hosted/booking-form', 'Nothing selected yet'],
  ['/hosted/booking-form?rs=gone', 'This link has expired'],
  ['/hosted/checkout', 'Nothing to pay here'],
  ['/checkout/basket/not-a-link-that-opens-anything-at-all', 'Nothing to pay here'],
  ['/thank-you', 'Nothing to show here'],
  ['/signed-in', 'Not signed in'],
  ['/signed-out', 'You’re signed out'],
] as const

/** Kilobytes of compressed script and style that the page has loaded, from the files of the build. */
async function measureWeight(files: readonly string[]): Promise<{ script: number; style: number }> {
  const sumSizes = (ending: string) =>
    files
      .filter((name) => name.endsWith(ending))
      .map((name) => join('dist/web', name))
      .filter((file) => existsSync(file))
      .reduce((sum, file) => sum + gzipSync(readFileSync(file)).byteLength / 1000, 0)
  return { script: sumSizes('.js'), style: sumSizes('.css') }
}

/** Pages that come whole: nothing on them jumps. Others fill in what only the browser knows. */
const stillPages = new Set<string>([
  '/',
  '/services',
  '/service/morning-flow',
  '/service/private-yoga-lesson',
  '/service/handstand-basics',
  '/schedule',
  '/plans',
  '/hosted/login',
])

/** Pages that name all their scripts themselves: none is asked for only once another one runs. */
const preloadedPages = new Set<string>(['/', '/services', '/schedule', '/plans'])

/** Pages that the server renders, and how many calls they make nevertheless: an appointment asks for the day that it has chosen. */
const renderedPages: Readonly<Record<string, number>> = {
  '/': 0,
  '/services': 0,
  '/service/morning-flow': 0,
  '/service/private-yoga-lesson': 1,
  '/service/handstand-basics': 0,
  '/schedule': 0,
  '/schedule?view=week': 0,
  '/team': 0,
  '/plans': 0,
}

test.each(screens)('%s shows "%s" on a desktop and on a phone', async (path, words) => {
  for (const [name, size] of [
    ['desktop', desktop],
    ['phone', phone],
  ] as const) {
    const page = await sampleSite.page(size)
    const problems: string[] = []
    const files: string[] = []
    page.on('pageerror', (error) => problems.push(error.message))
    const calls: string[] = []
    page.on('request', (request) => {
      files.push(new URL(request.url()).pathname)
      if (request.resourceType() === 'fetch' && !request.url().endsWith('/oauth2/token')) calls.push(`${request.method()} ${request.url()}`)
    })
    const html = (await (await page.goto(path))?.text()) ?? ''
    expect(html.includes('<div id="root"></div>')).toBe(!(path in renderedPages))
    await page.getByText(words).locator('visible=true').first().waitFor()
    await waitForIdle(page)
    await screenshot(page, `${name}${path.replaceAll(/[/?=]/g, '_')}`)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0)
    await expectAccessibleInBothSchemes(page)
    // Where the browser rendered anything else than the server, it says so as an error.
    expect(problems).toEqual([])
    if (path in renderedPages) expect(calls).toHaveLength(renderedPages[path] ?? 0)
    if (preloadedPages.has(path)) expect(files.filter((file) => file.endsWith('.js') && !html.includes(`href="${file}"`))).toEqual([])
    const { script, style } = await measureWeight(files)
    expect(script).toBeGreaterThan(10)
    expect(script).toBeLessThan(145)
    expect(style).toBeLessThan(15)
    expect(await measureLayoutShift(page)).toBeLessThan(stillPages.has(path) ? 0.01 : 0.05)
    await sampleSite.giveBack(page)
  }
})

test.each(['/', '/services', '/service/handstand-basics', '/schedule'])(
  '%s keeps what it shows in place for who lives elsewhere, whose own times come once the app listens',
  async (path) => {
    for (const size of [desktop, phone]) {
      const page = await sampleSite.page(size, 'light', { timezoneId: 'America/New_York' })
      await page.goto(path)
      await page
        .getByText(/your time|Show New York time/)
        .locator('visible=true')
        .first()
        .waitFor()
      await waitForIdle(page)
      expect(await measureLayoutShift(page), `${size.width} px`).toBe(0)
      await sampleSite.giveBack(page)
    }
  },
)

test.each([
  ['en-GB', 'Upcoming classes', 'Choose this plan'],
  ['de', 'Die nächsten Kurse', 'Tarif wählen'],
  ['fr', 'Prochains cours', 'Choisir cette formule'],
  ['es', 'Próximas clases', 'Elegir este plan'],
])('without JavaScript the site is read in %s', async (locale, classes, choose) => {
  const page = await sampleSite.page(phone, 'light', { locale, javaScriptEnabled: false })
  for (const [path, words] of [
    ['/', classes],
    ['/plans', choose],
    ['/service/morning-flow', 'Morning Flow'],
  ] as const) {
    await page.goto(path)
    await page.getByText(words).locator('visible=true').first().waitFor()
  }
})

test('from a teacher to their classes in the schedule, narrowed there and seen as a week', async () => {
  const page = await sampleSite.page(desktop)
  await page.goto('/team')
  await page.getByRole('link', { name: 'Lena Brandt' }).click()
  await page.getByRole('heading', { level: 1, name: 'Lena Brandt' }).waitFor()
  await page.getByRole('region', { name: 'Next classes' }).getByRole('link', { name: 'Morning Flow' }).first().waitFor()
  await waitForIdle(page)
  await screenshot(page, 'team-member')
  await expectAccessibleInBothSchemes(page)
  await page.getByRole('link', { name: 'In the schedule' }).click()
  const teacher = page.getByRole('combobox', { name: 'Teacher' })
  await expect.poll(() => teacher.locator('option:checked').textContent()).toBe('Lena Brandt')
  await page.getByRole('button', { name: 'Next week', exact: true }).click()
  const others = page.getByRole('link', { name: /^(Aiko Mori|Tomas Reyes)$/ })
  await page.getByRole('link', { name: 'Lena Brandt' }).first().waitFor()
  expect(await others.count()).toBe(0)
  await teacher.selectOption('All teachers')
  await others.first().waitFor()

  // A class for all levels suits each of them.
  await page.getByRole('combobox', { name: 'Level' }).selectOption('Beginner')
  await expect.poll(() => page.locator('.session').getByText('Intermediate').count()).toBe(0)
  await page.locator('.session').getByText('All levels').first().waitFor()
  await page.locator('.session').getByText('Beginner').first().waitFor()
  await screenshot(page, 'schedule-level')
  await page.getByRole('combobox', { name: 'Level' }).selectOption('Any level')
  await page.locator('.session').getByText('Intermediate').first().waitFor()

  await page.getByRole('button', { name: 'Week', exact: true }).click()
  const cells = page.locator('.week-cell')
  await cells.first().waitFor()
  const all = await cells.count()
  await page.getByRole('combobox', { name: 'Time of day' }).selectOption('Evening')
  await expect.poll(() => cells.count()).toBeLessThan(all)
  expect(new URL(page.url()).searchParams.get('part')).toBe('evening')
  await screenshot(page, 'schedule-week')
  await page.reload()
  await expect.poll(() => cells.count()).toBeLessThan(all)
  await page.locator('a.week-cell').first().click()
  await page.waitForURL((url) => url.pathname === '/hosted/booking-form')
})

test('the start page asks for the page, its files and pictures, and nothing else', async () => {
  const page = await sampleSite.page(desktop)
  const asked: string[] = []
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`))
  await page.goto('/')
  await page.getByRole('heading', { name: 'Upcoming classes' }).waitFor()
  await waitForIdle(page)
  const files = asked.filter((one) => one.includes('/assets/'))
  expect(asked.filter((one) => !files.includes(one) && !one.startsWith('GET /media/'))).toEqual(['GET /'])
  expect(files.length).toBeLessThanOrEqual(6)
})

test.each(['/services', '/service/morning-flow', '/'])('%s asks a phone for no larger pictures than it can show', async (path) => {
  const page = await sampleSite.page({ width: 412, height: 823 }, 'light', { deviceScaleFactor: 1.75, isMobile: true })
  const asked: string[] = []
  page.on('request', (request) => void (request.resourceType() === 'image' && asked.push(new URL(request.url()).pathname)))
  await page.goto(path)
  await waitForIdle(page)
  const widths = asked.flatMap((one) => /\/fit\/w_(\d+),/.exec(one)?.[1] ?? [])
  expect(widths.length).toBeGreaterThan(0)
  expect(new Set(widths)).toEqual(new Set(['720']))
})

test('the files of the app come as small as the browser can read them', async () => {
  const page = await sampleSite.page(desktop)
  const forms: [string, string | undefined][] = []
  page.on('response', (answer) => {
    if (/[.](js|css)$/.test(new URL(answer.url()).pathname)) forms.push([answer.url(), answer.headers()['content-encoding']])
  })
  await page.goto('/plans')
  await waitForIdle(page)
  expect(forms.length).toBeGreaterThan(3)
  expect(forms.filter(([, form]) => form !== 'gzip' && form !== 'br')).toEqual([])
  // A browser speaks brotli only to a host that it can trust; this one is asked as such.
  const [one = ''] = forms.map(([url]) => url)
  expect((await fetch(one, { headers: { 'accept-encoding': 'br' } })).headers.get('content-encoding')).toBe('br')
})

test('programs that accept anything get pages as browsers do, and a plain answer where an operation would be', async () => {
  const [start, nowhere, api] = await Promise.all(['/', '/nowhere', '/api/nowhere'].map((path) => fetch(sampleSite.base + path)))
  expect([start?.status, start?.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect([nowhere?.status, nowhere?.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
  expect([api?.status, api?.headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8'])
})

/** A guest books a class from the start page, as the README shows it. */
async function recordBooking(): Promise<void> {
  const size = { width: 960, height: 640 }
  const page = await sampleSite.page(size)
  const frames: Frame[] = []
  const keep = async (ms: number) => {
    await waitForIdle(page)
    frames.push({ webp: await new Transformer(await page.screenshot()).webp(82), ms })
  }
  await page.goto('/')
  await page.getByRole('heading', { name: 'Upcoming classes' }).waitFor()
  await keep(1600)
  await page.getByRole('heading', { name: 'Upcoming classes' }).evaluate((heading) => scrollBy(0, heading.getBoundingClientRect().top - 100))
  await keep(1300)
  const book = page.locator('.session').getByRole('link', { name: /^Book/ }).first()
  await book.hover()
  await keep(700)
  await book.click()
  await page.getByRole('heading', { name: 'Booking Details' }).waitFor()
  await keep(1300)
  await page.getByLabel('First name').fill('Nora')
  await keep(400)
  await page.getByLabel('Email').fill('nora@example.org')
  await keep(700)
  await page.getByLabel('Pay in person').check()
  await page.getByRole('button', { name: 'Book', exact: true }).scrollIntoViewIfNeeded()
  await page.getByRole('button', { name: 'Book', exact: true }).hover()
  await keep(1000)
  await page.getByRole('button', { name: 'Book', exact: true }).click()
  await page.getByRole('heading', { name: 'You’re booked' }).waitFor()
  await keep(2600)
  writeFileSync(movingPicture, joinFrames(frames, size))
  await sampleSite.giveBack(page)
}
const movingPicture = 'docs/images/booking-a-class.webp'

test('the README shows how a class is booked, in a picture that loads soon', async () => {
  if (process.env.PICTURES === '1') await recordBooking()
  const file = readFileSync(movingPicture)
  expect(readChunks(file).filter(([name]) => name === 'ANMF').length).toBeGreaterThanOrEqual(8)
  expect(file.byteLength).toBeLessThan(600_000)
  expect(readFileSync('README.md', 'utf8')).toContain(movingPicture)
})

test('the README shows the start page of the sample studio', async () => {
  const page = await sampleSite.page({ width: 1280, height: 1130 })
  await page.goto('/')
  await page.getByRole('heading', { name: 'Upcoming classes' }).waitFor()
  await waitForIdle(page)
  await readmeScreenshot(page, 'home')
  const { size } = statSync('docs/images/home.png')
  expect(size).toBeGreaterThan(20_000)
  expect(size).toBeLessThan(300_000)
})
