/**
 * Collaborators see what they may do and nothing else: a user who opens every screen of the menu and presses every button is never refused
 * for a missing permission. `PressWatch` reports each such refusal.
 */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { areas, permissionsFor } from '#domains/collaborators/rules/rights.ts'
import { permissionsOfReadyMade, readyMadeRoles } from '#domains/collaborators/rules/team-roles.ts'
import { desktop, finalScreenshot, openSampleSite, type SampleSite, waitForIdle } from './browser-server.ts'
import { signInAsCollaborator } from './dashboard-server.ts'
import { waitUntilLoaded } from './press-state.ts'
import { pressEverything } from './presses.ts'
import { PressWatch } from './press-watch.ts'

let sampleSite: SampleSite
beforeAll(async () => {
  sampleSite = await openSampleSite()
})
afterAll(() => sampleSite.close())

const viewing = Object.fromEntries(areas.map(({ id, see }) => [id, see.length > 0 ? 'see' : 'none'] as const))
const pressing: [name: string, permissions: readonly string[]][] = [
  ['the front desk', permissionsOfReadyMade('RECEPTIONIST') ?? []],
  ['a collaborator who may view everything and change nothing', permissionsFor(viewing)],
]
const screens = ['', '/calendar', '/bookings', '/members', '/services', '/staff', '/plans', '/plans?tab=subscriptions', '/money', '/settings']

for (const [name, permissions] of pressing)
  test(`${name} is offered nothing that is then refused`, async ({ onTestFailed }) => {
    const page = await sampleSite.page(desktop)
    onTestFailed(() => finalScreenshot(page, `failed-rights-${name.replaceAll(' ', '-')}`))
    await signInAsCollaborator(page, sampleSite, permissions)
    const found = await pressEverything({
      page,
      base: sampleSite.base,
      from: screens.map((screen) => `/dashboard${screen}`),
      perKind: 1,
      perPage: 4,
      depth: 2,
      everywhere: false,
    })
    expect(found.problems).toEqual([])
    expect(found.presses).toBeGreaterThan(12)
    await page.context().close()
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

/** What each role has before its eyes: a screen, what is offered on it, and what is not. */
const days: Record<string, { menu: number; opens: string; offered: string | RegExp; missing: string | RegExp }> = {
  MANAGER: { menu: 13, opens: '/dashboard/services', offered: 'New service', missing: 'Team' },
  RECEPTIONIST: { menu: 11, opens: '/dashboard/bookings', offered: 'New booking', missing: 'New service' },
  TEACHER: { menu: 6, opens: '/dashboard/calendar?view=day', offered: 'Print', missing: /^(Add|New booking)$/ },
  ACCOUNTANT: { menu: 11, opens: '/dashboard/money', offered: 'Tax and terms', missing: 'Sell a plan' },
}
test('each ready-made role has its own menu and its own buttons', async () => {
  for (const { id } of readyMadeRoles) {
    const page = await sampleSite.page(desktop)
    const watch = new PressWatch(page)
    await signInAsCollaborator(page, sampleSite, [], id)
    const day = days[id] ?? expect.fail(`${id} has no day`)
    await page.goto(day.opens)
    const menu = page.locator('nav[aria-label="Dashboard"] a')
    await menu.first().waitFor()
    const named = (name: string | RegExp) => page.getByRole('button', { name, exact: true }).or(page.getByRole('link', { name, exact: true }))
    await named(day.offered).first().waitFor()
    await waitForIdle(page)
    expect({ id, menu: await menu.count(), missing: await named(day.missing).count() }).toEqual({ id, menu: day.menu, missing: 0 })
    // Free times of a calendar in which one may not book are no buttons to press.
    const times = page.getByRole('button', { name: /^Time slot/ })
    expect(await times.count(), id).toBeGreaterThan(day.opens.includes('calendar') ? 0 : -1)
    expect(await times.and(page.locator(':enabled')).count(), id).toBe(0)
    if (id === 'RECEPTIONIST') {
      await page.goto('/dashboard/services')
      await page.getByRole('button', { name: 'Morning Flow', exact: true }).click()
      // The fields are closed, the way from section to section is not.
      await page.getByRole('navigation', { name: 'Sections' }).getByRole('button', { name: 'Price' }).click()
      expect(await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).first().isDisabled()).toBe(true)
    }
    expect(await watch.takeProblems()).toEqual([])
    await page.context().close()
  }
})

test('a collaborator with one area alone finds no screen in the menu that is refused', async () => {
  for (const { id } of areas) {
    const page = await sampleSite.page(desktop)
    await signInAsCollaborator(page, sampleSite, permissionsFor({ [id]: 'manage' }))
    expect({ area: id, problems: await openEveryScreen(page) }).toEqual({ area: id, problems: [] })
    await page.context().close()
  }
})
