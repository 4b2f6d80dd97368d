/** No link is dead: pages, emails, calendar files, addresses in replies of the API and redirects, for visitors, members and the owner. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import type { BookingStudio } from '../factories/booking-studio.ts'
import { bookSeat, joinWaitlist, createWaitlistClass } from '../factories/waitlist-class.ts'
import { signIn } from './dashboard-server.ts'
import { desktop, finalScreenshot, openSampleSite, waitForIdle, type SampleSite } from './browser-server.ts'

let sampleSite: SampleSite
let studio: BookingStudio
beforeAll(async () => {
  sampleSite = await openSampleSite()
  studio = { server: sampleSite.server, site: sampleSite.site } as BookingStudio
})
afterAll(() => sampleSite.close())

const requestAsOwner = (method: string, path: string, body?: unknown) =>
  sampleSite.server.ok(method, path, { as: sampleSite.site, ...(body !== undefined && { body }) })
/** What a page says when there is nothing behind its address. */
const deadEnds = [
  'This page is not here',
  'This screen is not here',
  'This link is not valid any more',
  'This link leads nowhere',
  'This booking is not here any more',
  'This service is no longer offered',
  'This profile cannot be seen',
  'We could not find this',
  'There is nothing to pay here',
  'No class is chosen',
]

/** Addresses of this server as path and query; all others lead away and are not ours to follow. */
const toOwnPath = (address: string): string | undefined => {
  const url = new URL(address, sampleSite.base)
  const isOurs = url.origin === sampleSite.base || /^(localhost|127\.0\.0\.1|[\w-]+\.example(\.\w+)?)$/.test(url.hostname)
  return isOurs && /^https?:$/.test(url.protocol) ? `${url.pathname}${url.search}` : undefined
}
/** Addresses that differ in their values only are followed three times each. */
const toPathShape = (path: string): string =>
  path
    .replace(/[\w-]{32,}|[0-9a-f-]{36}/gi, '*')
    .replace(/=[^&]*/g, '=')
    .replace(/^\/(service|members)\/[^?]+/, '/$1/*')
const maxPerShape = 3

interface Crawl {
  dead: string[]
  visited: Set<string>
}
/** Opens an address in the browser and says what is wrong with it. */
async function findProblem(page: Page, path: string): Promise<string | undefined> {
  if (/\.(ics|csv|pdf)(\?|$)/.test(path)) {
    const file = await page.request.get(`${sampleSite.base}${path}`)
    return file.status() < 400 ? undefined : `${path}: ${file.status()}`
  }
  const answer = await page.goto(path)
  if (!answer || answer.status() >= 400) return `${path}: ${answer?.status()}`
  await waitForIdle(page)
  const text = await page.evaluate(() => document.body.innerText)
  const deadEnd = deadEnds.find((sentence) => text.includes(sentence))
  return deadEnd && `${path}: "${deadEnd}"`
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
    const problem = await findProblem(page, next.path)
    if (problem) found.dead.push(`${problem} (on ${next.on})`)
    const links = await page.locator('a[href]').evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href))
    for (const link of links) {
      const path = toOwnPath(link)?.split('#')[0]
      if (path && within.test(path)) queue.push({ path, on: next.path })
    }
  }
  return found
}

const pagesOfSite = /^\/(?!dashboard|api|docs|openapi|_)/

