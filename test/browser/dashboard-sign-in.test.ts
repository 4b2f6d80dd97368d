/** The owner decides who comes in and how, what members are asked, which colleagues and programs may do what; and guards the own sign-in. */
import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import type { TestSite } from '../test-server.ts'
import { startOpenIdProvider, type OpenIdProvider } from '../openid-provider.ts'
import { openDashboard, overflow, signIn, type DashboardServer } from './dashboard-server.ts'
import { desktop, phone, expectAccessibleInBothSchemes, enablePasskeys, finalScreenshot, screenshot, waitForIdle } from './browser-server.ts'

let sampleSite: DashboardServer
let provider: OpenIdProvider
beforeAll(async () => {
  sampleSite = await openDashboard('empty')
  provider = await startOpenIdProvider('http://localhost/cb', { sub: 'x', email: 'x@example.org', email_verified: true, given_name: 'X', family_name: 'Y' })
})
afterAll(async () => {
  await provider.close()
  await sampleSite.close()
})
// biome-ignore lint/suspicious/noExplicitAny: replies of every shape
const requestAsOwner = (method: string, path: string, body?: unknown): Promise<any> =>
  sampleSite.server.ok(method, path, { as: sampleSite.site, ...(body === undefined ? {} : { body }) })
async function checkScreen(page: Page, name: string): Promise<void> {
  await waitForIdle(page)
  await screenshot(page, name)
  await expectAccessibleInBothSchemes(page)
  expect(await overflow(page), name).toBeLessThanOrEqual(0)
}
const selectOption = async (page: Page, label: string, option: string) => {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('who may come in and how, with the page beside it', { timeout: 120_000 }, async () => {
  const { page, problems } = await sampleSite.openAsOwner({ size: desktop })
  onTestFailed(() => finalScreenshot(page, 'failed-sign-in-settings'))
  await page.goto('/dashboard/settings?tab=sign-in')
  const preview = page.getByRole('complementary', { name: 'How it looks' })
  await page.getByLabel('I approve new members by hand').click()
  await preview.getByText('Then they wait until you let them in.').waitFor()
  await selectOption(page, 'When somebody signs up', 'Always')
  await preview.getByText('I am not a robot').waitFor()
  await page.getByRole('button', { name: 'Save the check' }).click()
  await expect.poll(async () => (await requestAsOwner('GET', '/api/sign-in-settings')).settings.captcha.signup).toBe('ALWAYS')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name on the button').fill('The Other House')
  await form.getByLabel('Issuer').fill(provider.issuer)
  await form.getByLabel('Client id').fill('atrium')
  await form.getByLabel('Client secret').fill('shh')
  await form.getByRole('button', { name: 'Save' }).click()
  await preview.getByText('Continue with The Other House').waitFor()
  await checkScreen(page, 'settings-sign-in')
  expect(problems).toEqual([])
})

test('a provider is set up under the fixed id by which client packages call it, and the id is shown', async () => {
  const { page, problems } = await sampleSite.openAsOwner({ size: desktop })
  onTestFailed(() => finalScreenshot(page, 'failed-fixed-provider'))
  await page.goto('/dashboard/settings?tab=sign-in')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const form = page.getByRole('dialog')
  await selectOption(page, 'Provider', 'Google')
  expect(await form.getByLabel('Issuer').inputValue()).toBe('https://accounts.google.com')
  expect(await form.getByLabel('Connection id').inputValue()).toBe('0e6a50f5-b523-4e29-990d-f37fa2ffdd69')
  await selectOption(page, 'Provider', 'Facebook')
  await form.getByLabel('Issuer').fill(provider.issuer)
  await form.getByLabel('Client id').fill('atrium')
  await form.getByLabel('Client secret').fill('shh')
  await checkScreen(page, 'settings-fixed-provider')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByText('3ecad13f-52c3-483d-911f-31dbcf2a6d23').waitFor()
  expect(problems).toEqual([])
})

test('what members are asked, what marks them, and who sees whom', { timeout: 120_000 }, async () => {
  const { page, problems } = await sampleSite.openAsOwner({ size: phone })
  onTestFailed(() => finalScreenshot(page, 'failed-fields'))
  await page.goto('/dashboard/settings?tab=members')
  const panel = page.getByRole('dialog')
  for (const name of ['Belt', 'Shoe size']) {
    await page.getByRole('button', { name: 'Add field' }).click()
    await panel.getByLabel('Name').fill(name)
    if (name === 'Belt') await panel.getByLabel('Others see the answer').click()
    await panel.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name, exact: true }).waitFor()
  }
  await page.getByRole('button', { name: 'Move Shoe size up' }).click()
  await expect
    .poll(async () =>
      (await requestAsOwner('GET', '/members/v1/custom-fields')).fields
        .filter((field: { fieldOrigin: string }) => field.fieldOrigin === 'CUSTOM')
        .map((field: { name: string }) => field.name),
    )
    .toEqual(['Shoe size', 'Belt'])
  await page.getByRole('button', { name: 'Add badge' }).click()
  await panel.getByLabel('Title').fill('Founder')
  await panel.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Founder', exact: true }).waitFor()
  await page.getByLabel('New role').fill('Head teacher')
  await page.getByRole('button', { name: 'Add role' }).click()
  await page.getByText('HEAD_TEACHER').waitFor()
  await page.getByRole('button', { name: 'Belt', exact: true }).click()
  await selectOption(page, 'Only members with one of these', 'Head teacher')
  await page.keyboard.press('Escape')
  await panel.getByRole('button', { name: 'Save for whom' }).click()
  await expect
    .poll(async () => (await requestAsOwner('GET', '/members/v1/custom-fields')).fields.find((field: { name: string }) => field.name === 'Belt').appliesTo)
    .toBe('SELECTED_MEMBERS')
  await page.goto('/dashboard/settings?tab=members')
  await selectOption(page, 'Open profiles are seen by', 'Everybody, also search engines')
  await expect.poll(async () => (await requestAsOwner('GET', '/api/site')).community).toBe('ALL')
  await checkScreen(page, 'settings-members')
  expect(problems).toEqual([])
})

