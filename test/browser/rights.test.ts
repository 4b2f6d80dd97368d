/**
 * Collaborators see what they may do and nothing else: a user who opens every screen of the menu and presses every button is never refused
 * for a missing permission. `PressWatch` reports each such refusal.
 */
import { Temporal } from 'temporal-polyfill'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { areas, permissionsFor } from '#domains/collaborators/rules/rights.ts'
import { permissionsOfReadyMade, readyMadeRoles } from '#domains/collaborators/rules/team-roles.ts'
import type { BookingStudio } from '../factories/booking-studio.ts'
import { createWaitlistClass } from '../factories/waitlist-class.ts'
import { desktop, finalScreenshot, openSampleSite, type SampleSite, screenshot, waitForIdle } from './browser-server.ts'
import { setSession, signInAsCollaborator } from './dashboard-server.ts'
import { updateSession } from './held-changes.ts'
import { waitForToast, zone } from './owner-work.ts'
import { waitUntilLoaded } from './press-state.ts'
import { pressEverything } from './presses.ts'
import { PressWatch } from './press-watch.ts'

let sampleSite: SampleSite
beforeAll(async () => {
  sampleSite = await openSampleSite()
})
afterAll(() => sampleSite.close())

const viewing = Object.fromEntries(areas.map(({ id, see }) => [id, see.length > 0 ? 'see' : 'none'] as const))
/** `depth` as in a `PressPlan`. What opens at a press of a manager is what the owner sees, whose every button `presses.test.ts` presses. */
const everyone: [name: string, permissions: readonly string[], depth: number][] = [
  ...readyMadeRoles.map(({ id }): [string, readonly string[], number] => [id, permissionsOfReadyMade(id) ?? [], id === 'MANAGER' ? 1 : 2]),
  ['a collaborator who may view everything and change nothing', permissionsFor(viewing), 2],
]
const isFull = process.env.PRESSES === 'all'
/** A walk takes more than a minute: by default the role that has most to press of what others may do; with PRESSES=all (`npm run soak -- --only presses`) all of them. */
const pressing = isFull ? everyone : everyone.filter(([name]) => name === 'RECEPTIONIST')
const menuLinks = (page: Page) =>
  page
    .locator('nav[aria-label="Dashboard"] a')
    .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).pathname + (link as HTMLAnchorElement).search))

for (const [name, permissions, depth] of pressing)
  test(`${name} is offered nothing that is then refused`, async () => {
    const page = await sampleSite.page(desktop)
    onTestFailed(() => finalScreenshot(page, `failed-rights-${name.replaceAll(' ', '-')}`))
    await signInAsCollaborator(page, sampleSite, permissions)
    await page.goto('/dashboard')
    await waitUntilLoaded(page)
    const found = await pressEverything({
      page,
      base: sampleSite.base,
      from: await menuLinks(page),
      perKind: 1,
      perPage: isFull ? 4 : 2,
      depth,
      everywhere: false,
    })
    expect(found.problems).toEqual([])
    expect(found.presses).toBeGreaterThan(12)
  })

/** Every screen and tab of the menu, opened one after the other. */
async function openEveryScreen(page: Page): Promise<string[]> {
  const problems: string[] = []
  const watch = new PressWatch(page)
  const hrefs = (selector: string) => page.locator(selector).evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href))
  await page.goto('/dashboard')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  const open = await hrefs('nav[aria-label="Dashboard"] a')
  const seen = new Set(open)
  for (let href = open.shift(); href !== undefined; href = open.shift()) {
    // As a press on the menu does it: the page stays, and so does what it has asked for, whose refusal is seen however late it comes.
    await page.evaluate((to) => history.pushState({}, '', to), href)
    await waitUntilLoaded(page)
    for (const problem of await watch.takeProblems()) problems.push(`${new URL(href).pathname}${new URL(href).search}: ${problem}`)
    if ((await page.getByText('You don’t have permission to view this.').count()) > 0) problems.push(`${href} is in the menu and may not be viewed`)
    for (const tab of await hrefs('main nav a')) {
      if (seen.has(tab)) continue
      seen.add(tab)
      open.push(tab)
    }
  }
  return problems
}

/** What a role has before its eyes, and does. */
interface Visit {
  /** The screens of the menu, in its order. */
  menu: readonly string[]
  /** Addresses of screens that are not in it. */
  refused: readonly string[]
  /** Screens that are, with what is offered on them, and what is not, though the owner finds it there. */
  screens: readonly [address: string, offered: string, missing?: string | RegExp][]
  /** One thing that the role is for. */
  work: (page: Page) => Promise<void>
}
const everyday = ['Today', 'Calendar', 'Bookings']
const catalog = ['Services', 'Staff and hours', 'Plans']
const named = (page: Page, name: string | RegExp) =>
  page
    .getByRole('main')
    .getByRole('button', { name, exact: true })
    .or(page.getByRole('main').getByRole('link', { name, exact: true }))
