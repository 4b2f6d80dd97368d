/**
 * Every button does something, and nothing that breaks: visitors, members and the owner press what they see, on a desktop and on
 * a phone. By default one of each kind on the main screens; with PRESSES=all (`npm run soak`) all
 * of them on every page.
 */
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { desktop, finalScreenshot, openSampleSite, type SampleSite } from './browser-server.ts'
import { signIn } from './dashboard-server.ts'
import { pressEverything } from './presses.ts'

const isFull = process.env.PRESSES === 'all'
const mobile = { width: 390, height: 844 }
let sampleSite: SampleSite
beforeAll(async () => {
  sampleSite = await openSampleSite()
})
afterAll(() => sampleSite.close())

const pagesOfSite = /^\/(?!dashboard|api|docs|openapi|media|assets|_)/
const pagesOfDashboard = /^\/dashboard/
const plan = isFull ? { perKind: 5, perPage: 100, everywhere: true } : { perKind: 1, perPage: 3, everywhere: false }
const timeout = isFull ? 7_200_000 : 600_000

/** The member has something to press on: a plan, a booking, a place in line. */
async function signUpWithHistory(page: Awaited<ReturnType<SampleSite['page']>>, email: string): Promise<void> {
  await page.goto('/hosted/login?mode=signup&returnUrl=/account')
  await page.getByLabel('Your name').fill('Paula Press')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('a calm long evening')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL((url) => url.pathname === '/account')
  const { server, site } = sampleSite
  const { members } = await server.ok('POST', '/v1/members/query', { as: site, body: { query: { filter: { loginEmail: email } } } })
  const { plans } = await server.ok('GET', '/v2/plans', { as: site })
  await server.ok('POST', '/v2/checkout/orders/offline', { as: site, body: { planId: plans[0].id, memberId: members[0].id, paid: true } })
}

const sizes = isFull ? [desktop, mobile] : [mobile]

test.each(sizes)('visitors at $width pixels', { timeout }, async (size) => {
  const page = await sampleSite.page(size)
  onTestFailed(() => finalScreenshot(page, 'failed-presses-visitor'))
  const from = ['/', '/services', '/service/private-yoga-lesson', '/schedule', '/plans', '/hosted/login', '/hosted/login?mode=up', '/hosted/login?mode=recover']
  const found = await pressEverything({ page, base: sampleSite.base, from, ...(isFull && { follow: pagesOfSite }), ...plan })
  expect(found.problems).toEqual([])
  expect(found.presses).toBeGreaterThan(8)
})

test.each(sizes)('members at $width pixels', { timeout }, async (size) => {
  const page = await sampleSite.page(size)
  onTestFailed(() => finalScreenshot(page, 'failed-presses-member'))
  await signUpWithHistory(page, `paula.${size.width}@example.org`)
  const from = ['bookings', 'plans', 'profile', 'emails', 'security'].map((tab) => `/account?tab=${tab}`)
  const found = await pressEverything({ page, base: sampleSite.base, from: [...from, '/members'], ...(isFull && { follow: pagesOfSite }), ...plan })
  expect(found.problems).toEqual([])
  expect(found.presses).toBeGreaterThan(10)
})

test.each(sizes)('the owner at $width pixels', { timeout }, async (size) => {
  const page = await sampleSite.page(size)
  onTestFailed(() => finalScreenshot(page, 'failed-presses-owner'))
  const { ownerEmail, ownerPassword } = sampleSite.site
  await signIn(page, ownerEmail, ownerPassword)
  await page.waitForURL((url) => url.pathname === '/dashboard')
  const from = ['', '/calendar', '/bookings', '/members', '/services', '/plans', '/money', '/settings'].map((screen) => `/dashboard${screen}`)
  const found = await pressEverything({ page, base: sampleSite.base, from, ...(isFull && { follow: pagesOfDashboard }), ...plan })
  expect(found.problems).toEqual([])
  expect(found.presses).toBeGreaterThan(20)
})
