/**
 * Every button does something, and nothing that breaks: visitors, members, the owner and a staff member with few rights press what
 * they see, on a desktop and on a phone. By default one of each kind on the main screens at phone size; with PRESSES=all
 * (`npm run soak -- --only presses`) up to five of each kind (PRESSES_PER_KIND) on every page that links lead to: the owner's walk is
 * then divided by screen, so that a part can be repeated alone (`-t "the owner: calendar"`). Each walk has a studio of its own, for
 * what one deletes another would miss.
 */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { test } from 'vitest'
import type { ScreenPath } from '#web/dashboard/search-params.ts'
import { areas } from '#domains/collaborators/rules/rights.ts'
import { desktop, finalScreenshot, openSampleSite, type SampleSite } from './browser-server.ts'
import { setOwnerSession, signInAsCollaborator } from './dashboard-server.ts'
import { pressEverything } from './presses.ts'

const isFull = process.env.PRESSES === 'all'
const mobile = { width: 390, height: 844 }
const sizes = isFull ? [desktop, mobile] : [mobile]
const plan = isFull
  ? { perKind: Number(process.env.PRESSES_PER_KIND ?? 5), perPage: 100, depth: 3, everywhere: true }
  : { perKind: 1, perPage: 2, depth: 2, everywhere: false }