/** A class in one hour with one guest, on whose roster they are checked in. */
async function checkIn(page: Page): Promise<void> {
  const { server, site } = sampleSite
  const asOwner = (method: string, path: string, body: unknown) => server.ok(method, path, { as: site, body })
  const yoga = await createWaitlistClass({ server, site } as BookingStudio, 5)
  const start = Temporal.Now.zonedDateTimeISO(zone).add({ hours: 1 }).round('hour').toPlainDateTime()
  const at = (hours: number) => ({ localDate: start.add({ hours }).toString() })
  const { staffMembers } = await asOwner('POST', '/v1/staff-members/query', { query: {} })
  const resources = [{ id: staffMembers[0].resourceId }]
  const { event } = await asOwner('POST', '/calendar/v3/events', { event: { scheduleId: yoga.scheduleId, type: 'CLASS', start: at(0), end: at(1), resources } })
  const booking = { slot: { serviceId: yoga.id, eventId: event.id }, contactDetails: { firstName: 'Gus', email: 'gus@example.org' }, totalParticipants: 1 }
  await server.ok('POST', '/api/checkout/bookings', { token: await server.visitorToken(site), body: booking })
  await page.goto(`/dashboard/roster?id=${event.id}`)
  await page.getByRole('button', { name: /^Check in Gus/ }).click()
  await expect.poll(async () => (await server.ok('GET', `/api/sessions/${event.id}/roster`, { as: site })).people[0].attendance).toBe('ATTENDED')
}
/** Free times of a calendar in which one may not book are no buttons to press. */
async function expectNoFreeTimes(page: Page): Promise<void> {
  const times = page.getByRole('button', { name: /^Time slot/ })
  expect(await times.count()).toBeGreaterThan(0)
  expect(await times.and(page.locator(':enabled')).count()).toBe(0)
}
/** The panel of a service opens, and nothing in it can be changed; the way from section to section stays open. */
async function expectClosedService(page: Page): Promise<void> {
  await named(page, 'Morning Flow').click()
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name: 'Price' }).click()
  expect(await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).first().isDisabled()).toBe(true)
}

const visits: Readonly<Record<string, Visit>> = {
  owner: {
    menu: [...everyday, 'Members', ...catalog, 'Money', 'Insights', 'Billing forecast', 'Site editor', 'Media', 'Messages', 'Site', 'Settings'],
    refused: [],
    screens: [['/dashboard/settings?tab=people', 'New role']],
    work: async (page) => {
      await named(page, 'New role').click()
      await page.getByLabel('Name', { exact: true }).fill('Night shift')
      await page.getByRole('radio', { name: 'Calendar and bookings: View' }).check()
      await page.getByRole('button', { name: 'Add role' }).click()
      await waitForToast(page, 'Role added.')
      await page.getByRole('button', { name: 'Night shift' }).waitFor()
    },
  },
  MANAGER: {
    menu: [...everyday, 'Members', ...catalog, 'Money', 'Insights', 'Billing forecast', 'Media', 'Messages', 'Settings'],
    refused: ['/dashboard/site', '/dashboard/website'],
    screens: [
      ['/dashboard/services', 'New service'],
      ['/dashboard/settings', 'Activity log', 'Team'],
      ['/dashboard/plans', 'Highlight Single Month'],
    ],
    work: async (page) => {
      const star = named(page, 'Highlight Single Month')
      await star.click()
      await expect.poll(() => star.getAttribute('aria-pressed')).toBe('true')
    },
  },
  RECEPTIONIST: {
    menu: [...everyday, 'Members', ...catalog, 'Money', 'Insights', 'Messages', 'Settings'],
    refused: ['/dashboard/forecast', '/dashboard/media'],
    screens: [
      ['/dashboard/bookings', 'New booking'],
      ['/dashboard/plans', 'Subscriptions', 'New plan'],
      ['/dashboard/money', 'Sell plan'],
      ['/dashboard/services', 'Morning Flow', 'New service'],
    ],
    work: async (page) => {
      await expectClosedService(page)
      await checkIn(page)
    },
  },
  TEACHER: {
    menu: [...everyday, 'Services', 'Staff and hours', 'Settings'],
    refused: ['/dashboard/members', '/dashboard/money', '/dashboard/plans?tab=subscriptions'],
    screens: [
      ['/dashboard/staff', 'Time off', 'Add staff member'],
      ['/dashboard/calendar?view=day', 'Print', /^(Add|New booking)$/],
    ],
    work: async (page) => {
      await expectNoFreeTimes(page)
      await checkIn(page)
    },
  },
  ACCOUNTANT: {
    menu: [...everyday, 'Members', ...catalog, 'Money', 'Insights', 'Messages', 'Settings'],
    refused: ['/dashboard/media', '/dashboard/website'],
    screens: [
      ['/dashboard/plans?tab=subscriptions', 'Subscriptions', 'Sell plan'],
      ['/dashboard/members', 'Contacts', 'Add member'],
      ['/dashboard/money', 'Export CSV', 'Sell plan'],
    ],
    work: async (page) => {
      const download = page.waitForEvent('download')
      await named(page, 'Export CSV').click()
      expect((await download).suggestedFilename()).toMatch(/[.]csv$/)
    },
  },
  'an own role': {
    menu: ['Today', 'Members', 'Plans', 'Messages', 'Settings'],
    refused: ['/dashboard/calendar', '/dashboard/money'],
    screens: [
      ['/dashboard/members', 'Contacts', 'Add member'],
      ['/dashboard/plans', 'New plan', 'Subscriptions'],
    ],
    work: async (page) => {
      await named(page, 'Actions for Free Intro').click()
      await page.getByRole('menuitem', { name: 'Hide from site' }).click()
      await waitForToast(page, /^Free Intro is hidden/)
    },
  },
}
async function signInWithRole(page: Page, role: string): Promise<void> {
  if (role === 'owner') return setSession(page, sampleSite, await sampleSite.server.signInAsOwner(sampleSite.site))
  if (role !== 'an own role') return signInAsCollaborator(page, sampleSite, [], role)
  const body = { name: 'Shop', permissions: permissionsFor({ members: 'see', plans: 'manage' }) }
  const { role: own } = await sampleSite.server.ok('POST', '/api/team-roles', { as: sampleSite.site, body })
  await signInAsCollaborator(page, sampleSite, [], own.id)
}

