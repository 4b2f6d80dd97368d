/**
 * Every button does something, and nothing that breaks: visitors, members, the owner and a staff member with few rights press what
 * they see, on a desktop and on a phone. By default one of each kind on the main screens at phone size; with PRESSES=all
 * (`npm run soak -- --only presses`) up to five of each kind (PRESSES_PER_KIND) on every page that links lead to, side by side.
 */
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import { areas } from '#web/dashboard/settings/rights.ts'
import { desktop, finalScreenshot, openSampleSite, type SampleSite } from './browser-server.ts'
import { signIn, signInAsColleague } from './dashboard-server.ts'
import { pressEverything } from './presses.ts'

const isFull = process.env.PRESSES === 'all'
const mobile = { width: 390, height: 844 }
const sizes = isFull ? [desktop, mobile] : [mobile]
const plan = isFull
  ? { perKind: Number(process.env.PRESSES_PER_KIND ?? 5), perPage: 100, depth: 3, everywhere: true }
  : { perKind: 1, perPage: 3, depth: 2, everywhere: false }
const timeout = isFull ? 7_200_000 : 600_000
/** Each has a studio of its own, for what one deletes another would miss. */
const run = isFull ? test.concurrent : test

interface Role {
  name: string
  from: readonly string[]
  follow: RegExp
  /** So many presses at least: a page that shows nothing would pass otherwise. */
  atLeast: number
  prepare?(page: Page, sampleSite: SampleSite): Promise<void>
}
const pagesOfSite = /^\/(?!dashboard|api|docs|openapi|media|assets|_)/
const pagesOfDashboard = /^\/dashboard(?!\/sign-in)/

/** The member has something to press on: a plan, a booking, a place in line. */
async function signUpWithHistory(page: Page, { server, site }: SampleSite): Promise<void> {
  const email = 'paula.press@example.org'
  await page.goto('/hosted/login?mode=signup&returnUrl=/account')
  await page.getByLabel('Your name').fill('Paula Press')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('a calm long evening')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL((url) => url.pathname === '/account')
  const { members } = await server.ok('POST', '/v1/members/query', { as: site, body: { query: { filter: { loginEmail: email } } } })
  const { plans } = await server.ok('GET', '/v2/plans', { as: site })
  await server.ok('POST', '/v2/checkout/orders/offline', { as: site, body: { planId: plans[0].id, memberId: members[0].id, paid: true } })
}
async function signInAsOwner(page: Page, { site }: SampleSite): Promise<void> {
  await signIn(page, site.ownerEmail, site.ownerPassword)
  await page.waitForURL((url) => url.pathname === '/dashboard')
}
/** Somebody at the desk: sees bookings, members and services, and may change none of them. */
async function signInWithFewRights(page: Page, sampleSite: SampleSite): Promise<void> {
  const rights = areas.filter(({ id }) => ['bookings', 'members', 'services'].includes(id)).flatMap(({ see }) => see)
  await signInAsColleague(page, sampleSite, rights)
}

const screens = ['', '/calendar', '/bookings', '/members', '/services', '/plans', '/money', '/settings'].map((screen) => `/dashboard${screen}`)
const roles: Role[] = [
  {
    name: 'visitors',
    from: ['/', '/services', '/service/private-yoga-lesson', '/schedule', '/plans', '/hosted/login', '/hosted/login?mode=up', '/hosted/login?mode=recover'],
    follow: pagesOfSite,
    atLeast: 8,
  },
  {
    name: 'members',
    from: [...['bookings', 'plans', 'profile', 'emails', 'security'].map((tab) => `/account?tab=${tab}`), '/members'],
    follow: pagesOfSite,
    atLeast: 10,
    prepare: signUpWithHistory,
  },
  { name: 'the owner', from: screens, follow: pagesOfDashboard, atLeast: 20, prepare: signInAsOwner },
  {
    name: 'a staff member with few rights',
    from: isFull ? screens.slice(0, 4) : screens.slice(1, 3),
    follow: pagesOfDashboard,
    atLeast: 4,
    prepare: signInWithFewRights,
  },
]

for (const { name, from, follow, atLeast, prepare } of roles)
  for (const size of sizes)
    run(`${name} at ${size.width} pixels`, { timeout }, async ({ expect, onTestFailed }) => {
      const sampleSite = await openSampleSite()
      try {
        const page = await sampleSite.page(size)
        onTestFailed(() => finalScreenshot(page, `failed-presses-${name.replaceAll(' ', '-')}`))
        await prepare?.(page, sampleSite)
        const onProblem = (problem: string) => console.error(`${name}, ${size.width}: ${problem}`)
        const found = await pressEverything({ page, base: sampleSite.base, from, ...(isFull && { follow, onProblem }), ...plan })
        if (isFull) console.log(`${name}, ${size.width}: ${found.presses} presses on ${found.pages} pages`)
        expect(found.problems).toEqual([])
        expect(found.presses).toBeGreaterThan(atLeast)
      } finally {
        await sampleSite.close()
      }
    })
