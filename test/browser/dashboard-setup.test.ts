/** The first minute of a new house: nothing is there, the owner says who they are, and stands in the dashboard. */
import { afterEach, expect, test } from 'vitest'
import { openOwnersHouse, overflow, signIn, type OwnersHouse } from './dashboard-house.ts'
import { phone, expectAccessible, picture } from './house.ts'

let house: OwnersHouse
afterEach(() => house.close())

async function fillSetUp(page: Awaited<ReturnType<OwnersHouse['visit']>>['page']): Promise<void> {
  await page.getByRole('textbox', { name: 'Your name' }).fill('Nora Linden')
  await page.getByLabel('E-mail').fill('nora@linden.example')
  await page.getByLabel('Password', { exact: true }).fill('a calm long evening')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Studio Linden')
  await page.getByLabel('Time zone').selectOption('America/New_York')
  await page.getByLabel('Currency').selectOption('USD')
  await page.getByLabel('Week starts on').selectOption('0')
}

test('an empty house sends its first visitor to the set-up, and the owner ends in an empty dashboard', async () => {
  house = await openOwnersHouse('none')
  const { page, problems } = await house.visit()
  await page.goto('/')
  await page.waitForURL((url) => url.pathname === '/setup')
  await page.getByRole('heading', { name: /open your place/ }).waitFor()
  await expectAccessible(page)
  await picture(page, 'dashboard-setup')
  // What was asked before there was a site was refused, and rightly so.
  problems.length = 0

  await fillSetUp(page)
  await page.getByLabel('Start empty').check()
  await page.getByRole('button', { name: 'Create my site' }).click()
  await page.waitForURL((url) => url.pathname === '/dashboard')
  await page.getByRole('heading', { name: 'Hello, Nora' }).waitFor()
  await page.getByText('Finish setting up').waitFor()
  await page.getByText('America/New York').first().waitFor()
  expect(problems).toEqual([])

  await page.goto('/setup')
  await page.getByText('This site is set up already').waitFor()
})

test('with the sample studio the dashboard is full from the first look, on a phone as well', async () => {
  house = await openOwnersHouse('none')
  const { page, problems } = await house.visit({ size: phone })
  await page.goto('/setup')
  await fillSetUp(page)
  await page.getByLabel('Start with a sample studio').check()
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await page.getByRole('button', { name: 'Create my site' }).click()
  await page.waitForURL((url) => url.pathname === '/dashboard', { timeout: 60_000 })
  await page.getByText('Morning Flow').first().waitFor()
  expect(problems.filter((problem) => !problem.includes('/api/site'))).toEqual([])
})

test('what is missing is said at the field and nothing is created', async () => {
  house = await openOwnersHouse('none')
  const { page } = await house.visit()
  await page.goto('/setup')
  await fillSetUp(page)
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Create my site' }).click()
  await page
    .getByText(/at least 8/i)
    .last()
    .waitFor()
  expect((await house.world.ok('GET', '/api/setup')).needed).toBe(true)
})

test('the owner signs in, is remembered, signs out; a wrong password says so and lets nobody in', async () => {
  house = await openOwnersHouse('empty')
  const { page } = await house.visit()
  await page.goto('/dashboard/members?tab=blocked')
  await page.waitForURL((url) => url.pathname === '/dashboard/sign-in')
  await expectAccessible(page)

  await page.getByLabel('E-mail').fill(house.site?.ownerEmail ?? '')
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('E-mail and password do not belong together').waitFor()
  expect(new URL(page.url()).pathname).toBe('/dashboard/sign-in')

  await page.getByLabel('Password', { exact: true }).fill(house.site?.ownerPassword ?? '')
  await page.keyboard.press('Enter')
  // Back to where the owner wanted to go.
  await page.waitForURL((url) => url.pathname === '/dashboard/members')
  await page.getByText('Nobody is blocked').waitFor()

  await page.reload()
  await page.getByRole('heading', { name: 'Members', exact: true }).waitFor()

  await page.getByRole('button', { name: 'Olive Owner' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL((url) => url.pathname === '/dashboard/sign-in')
  await page.goto('/dashboard')
  await page.waitForURL((url) => url.pathname === '/dashboard/sign-in')

  await signIn(page, house.site?.ownerEmail ?? '', house.site?.ownerPassword ?? '')
  await page.getByRole('heading', { name: /^Hello/ }).waitFor()
})
