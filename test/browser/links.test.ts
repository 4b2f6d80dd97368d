/** No link is dead: pages, addresses in replies of the API and redirects, for visitors, members and the owner. Links in emails: email-links.test.ts. */
import { readdirSync, readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { desktop, finalScreenshot, openSampleSite, type SampleSite } from './browser-server.ts'
import { deadEnds, findProblem, toOwnPath, toPathShape } from './crawl.ts'
import { setOwnerSession } from './dashboard-server.ts'
import { createOwnerCalls } from './owner-work.ts'

let sampleSite: SampleSite
beforeAll(async () => {
  sampleSite = await openSampleSite()
})
afterAll(() => sampleSite.close())

const { request: requestAsOwner } = createOwnerCalls(() => sampleSite)
/** Addresses that differ in their values only are followed this often. */
const maxPerShape = 3

interface Crawl {
  dead: string[]
  visited: Set<string>
}
/** Follows every link from these addresses on. */
async function crawl(page: Page, from: readonly string[], within: RegExp): Promise<Crawl> {
  const found: Crawl = { dead: [], visited: new Set() }
  const shapes = new Map<string, number>()
  const queue = from.map((path) => ({ path, on: 'start' }))
  for (let next = queue.shift(); next; next = queue.shift()) {
    const shape = toPathShape(next.path)
    const times = shapes.get(shape) ?? 0
    if (found.visited.has(next.path) || times >= maxPerShape) continue
    shapes.set(shape, times + 1)
    found.visited.add(next.path)
    const problem = await findProblem(page, next.path, sampleSite.base)
    if (problem) found.dead.push(`${problem} (on ${next.on})`)
    const links = await page.locator('a[href]').evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href))
    for (const link of links) {
      const path = toOwnPath(link, sampleSite.base)?.split('#')[0]
      if (path && within.test(path)) queue.push({ path, on: next.path })
    }
  }
  return found
}

test('every sentence that tells a dead end is one of the pages', () => {
  const files = readdirSync('src/web', { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name))
  const texts = files.map((file) => readFileSync(`src/web/${file}`, 'utf8'))
  expect(deadEnds.filter((sentence) => !texts.some((text) => text.includes(sentence)))).toEqual([])
})

const pagesOfSite = /^\/(?!dashboard|api|docs|openapi|_)/

test('every link of the site leads somewhere, for visitors and for members', async () => {
  const visitor = await sampleSite.page(desktop)
  onTestFailed(() => finalScreenshot(visitor, 'failed-links'))
  const asVisitor = await crawl(visitor, ['/'], pagesOfSite)
  expect(asVisitor.dead).toEqual([])
  expect([...asVisitor.visited]).toEqual(expect.arrayContaining(['/services', '/schedule', '/plans']))

  const page = await sampleSite.page(desktop)
  await page.goto('/hosted/login?mode=signup&returnUrl=/account')
  await page.getByLabel('Your name').fill('Lina Links')
  await page.getByLabel('Email').fill('lina.links@example.org')
  await page.getByLabel('Password', { exact: true }).fill('a calm long evening')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL((url) => url.pathname === '/account')
  const asMember = await crawl(page, ['/account', '/account?tab=bookings', '/account?tab=plans', '/members'], pagesOfSite)
  expect(asMember.dead).toEqual([])
})

test('every link of the dashboard leads somewhere, for its owner', async () => {
  const page = await sampleSite.page(desktop)
  onTestFailed(() => finalScreenshot(page, 'failed-links-dashboard'))
  await setOwnerSession(page, sampleSite)
  const found = await crawl(page, ['/dashboard'], /^\/(?!_)/)
  expect(found.dead).toEqual([])
  const screens = ['calendar', 'bookings', 'members', 'services', 'staff', 'plans', 'money', 'insights', 'emails', 'site', 'settings']
  expect([...found.visited]).toEqual(expect.arrayContaining(screens.map((screen) => `/dashboard/${screen}`)))
})

test('every address in a reply of the API leads somewhere: of services, members and redirects', async () => {
  const page = await sampleSite.page(desktop)
  onTestFailed(() => finalScreenshot(page, 'failed-links-api'))
  const { services } = await requestAsOwner('POST', '/v2/services/query', { query: { paging: { limit: 100 } } })
  const addresses: string[] = services.flatMap((service: { urls: Record<string, { url: string }> }) => Object.values(service.urls).map(({ url }) => url))
  expect(addresses.length).toBeGreaterThan(services.length)
  const { token } = await sampleSite.server.registerMember(sampleSite.site)
  const [service] = services.filter((one: { type: string }) => one.type === 'APPOINTMENT')
  const { plans } = await requestAsOwner('GET', '/v2/plans/public')
  const callbacks = { postFlowUrl: `${sampleSite.base}/` }
  const intents = [
    { bookingsCheckout: { slotAvailability: { slot: { serviceId: service.id, scheduleId: service.schedule.id } } }, callbacks },
    { paidPlansCheckout: { planId: plans[0].id }, callbacks },
    { bookingsBook: {}, callbacks },
    { logout: { clientId: sampleSite.site.clientId }, callbacks },
  ]
  for (const body of intents) addresses.push((await sampleSite.server.ok('POST', '/v1/redirect-session', { token, body })).redirectSession.fullUrl)
  const dead: string[] = []
  const seen = new Map<string, number>()
  for (const address of addresses) {
    const path = toOwnPath(address, sampleSite.base)
    expect(path, address).toBeDefined()
    const shape = toPathShape(path as string).replace(/^(\/(service-page|booking-calendar))\/.*/, '$1/*')
    seen.set(shape, (seen.get(shape) ?? 0) + 1)
    const status = (await page.request.get(`${sampleSite.base}${path}`, { headers: { accept: 'text/html' } })).status()
    if (status >= 400) dead.push(`${path}: ${status}`)
    else if ((seen.get(shape) ?? 0) <= maxPerShape) {
      const problem = await findProblem(page, path as string, sampleSite.base)
      if (problem) dead.push(problem)
    }
  }
  expect(dead).toEqual([])
})