/** A guard, never a measure: a busy machine may take ten times as long as a quiet one. */
const timeout = isFull ? 7_200_000 : 1_800_000
interface Role {
  name: string
  from: readonly string[]
  follow: RegExp
  isFrameLeftOut?: boolean
  /** So many presses at least: a page that shows nothing would pass otherwise. */
  atLeast: number
  /** Returns more addresses to begin with, where the page is needed to know them. */
  prepare?(page: Page, sampleSite: SampleSite): Promise<readonly string[] | void>
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
/** A collaborator at the front desk: sees bookings, members and services, and may change none of them. */
async function signInWithFewRights(page: Page, sampleSite: SampleSite): Promise<void> {
  const rights = areas.filter(({ id }) => ['bookings', 'members', 'services'].includes(id)).flatMap(({ see }) => see)
  await signInAsCollaborator(page, sampleSite, rights)
}

/** Sessions have no list of their own, and there may be none today: the fullest of the next days. */
async function findRoster(page: Page, sampleSite: SampleSite): Promise<readonly string[]> {
  await setOwnerSession(page, sampleSite)
  const [from, to] = [0, 71].map((hours) => new Date(Date.now() + hours * 3_600_000).toISOString())
  const { items } = await sampleSite.server.ok('POST', '/api/bookings/calendar', { as: sampleSite.site, body: { from, to } })
  const [session] = (items as { id: string; kind: string; bookings: object[] }[])
    .filter(({ kind }) => kind === 'SESSION')
    .toSorted((a, b) => b.bookings.length - a.bookings.length)
  return [`/dashboard/roster?id=${session?.id}`, `/dashboard/check-in/${session?.id}`]
}
/** The emails that lead to pages in front of the dashboard. */
async function inviteAndRecover(_page: Page, { server, site, emailTo }: SampleSite): Promise<readonly string[]> {
  const invited = 'ina.invited@example.org'
  await server.ok('POST', '/api/collaborators/invitations', { as: site, body: { email: invited, role: 'CONTRIBUTOR', permissions: [] } })
  await server.ok('POST', '/api/owner/recovery', { body: { email: site.ownerEmail } })
  const links = [(await emailTo(invited, 'OWNER_INVITATION')).link, (await emailTo(site.ownerEmail, 'OWNER_PASSWORD_RESET')).link]
  return links.map((link) => new URL(String(link)).pathname + new URL(String(link)).search)
}

const screens = ['', '/calendar', '/bookings', '/members', '/services', '/plans', '/money', '/settings'].map((screen) => `/dashboard${screen}`)
/** The owner's walk, divided: each part follows the links within its screens. */
const partsOfOwner: Record<string, readonly ScreenPath[]> = {
  today: ['/dashboard'],
  calendar: ['/dashboard/calendar'],
  'roster and check-in': ['/dashboard/check-in', '/dashboard/roster'],
  bookings: ['/dashboard/bookings'],
  members: ['/dashboard/members'],
  services: ['/dashboard/services'],
  media: ['/dashboard/media'],
  'staff and hours': ['/dashboard/staff'],
  plans: ['/dashboard/plans'],
  money: ['/dashboard/money'],
  'insights and forecast': ['/dashboard/insights', '/dashboard/forecast'],
  emails: ['/dashboard/emails'],
  site: ['/dashboard/site', '/dashboard/website'],
  settings: ['/dashboard/settings'],
}
/** The sign-in pages of the dashboard: no user is signed in. */
const dashboardSignInPages = ['/dashboard/sign-in', '/dashboard/reset-password', '/dashboard/invitation']
const toOwnerRole = ([part, paths]: [string, readonly ScreenPath[]]): Role => ({
  name: `the owner: ${part}`,
  from: paths.filter((path) => path !== '/dashboard/roster'),
  follow: new RegExp(`^(${paths.join('|')})${part === 'today' ? '' : '(/[^?]*)?'}([?]|$)`),
  isFrameLeftOut: part !== 'today',
  atLeast: 1,
  prepare: paths.includes('/dashboard/roster') ? findRoster : setOwnerSession,
})
const ownerRoles: Role[] = [
  ...Object.entries(partsOfOwner).map(toOwnerRole),
  {
    name: 'the owner: sign-in',
    from: ['/dashboard/sign-in'],
    follow: new RegExp(`^(${dashboardSignInPages.join('|')})`),
    atLeast: 4,
    prepare: inviteAndRecover,
  },
]

test('the parts of the owner’s walk are all screens of the dashboard', ({ expect }) => {
  const routes = readFileSync('src/web/dashboard/routes.tsx', 'utf8')
  const all = [...routes.matchAll(/(screen|standalone)\('([^'$]*)/g)].map(([, kind, path]) =>
    `${kind === 'screen' ? '/dashboard' : ''}${path}`.replace(/\/$/, ''),
  )
  expect([...Object.values(partsOfOwner).flat(), ...dashboardSignInPages].toSorted()).toEqual([...new Set(all)].toSorted())
})

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
  ...(isFull ? ownerRoles : [{ name: 'the owner', from: screens, follow: pagesOfDashboard, atLeast: 20, prepare: setOwnerSession }]),
  {
    name: 'a staff member with few rights',
    from: isFull ? screens.slice(0, 4) : screens.slice(1, 3),
    follow: pagesOfDashboard,
    atLeast: 4,
    prepare: signInWithFewRights,
  },
]

for (const { name, from, follow, isFrameLeftOut, atLeast, prepare } of roles)
  for (const size of sizes)
    test(`${name} at ${size.width} pixels`, { timeout }, async ({ expect, onTestFailed }) => {
      const sampleSite = await openSampleSite()
      try {
        const page = await sampleSite.page(size)
        onTestFailed(() => finalScreenshot(page, `failed-presses-${name.replaceAll(/\W+/g, '-')}`))
        const more = (await prepare?.(page, sampleSite)) ?? []
        const onProblem = (problem: string) => console.error(`${name}, ${size.width}: ${problem}`)
        const full = isFull && { follow, onProblem, isFrameLeftOut: isFrameLeftOut === true }
        const found = await pressEverything({ page, base: sampleSite.base, from: [...from, ...more], ...full, ...plan })
        const { presses, pages, loads, gone } = found
        if (isFull) console.log([`${name}, ${size.width}: ${presses} presses on ${pages} pages, ${loads} loads`, ...gone].join('\n  gone: '))
        expect(found.problems).toEqual([])
        expect(found.presses).toBeGreaterThan(atLeast)
      } finally {
        await sampleSite.close()
      }
    })
