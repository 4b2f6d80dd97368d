/** The owner decides who comes in and how, what members are asked, which collaborators and programs may do what; and guards the own sign-in. */
import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import type { TestSite } from '../test-server.ts'
import { startOpenIdProvider, type OpenIdProvider } from '../openid-provider.ts'
import { openDashboard, signIn, type DashboardServer } from './dashboard-server.ts'
import { checkScreen, desktop, enablePasskeys, finalScreenshot, phone, waitForIdle } from './browser-server.ts'
import { createOwnerCalls } from './owner-work.ts'

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
const { request: requestAsOwner } = createOwnerCalls(() => sampleSite)
/** Chooses an option, and makes sure of it: while its list still finds its place on the screen a press may slip off. */
async function selectOption(page: Page, label: string, option: string): Promise<void> {
  const field = page.getByRole('combobox', { name: label, exact: true })
  const item = page.getByRole('option', { name: option, exact: true })
  const isChosen = async () => (await field.inputValue()) === option || ((await item.isVisible()) && (await item.getAttribute('aria-selected')) === 'true')
  await expect
    .poll(async () => {
      if (await isChosen()) return true
      if (!(await item.isVisible())) await field.click()
      await item.click()
      return isChosen()
    })
    .toBe(true)
}

test('who may come in and how, with the page beside it', async () => {
  const { page, problems } = await sampleSite.openAsOwner({ size: desktop })
  onTestFailed(() => finalScreenshot(page, 'failed-sign-in-settings'))
  await page.goto('/dashboard/settings?tab=sign-in')
  const preview = page.getByRole('complementary', { name: 'Preview' })
  await page.getByLabel('Require approval').click()
  await preview.getByText('Next, they wait for your approval.').waitFor()
  await selectOption(page, 'At sign-up', 'Always')
  await preview.getByText('I am not a robot').waitFor()
  await page.getByRole('button', { name: 'Save captcha' }).click()
  await expect.poll(async () => (await requestAsOwner('GET', '/api/sign-in-settings')).settings.captcha.signup).toBe('ALWAYS')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Button label').fill('The Other House')
  await form.getByLabel('Issuer').fill(provider.issuer)
  await form.getByLabel('Client ID').fill('atrium')
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
  await expect.poll(() => form.getByLabel('Issuer').inputValue()).toBe('https://accounts.google.com')
  await expect.poll(() => form.getByLabel('Connection ID').inputValue()).toBe('0e6a50f5-b523-4e29-990d-f37fa2ffdd69')
  await selectOption(page, 'Provider', 'Facebook')
  await form.getByLabel('Issuer').fill(provider.issuer)
  await form.getByLabel('Client ID').fill('atrium')
  await form.getByLabel('Client secret').fill('shh')
  await checkScreen(page, 'settings-fixed-provider')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByText('3ecad13f-52c3-483d-911f-31dbcf2a6d23').waitFor()
  expect(problems).toEqual([])
})