test('colleagues and programs get the areas that they need, and no more', { timeout: 120_000 }, async () => {
  const { page, problems } = await sampleSite.openAsOwner({ size: phone })
  onTestFailed(() => finalScreenshot(page, 'failed-rights'))
  const panel = page.getByRole('dialog')
  await page.goto('/dashboard/settings?tab=people')
  await page.getByRole('button', { name: 'Invite' }).click()
  await panel.getByLabel('E-mail').fill('colleague@example.org')
  await panel.getByRole('radio', { name: 'Plans: Change' }).check()
  await checkScreen(page, 'settings-rights')
  await panel.getByRole('button', { name: 'Send invitation' }).click()
  await page.getByText(/Colleague: Members, .*Plans/).waitFor()
  await page.goto('/dashboard/settings?tab=programs')
  await page.getByRole('button', { name: 'Create key' }).click()
  await panel.getByLabel('Which program is it for?').fill('Door lock')
  await panel.getByRole('radio', { name: 'Members: Look' }).check()
  await panel.getByRole('button', { name: 'Create key' }).click()
  await page.getByText('Whoever has the key may do: Members (looking).').waitFor()
  await page.getByRole('dialog', { name: 'Make a key for Door lock?' }).getByRole('button', { name: 'Create key' }).click()
  await page.getByText('Copy the key now').waitFor()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await panel.getByLabel('Address').fill('http://127.0.0.1:9/hook')
  await panel.getByRole('button', { name: 'Add webhook' }).click()
  await page.getByRole('button', { name: 'http://127.0.0.1:9/hook' }).click()
  await requestAsOwner('POST', '/v1/members', { member: { loginEmail: 'told@example.org' } })
  await panel.getByText('Nothing yet.').waitFor()
  // The runner tells of it in its own time; a look before that would find nothing.
  const countDeliveries = async () => {
    const { webhooks } = await requestAsOwner('GET', '/api/webhooks')
    return (await requestAsOwner('GET', `/api/webhooks/${webhooks[0].id}/deliveries`)).deliveries.length as number
  }
  await expect.poll(countDeliveries, { timeout: 10_000 }).toBeGreaterThan(0)
  await page.reload()
  await panel.getByRole('button', { name: /^Tell .*member_created again/ }).click()
  await page.getByText('It is told once more.').waitFor()
  await checkScreen(page, 'settings-webhook')
  await page.goto('/dashboard/settings?tab=programs')
  await page.getByText('Door lock').waitFor()
  await page.goto('/dashboard/settings?tab=log&action=api-key.created')
  await page.getByText('Keys: made').first().waitFor()
  await checkScreen(page, 'settings-log')

  await page.goto('/dashboard/site')
  await page.getByLabel(/^Address to check for/).fill('https://shop.example/cb/')
  await page.getByRole('button', { name: 'Check' }).click()
  await page.getByText('It is in neither list.').waitFor()
  await page.getByRole('button', { name: 'Add https://shop.example/cb/ to the addresses' }).click()
  await page.getByText('Sign-in may come back here: yes').waitFor()
  await page.getByLabel(/^Address to check for/).fill('https://shop.example/cb')
  await page.getByRole('button', { name: 'Check' }).click()
  await page.getByText(/differs only by the slash at the end/).waitFor()
  await checkScreen(page, 'site-front-ends')
  expect(problems).toEqual([])
})