test.each(Object.entries(visits))('%s finds in the menu what may be opened, is refused kindly elsewhere, and does their work', async (role, visit) => {
  const page = await sampleSite.page(desktop)
  onTestFailed(() => finalScreenshot(page, `failed-rights-${role}`))
  const watch = new PressWatch(page)
  await signInWithRole(page, role)
  await page.goto('/dashboard')
  const menu = page.locator('nav[aria-label="Dashboard"] a')
  await menu.first().waitFor()
  expect(await menu.allInnerTexts()).toEqual(visit.menu)
  // As a press on a link does it: the page stays.
  const open = (address: string) => page.evaluate((to) => history.pushState({}, '', to), address)
  for (const address of visit.refused) {
    await open(address)
    await page.getByText('You don’t have permission to view this. If you need it, ask the owner.').waitFor()
    expect([address, await page.getByRole('main').getByRole('button').count()]).toEqual([address, 0])
    await named(page, 'Go to Today').click()
    await page.getByRole('heading', { name: /^Hello/ }).waitFor()
  }
  for (const [address, offered, missing] of visit.screens) {
    await open(address)
    await named(page, offered).first().waitFor()
    await waitForIdle(page)
    if (missing !== undefined) expect([address, await named(page, missing).count()]).toEqual([address, 0])
  }
  await visit.work(page)
  expect(await watch.takeProblems()).toEqual([])
})
test('every ready-made role is visited', () => {
  expect(Object.keys(visits)).toEqual(['owner', ...readyMadeRoles.map(({ id }) => id), 'an own role'])
  expect(pressing.length).toBeGreaterThan(0)
})

test('a collaborator with one area alone finds no screen in the menu that is refused', async () => {
  for (const { id } of areas) {
    const page = await sampleSite.page(desktop)
    await signInAsCollaborator(page, sampleSite, permissionsFor({ [id]: 'manage' }))
    expect({ area: id, problems: await openEveryScreen(page) }).toEqual({ area: id, problems: [] })
    await sampleSite.giveBack(page)
  }
})

test('a collaborator with the calendar alone edits a session; staff and rooms, which they may not read, stay as they are', async () => {
  const page = await sampleSite.page({ width: 390, height: 844 })
  onTestFailed(() => finalScreenshot(page, 'failed-rights-session'))
  await signInAsCollaborator(page, sampleSite, permissionsFor({ bookings: 'manage' }))
  const panel = page.getByRole('dialog', { name: 'Morning Flow' })
  const openSession = async () => {
    await page.goto(`/dashboard/calendar?view=agenda&date=${Temporal.Now.plainDateISO(zone).add({ days: 7 })}`)
    await page.getByRole('button', { name: 'Morning Flow' }).first().click()
    await panel.getByRole('button', { name: 'Edit session' }).waitFor()
  }
  await openSession()
  await panel.getByRole('button', { name: 'Edit session' }).click()
  await panel.getByRole('textbox', { name: 'Spots' }).fill('15')
  expect(await panel.getByRole('combobox', { name: /Staff|Room/ }).count()).toBe(0)
  await screenshot(page, 'rights-session')
  await updateSession(page, sampleSite.server, 'Morning Flow')
  await panel.getByText(/ of 15 spots filled$/).waitFor()
  await page.context().clearCookies()
  await setSession(page, sampleSite, await sampleSite.server.signInAsOwner(sampleSite.site))
  await openSession()
  await panel.getByText(/ of 15 spots filled$/).waitFor()
  await panel.getByText('Lena Brandt').waitFor()
})
