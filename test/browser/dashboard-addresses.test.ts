/** The owner says where the site is reached, and an address that no site has says so. */
import { afterEach, expect, test } from 'vitest'
import { limitSiteForOperator } from '#domains/setup/public.ts'
import { openDashboard, type DashboardServer } from './dashboard-server.ts'
import { expectAccessible, overflow, phone, screenshot } from './browser-server.ts'

let sampleSite: DashboardServer
afterEach(() => sampleSite.close())

test('the owner sets the web address of the site, sees an error for a wrong one at its field, and keeps the former one', async () => {
  sampleSite = await openDashboard('empty')
  const { page } = await sampleSite.openAsOwner()
  await page.goto('/dashboard/site')
  await page.getByText('No address set', { exact: true }).waitFor()
  const field = page.getByLabel('Site address')
  const save = async () => {
    await page.getByRole('button', { name: 'Save web address' }).click()
    await page.getByRole('button', { name: 'Change address' }).click()
  }
  await field.fill('studio')
  await save()
  await page.getByText('must be an address such as https://studio.example').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expectAccessible(page)
  await screenshot(page, 'dashboard-web-address')
  // The site is read anew only after the second change, which keeps the address of the first one none the less.
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => void (release = resolve))
  await page.route('**/api/site-settings', async (route) => {
    if (route.request().method() === 'GET') await held
    await route.fallback()
  })
  await field.fill('https://studio.example')
  await save()
  await page.getByText('Web address saved.').waitFor()
  await field.fill('https://members.example')
  await save()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  release()
  await page.waitForFunction(() => (document.querySelector('input[value="https://studio.example"]') as HTMLInputElement | null) !== null)
  await page.setViewportSize(phone)
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await screenshot(page, 'dashboard-web-address-phone')
})

test('the owner of a further site sees which addresses wait for their proof, why a check failed, and the limits of the operator', async () => {
  sampleSite = await openDashboard('empty')
  const { port } = new URL(await getOrigin())
  const address = `http://beta.localhost:${port}`
  const second = await sampleSite.server.createSite({ name: 'Studio Beta', address })
  await sampleSite.server.ok('PATCH', '/api/site-settings', {
    as: second,
    body: { otherAddresses: ['https://www.beta.example', 'http://beta.intranet'] },
  })
  await limitSiteForOperator(sampleSite.server.deps, sampleSite.server.addresses, {
    siteId: second.metaSiteId,
    limits: { members: 1, pictureBytes: 2_000_000_000, requestsPerMinute: 6000 },
  })
  const { page } = await sampleSite.openPage()
  await page.goto(`${address}/dashboard/sign-in`)
  await page.getByLabel('Email').fill(second.ownerEmail)
  await page.getByLabel('Password', { exact: true }).fill(second.ownerPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(`${address}/dashboard`)
  await page.goto(`${address}/dashboard/site`)
  const waiting = page.getByRole('group', { name: 'Not in use yet' })
  await waiting.waitFor()
  expect(await waiting.getByText('Not checked yet').count()).toBe(2)
  await waiting.getByRole('button', { name: 'Check http://beta.intranet' }).click()
  await waiting.getByText('Ask its operator to approve this one.', { exact: false }).waitFor()
  await page.getByText('1 of 1 members').waitFor()
  await page.getByText('No room left').waitFor()
  await page.getByText('6,000 API requests a minute').waitFor()
  await expectAccessible(page)
  await screenshot(page, 'unproved-addresses')
  await page.setViewportSize(phone)
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await screenshot(page, 'unproved-addresses-phone')
})

test('with several sites an address that none has says so, and the pages of a flow show its own site', async () => {
  sampleSite = await openDashboard('empty')
  const second = await sampleSite.server.createSite({ name: 'Studio Beta', address: 'http://beta.localhost:1', redirectDomains: ['shop.example'] })
  const { page } = await sampleSite.openPage()
  const { port } = new URL(await getOrigin())
  await page.goto(`http://unknown.localhost:${port}/`)
  await page.getByText('There is no site at this address').waitFor()
  await screenshot(page, 'no-site-here')
  const { redirectSession } = await sampleSite.server.ok('POST', '/v1/redirect-session', {
    token: await sampleSite.server.visitorToken(second),
    body: { login: {} },
  })
  const { pathname, search } = new URL(redirectSession.fullUrl)
  await page.goto(pathname + search)
  await page.getByText('Studio Beta').first().waitFor()
  expect(await page.getByText('Riverside Yoga').count()).toBe(0)
  await screenshot(page, 'login-of-the-second-site')
})

const getOrigin = async (): Promise<string> => (await sampleSite.server.deps.loadOrigins('')).origin