test('the menu of a colleague holds what they may open', async () => {
  const { page, problems } = await sampleSite.openPage()
  await page.goto('/dashboard/sign-in')
  const { headers } = await sampleSite.server.inviteCollaborator(sampleSite.site as TestSite, ['MEMBERS.MEMBER_READ'])
  const url = new URL('/', page.url()).href
  const pairs = (headers?.cookie ?? '').split('; ').map((pair) => pair.split('='))
  await page.context().addCookies(pairs.map(([name = '', value = '']) => ({ name, value, url })))
  problems.length = 0
  await page.goto('/dashboard')
  const menu = page.getByRole('navigation', { name: 'Dashboard', exact: true })
  await menu.getByRole('link', { name: 'Members' }).waitFor()
  await waitForIdle(page)
  expect(await menu.getByRole('link').allInnerTexts()).toEqual(['Today', 'Members', 'Messages', 'Settings'])
  expect(problems).toEqual([])
})

test('the owner guards the own sign-in', { timeout: 120_000 }, async () => {
  const { page } = await sampleSite.openAsOwner({ size: phone })
  onTestFailed(() => finalScreenshot(page, 'failed-own-sign-in'))
  await page.goto('/dashboard/settings?tab=mine')
  await page.getByRole('button', { name: 'Set up an app' }).click()
  await page.getByRole('button', { name: 'Set up', exact: true }).click()
  await page.getByAltText('QR code for the authenticator app').waitFor()
  const app = new TOTP({ secret: (await page.locator('form code').innerText()).replaceAll(' ', '') })
  await page.getByLabel('Code').fill(app.generate())
  await page.getByRole('button', { name: 'Switch it on' }).click()
  await page.getByRole('list', { name: 'Recovery codes' }).waitFor()
  expect(await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').count()).toBe(10)
  await checkScreen(page, 'settings-recovery-codes')
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await page.getByText('10 recovery codes are left.').waitFor()
  const { page: other } = await sampleSite.openPage({ size: phone })
  await signIn(other, sampleSite.site?.ownerEmail ?? '', sampleSite.site?.ownerPassword ?? '')
  await other.getByRole('heading', { name: 'One more step' }).waitFor()
  await other.getByLabel('Code').fill('000000')
  await other.getByRole('button', { name: 'Sign in', exact: true }).click()
  await other.getByText(/4 tries left/).waitFor()
  await checkScreen(other, 'dashboard-second-step')
  // The code of the next step: none works twice, and a step early is taken.
  await other.getByLabel('Code').fill(app.generate({ timestamp: Date.now() + 30_000 }))
  await other.getByRole('button', { name: 'Sign in', exact: true }).click()
  await other.waitForURL((url) => url.pathname === '/dashboard')

  // A passkey opens the dashboard instead of password and code.
  await enablePasskeys(page)
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add it' }).click()
  await page.getByText('Your passkey is kept.').waitFor()
  await page.context().clearCookies()
  await page.goto('/dashboard/sign-in')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.waitForURL((url) => url.pathname === '/dashboard')
  await page.goto('/dashboard/settings?tab=mine')

  // Half an hour later what is grave wants a proof: the passkey is one.
  for (const advance of ['PT16M', 'PT16M']) {
    await sampleSite.server.ok('POST', '/_test/auth-clock', { body: { advance } })
    await page.reload()
    await page.getByRole('button', { name: 'New codes', exact: true }).waitFor()
  }
  await page.getByRole('button', { name: 'New codes', exact: true }).click()
  const question = page.getByRole('dialog')
  await question.getByRole('button', { name: 'Make new ones' }).click()
  await question.getByLabel('Your password').waitFor()
  await checkScreen(page, 'dashboard-prove-again')
  await question.getByRole('button', { name: 'Use a passkey instead' }).click()
  await page.getByRole('list', { name: 'Recovery codes' }).waitFor()
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await page.getByRole('button', { name: 'Sign out all others' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out all others' }).click()
  await page.getByText('All others are signed out.').waitFor()
  await page.getByLabel('Current password').fill(sampleSite.site?.ownerPassword ?? '')
  await page.getByLabel('New password').fill('a still longer evening')
  await page.getByLabel('The same once more').fill('a still longer evening')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Your password is changed.').waitFor()
  await checkScreen(page, 'settings-mine')
})
