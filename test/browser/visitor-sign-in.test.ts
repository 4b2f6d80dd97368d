/** Sign-in without a password: identity providers and captchas; then the member directory. */
import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { startOpenIdProvider, type OpenIdProvider } from '../openid-provider.ts'
import type { Page } from 'playwright-core'
import { desktop, expectAccessibleInBothSchemes, finalScreenshot, openSampleSite, phone, screenshot, type SampleSite } from './browser-server.ts'

let sampleSite: SampleSite
let provider: OpenIdProvider
const requestAsOwner = (method: string, path: string, body: unknown) =>
  sampleSite.server.ok(method, path, { as: sampleSite.site, headers: { host: new URL(sampleSite.base).host }, body })
beforeAll(async () => {
  sampleSite = await openSampleSite()
  provider = await startOpenIdProvider(`${sampleSite.base}/_api/iam/authentication/v1/callback`, {
    sub: 'wanda',
    email: 'wanda.away@example.org',
    email_verified: true,
    given_name: 'Wanda',
    family_name: 'Away',
  })
  await requestAsOwner('POST', '/api/identity-providers', {
    provider: { name: 'The Other House', issuer: provider.issuer, clientId: 'atrium', clientSecret: 'shh' },
  })
})
afterAll(async () => {
  await provider.close()
  await sampleSite.close()
})
const setCaptcha = (settings: Record<string, string>) => requestAsOwner('PATCH', '/api/sign-in-settings', { settings: { captcha: settings } })

