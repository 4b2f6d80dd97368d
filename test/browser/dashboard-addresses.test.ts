/** The owner says where the site is reached, and an address that no site has says so. */
import { afterEach, expect, test } from 'vitest'
import { openOwnersHouse, overflow, type OwnersHouse } from './dashboard-house.ts'
import { expectAccessible, phone, picture } from './house.ts'

let house: OwnersHouse
afterEach(() => house.close())

test('the owner sets the web address of the site, is told of a wrong one at its field, and keeps the former one', async () => {
  house = await openOwnersHouse('empty')
  const { page } = await house.enter()
  await page.goto('/dashboard/site')
  await page.getByText('No address yet', { exact: true }).waitFor()
  const field = page.getByLabel('Address of the site')
  const save = async () => {
    await page.getByRole('button', { name: 'Save web address' }).click()
    await page.getByRole('button', { name: 'Change addresses' }).click()
  }
  await field.fill('studio')
  await save()
  await page.getByText('must be an address such as https://studio.example').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expectAccessible(page)
  await picture(page, 'dashboard-web-address')
  await field.fill('https://studio.example')
  await save()
  await page.getByText('The addresses are saved.').waitFor()
  await field.fill('https://members.example')
  await save()
  await page.getByText('The addresses are saved.').last().waitFor()
  await page.waitForFunction(() => (document.querySelector('input[value="https://studio.example"]') as HTMLInputElement | null) !== null)
  await page.setViewportSize(phone)
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await picture(page, 'dashboard-web-address-phone')
})

test('with several sites an address that none has says so, and the pages of a flow show its own site', async () => {
  house = await openOwnersHouse('empty')
  const second = await house.world.site({ name: 'Studio Beta', address: 'http://beta.localhost:1', redirectDomains: ['shop.example'] })
  const { page } = await house.visit()
  const { port } = new URL(await originOf())
  await page.goto(`http://nobody.localhost:${port}/`)
  await page.getByText('There is no site at this address').waitFor()
  await picture(page, 'no-site-here')
  const { redirectSession } = await house.world.ok('POST', '/v1/redirect-session', { token: await house.world.visitor(second), body: { login: {} } })
  const { pathname, search } = new URL(redirectSession.fullUrl)
  await page.goto(pathname + search)
  await page.getByText('Studio Beta').first().waitFor()
  expect(await page.getByText('Riverside Yoga').count()).toBe(0)
  await picture(page, 'login-of-the-second-site')
})

const originOf = async (): Promise<string> => (await house.world.deps.originsOf('')).origin
