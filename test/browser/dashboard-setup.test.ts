/** First start: the owner sets the site up and lands in the dashboard. */
import { afterEach, expect, test } from 'vitest'
import { createSetupToken } from '#domains/setup/actions/setup-token.ts'
import { openDashboard, signIn, type DashboardServer } from './dashboard-server.ts'
import { expectAccessible, overflow, phone, screenshot, waitForIdle } from './browser-server.ts'

let sampleSite: DashboardServer
afterEach(() => sampleSite.close())

/** The code at the end of the link that a start prints. */
const createSetupCode = async (): Promise<string> => (await createSetupToken(sampleSite.server.deps)) ?? ''
const toCookieHeader = async (page: Awaited<ReturnType<DashboardServer['openPage']>>['page']): Promise<Record<string, string>> => ({
  cookie: (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; '),
})

async function fillSetUp(page: Awaited<ReturnType<DashboardServer['openPage']>>['page']): Promise<void> {
  await page.getByRole('textbox', { name: 'Your name' }).fill('Nora Linden')
  await page.getByLabel('Email').fill('nora@linden.example')
  await page.getByLabel('Password', { exact: true }).fill('a calm long evening')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Studio Linden')
  await page.getByLabel('Time zone').selectOption('America/New_York')
  await page.getByLabel('Currency').selectOption('USD')
  await page.getByLabel('Week starts on').selectOption('0')
}

test('a server without a site sends its first visitor to the set-up, and the owner ends in an empty dashboard', async () => {
  sampleSite = await openDashboard('none')
  const { page, problems } = await sampleSite.openPage()
  await page.goto('/')
  await page.waitForURL((url) => url.pathname === '/setup')
  await page.getByRole('heading', { name: /Welcome to Atrium/ }).waitFor()
  await expectAccessible(page)
  await screenshot(page, 'dashboard-setup')
  // What was asked before there was a site was refused, and rightly so.
  await waitForIdle(page)
  problems.length = 0

  await fillSetUp(page)
  await page.getByLabel('Start empty').check()
  await page.getByLabel('Setup code').fill(await createSetupCode())
  await expect.poll(() => page.getByLabel('Site address').inputValue()).toBe(new URL(page.url()).origin)
  await page.getByRole('button', { name: 'Create site' }).click()
  await page.waitForURL((url) => url.pathname === '/dashboard')
  await page.getByRole('heading', { name: 'Hello, Nora' }).waitFor()
  await page.getByText('Finish setting up').waitFor()
  await page.getByText('times in New York').waitFor()
  // Who hides what is left to do sees at once that nothing waits.
  await page.getByRole('button', { name: 'Hide' }).click()
  await page.getByText('You’re all caught up').waitFor()
  expect(problems).toEqual([])

  await page.goto('/setup')
  await page.getByText('This site is already set up').waitFor()
})

test('a visitor without the code cannot set up the server, and sees where the code is', async () => {
  sampleSite = await openDashboard('none')
  const code = await createSetupCode()
  const { page } = await sampleSite.openPage({ size: phone })
  await page.goto('/setup')
  await fillSetUp(page)
  await page.getByLabel('Start empty').check()
  for (const wrong of ['', 'guessed']) {
    await page.getByLabel('Setup code').fill(wrong)
    await page.getByRole('button', { name: 'Create site' }).click()
    await page
      .getByText(/Open the link that the server printed/)
      .last()
      .waitFor()
  }
  await expect.poll(() => page.getByLabel('Setup code').getAttribute('aria-invalid')).toBe('true')
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await expectAccessible(page)
  await screenshot(page, 'dashboard-setup-code')
  expect((await sampleSite.server.ok('GET', '/api/setup')).needed).toBe(true)
  // The form kept all that was typed.
  await page.getByLabel('Setup code').fill(code)
  await page.getByLabel('Site address').fill('https://linden.example')
  await page.getByRole('button', { name: 'Create site' }).click()
  await page.waitForURL((url) => url.pathname === '/dashboard')
  await page.getByRole('heading', { name: 'Hello, Nora' }).waitFor()
  const { addresses } = await sampleSite.server.ok('GET', '/api/site-settings', { headers: await toCookieHeader(page) })
  expect(addresses.main).toBe('https://linden.example')
})

test('with the sample studio the dashboard is full from the first look, on a phone as well', async () => {
  sampleSite = await openDashboard('none')
  const { page, problems } = await sampleSite.openPage({ size: phone })
  await page.goto(`/setup#${await createSetupCode()}`)
  await fillSetUp(page)
  // Another language begins the page again; what was typed is still there, the password aside.
  await page.getByRole('button', { name: 'Language: English' }).click()
  await page.getByRole('list', { name: 'Language' }).getByText('Español').click()
  await page.getByRole('button', { name: 'Idioma: Español' }).click()
  await page.getByRole('list', { name: 'Idioma' }).getByText('English').click()
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe('nora@linden.example')
  expect(await page.getByLabel('Currency').inputValue()).toBe('USD')
  expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe('')
  await page.getByLabel('Password', { exact: true }).fill('a calm long evening')
  // The link brings the code along.
  expect(await page.getByLabel('Setup code').count()).toBe(0)
  await page.getByLabel('Start with a sample studio').check()
  expect(await overflow(page)).toBeLessThanOrEqual(0)
  await page.getByRole('button', { name: 'Create site' }).click()
  await page.waitForURL((url) => url.pathname === '/dashboard')
  await page.getByText('Morning Flow').first().waitFor()
  expect(problems.filter((problem) => !problem.includes('/api/site'))).toEqual([])
})

test('what is missing is said at the field and nothing is created', async () => {
  sampleSite = await openDashboard('none')
  const { page } = await sampleSite.openPage()
  await page.goto('/setup')
  await fillSetUp(page)
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Create site' }).click()
  await page
    .getByText(/at least 8/i)
    .last()
    .waitFor()
  expect((await sampleSite.server.ok('GET', '/api/setup')).needed).toBe(true)
})

test('the owner signs in, is remembered, signs out; a wrong password says so and opens no session', async () => {
  sampleSite = await openDashboard('empty')
  const { page } = await sampleSite.openPage()
  await page.goto('/dashboard/members?tab=blocked')
  await page.waitForURL((url) => url.pathname === '/dashboard/sign-in')
  await expectAccessible(page)

  await page.getByLabel('Email').fill(sampleSite.site?.ownerEmail ?? '')
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('Incorrect email or password').waitFor()
  expect(new URL(page.url()).pathname).toBe('/dashboard/sign-in')

  await page.getByLabel('Password', { exact: true }).fill(sampleSite.site?.ownerPassword ?? '')
  await page.keyboard.press('Enter')
  // Back to where the owner wanted to go.
  await page.waitForURL((url) => url.pathname === '/dashboard/members')
  await page.getByText('No blocked members').waitFor()

  await page.reload()
  await page.getByRole('heading', { name: 'Members', exact: true }).waitFor()

  await page.getByRole('button', { name: 'Olive Owner' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL((url) => url.pathname === '/dashboard/sign-in')
  await page.goto('/dashboard')
  await page.waitForURL((url) => url.pathname === '/dashboard/sign-in')

  await signIn(page, sampleSite.site?.ownerEmail ?? '', sampleSite.site?.ownerPassword ?? '')
  await page.getByRole('heading', { name: /^Hello/ }).waitFor()
})