test('an identity provider signs people up and in, and can be disconnected', async () => {
  const page = await sampleSite.page(desktop)
  onTestFailed(() => finalScreenshot(page, 'failed-provider'))
  await page.goto('/hosted/login?returnUrl=/account?tab=security')
  await page.getByRole('link', { name: 'Continue with The Other House' }).click()
  await page.getByText('You sign in with wanda.away@example.org.').waitFor()
  expect(new URL(page.url()).hash).toBe('')
  // The only way in cannot be taken away.
  await page.getByRole('button', { name: 'Disconnect The Other House' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('dialog').getByRole('alert').waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Send link' }).waitFor()
  await expectAccessibleInBothSchemes(page)

  // A member with a password of their own joins it: whose account there is taken sees an error.
  const other = await sampleSite.page(phone)
  await other.goto('/hosted/login?mode=signup&returnUrl=/account?tab=security')
  await other.getByLabel('Your name').fill('Otto Other')
  await other.getByLabel('Email').fill('otto.other@example.org')
  await other.getByLabel('Password', { exact: true }).fill('a calm long evening')
  await other.getByRole('button', { name: 'Create account' }).click()
  await other.getByRole('button', { name: 'Connect The Other House' }).click()
  await other.getByText('already connected to another member').waitFor()
  provider.person = { ...provider.person, sub: 'otto', email: 'otto.other@example.org' }
  await other.context().clearCookies({ domain: '127.0.0.1' })
  await other.getByRole('button', { name: 'Connect The Other House' }).click()
  await other.getByText('The Other House connected').waitFor()
  await other.getByRole('button', { name: 'Disconnect The Other House' }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await other.getByRole('button', { name: 'Connect The Other House' }).waitFor()
})

test('a program is distinguished from a person: by a sum, without a question, or by the service of the site', async () => {
  const page = await sampleSite.page(phone)
  onTestFailed(() => finalScreenshot(page, 'failed-captcha'))
  await setCaptcha({ signup: 'ALWAYS', login: 'SUSPICIOUS', provider: 'altcha' })
  await page.goto('/hosted/login?mode=signup')
  // What every hosted page has: public end-to-end tests wait for the element, and search engines stay away.
  await page.locator('#SITE_CONTAINER').waitFor()
  await expect.poll(() => page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
  await page.getByLabel('Your name').fill('Rosa Robot')
  await page.getByLabel('Email').fill('rosa.robot@example.org')
  await page.getByLabel('Password', { exact: true }).fill('a calm long evening')
  await page.getByLabel('I’m not a robot').waitFor()
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('Please confirm that you’re not a robot.').first().waitFor()
  await screenshot(page, 'sign-up-captcha')
  await expectAccessibleInBothSchemes(page)
  await page.getByLabel('I’m not a robot').click()
  await page.getByText('Verified').waitFor()
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL((url) => url.pathname === '/account')

  // After wrong passwords the browser solves the challenge automatically: the visitor does nothing.
  const again = await sampleSite.page(phone)
  const proofs: boolean[] = []
  again.on('request', (request) => {
    if (request.url().endsWith('/v2/login')) proofs.push((JSON.parse(request.postData() ?? '{}') as { captchaTokens: unknown[] }).captchaTokens.length > 0)
  })
  await again.goto('/hosted/login')
  await again.getByLabel('Email').fill('rosa.robot@example.org')
  for (const [tries, password] of ['wrong once', 'wrong twice', 'wrong thrice', 'a calm long evening'].entries()) {
    await again.getByLabel('Password', { exact: true }).fill(password)
    const answered = again.waitForResponse((answer) => answer.url().endsWith('/v2/login'))
    await again.getByRole('button', { name: 'Sign in', exact: true }).click()
    await answered
    if (tries < 3) await again.getByText('email or password is incorrect').first().waitFor()
  }
  await again.waitForURL((url) => url.pathname === '/account')
  expect(proofs).toEqual([false, false, false, false, true])

  // The service of another: its script runs in a frame with rules of its own.
  const service = createServer((request, response) => {
    let text = ''
    request.on('data', (part) => (text += part))
    request.on('end', () => response.end(JSON.stringify({ success: new URLSearchParams(text).get('response') === 'their-token' })))
  })
  await new Promise<void>((ready) => void service.listen(0, '127.0.0.1', ready))
  const address = service.address()
  try {
    await setCaptcha({
      signup: 'ALWAYS',
      provider: 'hcaptcha',
      siteKey: 'k',
      secret: 's',
      verifyUrl: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`,
    })
    const theirs = await sampleSite.page(desktop)
    await theirs.route('https://js.hcaptcha.com/**', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: `window.hcaptcha = { render(place, options) { const button = document.createElement('button'); button.textContent = 'I am human'; button.onclick = () => options.callback('their-token'); place.append(button) } }; captchaLoaded()`,
      }),
    )
    await theirs.goto('/hosted/login?mode=signup')
    await theirs.getByLabel('Your name').fill('Hanna Human')
    await theirs.getByLabel('Email').fill('hanna.human@example.org')
    await theirs.getByLabel('Password', { exact: true }).fill('a calm long evening')
    await theirs.frameLocator('iframe').getByRole('button', { name: 'I am human' }).click()
    await theirs.getByRole('button', { name: 'Create account' }).click()
    await theirs.waitForURL((url) => url.pathname === '/account')
  } finally {
    await setCaptcha({ signup: 'OFF', login: 'OFF', provider: 'altcha' })
    await new Promise<void>((done) => void service.close(() => done()))
  }
})

const measureOverflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
test('members open their profile, find each other, follow, report and block', async () => {
  const post = (path: string, body: unknown) => sampleSite.server.ok('POST', path, { as: sampleSite.site, body })
  const ids: string[] = []
  for (const nickname of ['Ada Lovelace', 'Grace Hopper'])
    ids.push(
      (
        await post('/v1/members', {
          member: { loginEmail: `${nickname.replace(' ', '.')}@example.org`, profile: { nickname, title: 'Runner' }, privacyStatus: 'PUBLIC' },
        })
      ).member.id,
    )
  const { badge } = await post('/v3/badges', { badge: { title: 'Founder', backgroundColor: '#2f5d8a', textColor: '#ffffff' } })
  await post(`/v3/badges/${badge.id}/members`, { memberIds: [ids[0]] })
  const page = await sampleSite.page(phone)
  onTestFailed(() => finalScreenshot(page, 'failed-community'))
  // A visitor signs in here, and stays here.
  await page.goto('/members')
  await page.getByRole('button', { name: 'Create an account' }).click()
  await page.getByLabel('Your name').fill('Mira Meeting')
  await page.getByLabel('Email').fill('mira.meeting@example.org')
  await page.getByLabel('Password', { exact: true }).fill('a calm long evening')
  await page.getByRole('button', { name: 'Create account' }).click()
  const list = page.getByRole('list', { name: 'Members' })
  await list.getByText('Ada Lovelace').waitFor()
  await page.getByText('Your profile is private').waitFor()
  expect(await page.getByRole('button', { name: /^Follow/ }).count()).toBe(0)
  await page.getByLabel('Search members by name').fill('zzz')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByText('No members found').waitFor()

  await page.goto('/account?tab=profile')
  const form = page.getByRole('form', { name: 'Public profile' })
  await form.getByLabel('Other members can see my profile').check()
  await form.getByLabel('Title').fill('Early bird')
  await form.getByLabel('About me').fill('I am new.\n\nSay hello!')
  await form.getByLabel('Profile address').fill('adalovelace')
  await page.getByText('this address is taken').waitFor()
  await form.getByLabel('Profile address').fill('mira')
  await page.getByText('Available').waitFor()
  await screenshot(page, 'account-public-profile')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved. Your profile is public.').waitFor()

  await page.goto('/members')
  await page.getByRole('button', { name: 'Follow Ada Lovelace' }).click()
  await page.getByRole('button', { name: 'Following Ada Lovelace' }).waitFor()
  await screenshot(page, 'members')
  await expectAccessibleInBothSchemes(page)
  expect(await measureOverflow(page)).toBeLessThanOrEqual(0)
  await list.getByRole('link', { name: 'Ada Lovelace' }).click()
  await page.getByText('Founder').waitFor()
  await page.getByRole('link', { name: 'Followers' }).click()
  await page.getByRole('list', { name: 'Followers' }).getByRole('link', { name: 'Mira Meeting' }).click()
  await page.getByText('Say hello!').waitFor()
  // Search engines keep out of what is for members only.
  await expect.poll(() => page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
  await expectAccessibleInBothSchemes(page)
  expect(await measureOverflow(page)).toBeLessThanOrEqual(0)

  await page.goto('/members/gracehopper')
  await page.getByRole('button', { name: 'Report Grace Hopper' }).click()
  await page.getByLabel('What’s wrong?').selectOption('OTHER')
  await page.getByRole('button', { name: 'Send report' }).click()
  await page.getByText('Describe what’s wrong').first().waitFor()
  await expectAccessibleInBothSchemes(page)
  await page.getByLabel('Details').fill('Sells things in every message')
  await page.getByRole('button', { name: 'Send report' }).click()
  await page.getByText('Thanks for your report').waitFor()
  await page.getByRole('button', { name: 'Block Grace Hopper' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Block Grace Hopper' }).click()
  await page.waitForURL((url) => url.pathname === '/members')
  await list.getByRole('link', { name: 'Ada Lovelace' }).waitFor()
  await list.getByText('Grace Hopper').waitFor({ state: 'detached' })
  await page.goto('/account?tab=profile')
  await page.getByRole('button', { name: 'Unblock Grace Hopper' }).click()
  await page.getByText('Unblocked').waitFor()
  const { memberPrivacySettings } = await sampleSite.server.ok('GET', '/v1/privacy-settings', { as: sampleSite.site })
  await post('/v1/privacy-settings', { memberPrivacySettings: { ...memberPrivacySettings, publicMemberVisibility: 'VISIBLE_TO_ALL' } })
  await page.goto('/members/mira')
  await page.getByText('Say hello!').waitFor()
  await expect.poll(() => page.locator('meta[name=robots]').count()).toBe(0)
})