test('what members are asked, what marks them, and who sees whom', async () => {
  const { page, problems } = await sampleSite.openAsOwner({ size: phone })
  onTestFailed(() => finalScreenshot(page, 'failed-fields'))
  await page.goto('/dashboard/settings?tab=members')
  const panel = page.getByRole('dialog')
  for (const name of ['Belt', 'Shoe size']) {
    await page.getByRole('button', { name: 'Add field' }).click()
    await panel.getByLabel('Name').fill(name)
    if (name === 'Belt') await panel.getByLabel('Show on public profiles').click()
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
  await selectOption(page, 'Limit to members with', 'Head teacher')
  await page.keyboard.press('Escape')
  await panel.getByRole('button', { name: 'Save visibility' }).click()
  await expect
    .poll(async () => (await requestAsOwner('GET', '/members/v1/custom-fields')).fields.find((field: { name: string }) => field.name === 'Belt').appliesTo)
    .toBe('SELECTED_MEMBERS')
  // The panel that limited it takes the limit away again.
  const saveButton = panel.getByRole('button', { name: 'Save visibility' })
  const limit = panel.getByLabel('Limit to members with')
  await expect
    .poll(async () => ({
      isSaving: await saveButton.evaluate((button) => button.hasAttribute('data-loading')),
      isSaved: await saveButton.isDisabled(),
      isOpen: await limit.isEnabled(),
    }))
    .toEqual({ isSaving: false, isSaved: true, isOpen: true })
  await limit.press('Backspace')
  await page.keyboard.press('Tab')
  await saveButton.click()
  await expect
    .poll(async () => (await requestAsOwner('GET', '/members/v1/custom-fields')).fields.find((field: { name: string }) => field.name === 'Belt').appliesTo)
    .toBe('ALL_MEMBERS')
  await page.goto('/dashboard/settings?tab=members')
  await selectOption(page, 'Public profiles are visible to', 'Everyone, including search engines')
  await expect.poll(async () => (await requestAsOwner('GET', '/api/site')).community).toBe('ALL')
  await checkScreen(page, 'settings-members')
  expect(problems).toEqual([])
})

test('collaborators and programs get the areas that they need, and no more', async () => {
  const { page, problems } = await sampleSite.openAsOwner({ size: phone })
  onTestFailed(() => finalScreenshot(page, 'failed-rights'))
  const panel = page.getByRole('dialog')
  await page.goto('/dashboard/settings?tab=people')
  await page.getByRole('button', { name: 'Invite' }).click()
  await panel.getByLabel('Email').fill('collaborator@example.org')
  await panel.getByRole('radio', { name: 'Custom' }).check()
  await panel.getByRole('radio', { name: 'Plans: Manage', exact: true }).check()
  await checkScreen(page, 'settings-rights')
  await panel.getByRole('button', { name: 'Send invitation' }).click()
  await page.getByText(/Custom: Members, .*Plans/).waitFor()
  await page.goto('/dashboard/settings?tab=programs')
  await page.getByRole('button', { name: 'Create key' }).click()
  await panel.getByLabel('Name', { exact: true }).fill('Door lock')
  await panel.getByRole('radio', { name: 'Members: View' }).check()
  await panel.getByRole('button', { name: 'Create key' }).click()
  await page.getByText('Anyone with this key can access: Members (view).').waitFor()
  await page.getByRole('dialog', { name: 'Create a key for Door lock?' }).getByRole('button', { name: 'Create key' }).click()
  await page.getByText('Copy the key now').waitFor()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await panel.getByLabel('URL').fill('http://127.0.0.1:9/hook')
  await panel.getByRole('button', { name: 'Add webhook' }).click()
  await page.getByRole('button', { name: 'http://127.0.0.1:9/hook' }).click()
  await panel.getByText('No deliveries yet.').waitFor()
  await requestAsOwner('POST', '/v1/members', { member: { loginEmail: 'notified@example.org' } })
  // The runner tells of it in its own time; a look before that would find nothing.
  const countDeliveries = async () => {
    const { webhooks } = await requestAsOwner('GET', '/api/webhooks')
    return (await requestAsOwner('GET', `/api/webhooks/${webhooks[0].id}/deliveries`)).deliveries.length as number
  }
  await expect.poll(countDeliveries).toBeGreaterThan(0)
  await page.reload()
  await panel.getByRole('button', { name: /^Resend .*member_created/ }).click()
  await page.getByText('Delivery resent.').waitFor()
  await checkScreen(page, 'settings-webhook')
  await page.goto('/dashboard/settings?tab=programs')
  await page.getByText('Door lock').waitFor()
  await page.goto('/dashboard/settings?tab=log&action=api-key.created')
  await page.getByText('API keys: created').first().waitFor()
  await checkScreen(page, 'settings-log')

  await page.goto('/dashboard/site')
  await page.getByLabel(/^URL to test for/).fill('https://shop.example/cb/')
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await page.getByText('Not in either list.').waitFor()
  await page.getByRole('button', { name: 'Add https://shop.example/cb/ to URLs' }).click()
  await page.getByText('Sign-in redirect: allowed').waitFor()
  await page.getByLabel(/^URL to test for/).fill('https://shop.example/cb')
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await page.getByText(/differs only by the trailing slash/).waitFor()
  await checkScreen(page, 'site-front-ends')
  expect(problems).toEqual([])
})

test('the menu of a collaborator holds what they may open', async () => {
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

test('the owner guards the own sign-in', async () => {
  const { page } = await sampleSite.openAsOwner({ size: phone })
  onTestFailed(() => finalScreenshot(page, 'failed-own-sign-in'))
  await page.goto('/dashboard/settings?tab=mine')
  await page.getByRole('button', { name: 'Set up app' }).click()
  await page.getByRole('button', { name: 'Set up', exact: true }).click()
  await page.getByAltText('QR code for the authenticator app').waitFor()
  const app = new TOTP({ secret: (await page.locator('form code').innerText()).replaceAll(' ', '') })
  await page.getByLabel('Code').fill(app.generate())
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('list', { name: 'Recovery codes' }).waitFor()
  expect(await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').count()).toBe(10)
  await checkScreen(page, 'settings-recovery-codes')
  await page.getByRole('button', { name: 'I’ve saved them' }).click()
  await page.getByText('10 recovery codes left.').waitFor()
  const { page: other } = await sampleSite.openPage({ size: phone })
  await signIn(other, sampleSite.site?.ownerEmail ?? '', sampleSite.site?.ownerPassword ?? '')
  await other.getByRole('heading', { name: 'Two-step verification' }).waitFor()
  await other.getByLabel('Code').fill('000000')
  await other.getByRole('button', { name: 'Sign in', exact: true }).click()
  await other.getByText(/4 attempts left/).waitFor()
  await checkScreen(other, 'dashboard-second-step')
  // The code of the next step: none works twice, and a step early is taken.
  await other.getByLabel('Code').fill(app.generate({ timestamp: Date.now() + 30_000 }))
  await other.getByRole('button', { name: 'Sign in', exact: true }).click()
  await other.waitForURL((url) => url.pathname === '/dashboard')

  // A passkey opens the dashboard instead of password and code.
  await enablePasskeys(page)
  await page.getByRole('button', { name: 'Add passkey' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Add passkey' }).click()
  await page.getByText('Passkey added.').waitFor()
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
  await question.getByRole('button', { name: 'Generate codes' }).click()
  await question.getByLabel('Your password').waitFor()
  await checkScreen(page, 'dashboard-prove-again')
  await question.getByRole('button', { name: 'Use a passkey instead' }).click()
  await page.getByRole('list', { name: 'Recovery codes' }).waitFor()
  await page.getByRole('button', { name: 'I’ve saved them' }).click()
  await page.getByRole('button', { name: 'Sign out others' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out others' }).click()
  await page.getByText('Other sessions signed out.').waitFor()
  await page.getByLabel('Current password').fill(sampleSite.site?.ownerPassword ?? '')
  await page.getByLabel('New password', { exact: true }).fill('a still longer evening')
  await page.getByLabel('Confirm new password').fill('a still longer evening')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Password changed.').waitFor()
  await checkScreen(page, 'settings-mine')

  // A form that is sent later asks in between, and goes on where it was.
  await sampleSite.server.ok('POST', '/_test/auth-clock', { body: { advance: 'PT16M' } })
  await page.goto('/dashboard/settings?tab=people')
  await page.getByRole('button', { name: 'Invite' }).click()
  const invitation = page.getByRole('dialog', { name: 'Invite' })
  await invitation.getByLabel('Email').fill('later@example.org')
  await invitation.getByRole('button', { name: 'Send invitation' }).click()
  const proof = page.getByRole('dialog', { name: 'Is it still you?' })
  await proof.getByLabel('Your password').waitFor()
  await checkScreen(page, 'settings-invite-proof')
  await proof.getByRole('button', { name: 'Cancel' }).click()
  await invitation.getByText('Confirm your current password.').waitFor()
  expect(await invitation.getByLabel('Email').inputValue()).toBe('later@example.org')
  await invitation.getByRole('button', { name: 'Send invitation' }).click()
  await proof.getByLabel('Your password').fill('a still longer evening')
  await proof.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('later@example.org').waitFor()
})