test('every link of the site leads somewhere, for visitors and for members', { timeout: 600_000 }, async () => {
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

test('every link of the dashboard leads somewhere, for its owner', { timeout: 600_000 }, async () => {
  const page = await sampleSite.page(desktop)
  onTestFailed(() => finalScreenshot(page, 'failed-links-dashboard'))
  await signIn(page, sampleSite.site.ownerEmail, sampleSite.site.ownerPassword)
  await page.waitForURL((url) => url.pathname === '/dashboard')
  const found = await crawl(page, ['/dashboard'], /^\/(?!_)/)
  expect(found.dead).toEqual([])
  const screens = ['calendar', 'bookings', 'members', 'services', 'staff', 'plans', 'money', 'insights', 'messages', 'site', 'settings']
  expect([...found.visited]).toEqual(expect.arrayContaining(screens.map((screen) => `/dashboard/${screen}`)))
})

/** A guest books the next class that costs money, by card. */
async function payForClass(): Promise<void> {
  const page = await sampleSite.page(desktop)
  onTestFailed(() => finalScreenshot(page, 'failed-links-paying'))
  await page.goto('/schedule')
  await page
    .getByRole('link', { name: /^Book/ })
    .or(page.getByRole('button', { name: /^Book/ }))
    .first()
    .click()
  await page.getByLabel('First name').fill('Petra')
  await page.getByLabel('Email').fill('petra.pays@links.example')
  await page.getByLabel('Card number').fill('4242424242424242')
  await page.getByLabel('Expiry date').fill('12/90')
  await page.getByLabel('Security code').fill('123')
  await page.getByRole('button', { name: /^Pay .* and book$/ }).click()
  await page.waitForURL((url) => url.pathname === '/thank-you')
}

/** Causes emails of many kinds to customers and to the business. */
async function causeEmails(): Promise<void> {
  const { server, site } = sampleSite
  const { id: teacher } = await server.open.db.selectFrom('resource').select('id').where('siteId', '=', site.metaSiteId).executeTakeFirstOrThrow()
  const yoga = await createWaitlistClass(studio, 1)
  const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  const event = {
    scheduleId: yoga.scheduleId,
    type: 'CLASS',
    start: { localDate: `${day}T18:00:00` },
    end: { localDate: `${day}T19:00:00` },
    resources: [{ id: teacher }],
  }
  const { id: eventId } = (await requestAsOwner('POST', '/calendar/v3/events', { event })).event
  const person = async (name: string) => ({ token: await server.visitorToken(site), email: `${name}@links.example` })
  const first = (await bookSeat(studio, yoga, eventId, await person('first'))).body.booking
  await joinWaitlist(studio, yoga, eventId, await person('second'))
  await joinWaitlist(studio, yoga, eventId, await person('third'))
  await requestAsOwner('POST', `/v2/bookings/${first.id}/cancel`, {
    revision: first.revision,
    participantNotification: { notifyParticipants: true },
    flowControlSettings: { ignoreCancellationPolicy: true },
  })
  // A class that wants to be asked is asked and declines; somebody forgot a password.
  const { id: eventId2 } = (
    await requestAsOwner('POST', '/calendar/v3/events', { event: { ...event, start: { localDate: `${day}T20:00:00` }, end: { localDate: `${day}T21:00:00` } } })
  ).event
  const { service } = await requestAsOwner('GET', `/v2/services/${yoga.id}`)
  await requestAsOwner('PATCH', `/v2/services/${yoga.id}`, {
    service: { revision: service.revision, onlineBooking: { enabled: true, requireManualApproval: true } },
  })
  const asked = (await bookSeat(studio, yoga, eventId2, await person('fourth'))).body.booking
  await requestAsOwner('POST', `/v2/bookings/${asked.id}/decline`, { revision: asked.revision, participantNotification: { notifyParticipants: true } })
  const member = await server.registerMember(site)
  await server.ok('POST', '/v1/send-email', { token: await server.visitorToken(site), body: { email: member.email, language: 'en', redirect: {} } })
  await server.runner.drain()
}

test('every link in an email and in a calendar file leads somewhere, for whom it was written', { timeout: 600_000 }, async () => {
  await payForClass()
  await causeEmails()
  const emails = await sampleSite.server.sentEmails(sampleSite.site)
  const inText = (text: string) => [...text.matchAll(/https?:\/\/[^\s"'<>\\)]+/g)].map(([address]) => address)
  const byTemplate = new Map<string, Set<string>>()
  for (const { template, variables } of emails) {
    const found = byTemplate.get(template) ?? new Set()
    // Lines of calendar files are folded.
    for (const address of inText(JSON.stringify(variables).replaceAll(/\\r\\n[ \t]/g, ''))) if (found.size < 4) found.add(address.replace(/\\[rn].*$/, ''))
    byTemplate.set(template, found)
  }
  expect([...byTemplate.keys()]).toEqual(
    expect.arrayContaining([
      'booking-confirmed',
      'booking-canceled',
      'waitlist-joined',
      'waitlist-offer',
      'new-booking',
      'booking-requested',
      'booking-request',
      'booking-declined',
      'payment-receipt-booking',
    ]),
  )
  const customer = await sampleSite.page(desktop)
  const owner = await sampleSite.page(desktop)
  onTestFailed(() => finalScreenshot(customer, 'failed-links-email'))
  await signIn(owner, sampleSite.site.ownerEmail, sampleSite.site.ownerPassword)
  await owner.waitForURL((url) => url.pathname === '/dashboard')
  const dead: string[] = []
  for (const [template, addresses] of byTemplate)
    for (const address of addresses) {
      const path = toOwnPath(address)
      if (!path) continue
      const problem = await findProblem(path.startsWith('/dashboard') ? owner : customer, path)
      if (problem) dead.push(`${template}: ${problem}`)
    }
  expect(dead).toEqual([])
})

test('every address in a reply of the API leads somewhere: of services, members and redirects', { timeout: 300_000 }, async () => {
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
    const path = toOwnPath(address)
    expect(path, address).toBeDefined()
    const shape = toPathShape(path as string).replace(/^(\/(service-page|booking-calendar))\/.*/, '$1/*')
    seen.set(shape, (seen.get(shape) ?? 0) + 1)
    const status = (await page.request.get(`${sampleSite.base}${path}`, { headers: { accept: 'text/html' } })).status()
    if (status >= 400) dead.push(`${path}: ${status}`)
    else if ((seen.get(shape) ?? 0) <= maxPerShape) {
      const problem = await findProblem(page, path as string)
      if (problem) dead.push(problem)
    }
  }
  expect(dead).toEqual([])
})
