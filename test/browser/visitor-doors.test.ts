/** The ways in beside the password: other houses that vouch, and the check that a person is there. */
import { createServer } from 'node:http'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { openIdHouse, type OpenIdHouse } from '../openid-house.ts'
import { desk, expectAccessibleInBoth, lastPicture, openHouse, phone, picture, type BrowserHouse } from './house.ts'

let house: BrowserHouse
let elsewhere: OpenIdHouse
const asOwner = (method: string, path: string, body: unknown) =>
  house.world.ok(method, path, { as: house.site, headers: { host: new URL(house.base).host }, body })
beforeAll(async () => {
  house = await openHouse()
  elsewhere = await openIdHouse(`${house.base}/_api/iam/authentication/v1/callback`, {
    sub: 'wanda',
    email: 'wanda.away@example.org',
    email_verified: true,
    given_name: 'Wanda',
    family_name: 'Away',
  })
  await asOwner('POST', '/api/identity-providers', {
    provider: { name: 'The Other House', issuer: elsewhere.issuer, clientId: 'atrium', clientSecret: 'shh' },
  })
})
afterAll(async () => {
  await elsewhere.close()
  await house.close()
})
const captcha = (settings: Record<string, string>) => asOwner('PATCH', '/api/sign-in-settings', { settings: { captcha: settings } })

test('another house signs people up and in, and can be parted from', { timeout: 120_000 }, async () => {
  const page = await house.page(desk)
  onTestFailed(() => lastPicture(page, 'failed-provider'))
  await page.goto('/hosted/login?returnUrl=/account?tab=security')
  await page.getByRole('link', { name: 'Continue with The Other House' }).click()
  await page.getByText('You sign in with wanda.away@example.org.').waitFor()
  expect(new URL(page.url()).hash).toBe('')
  // The only way in cannot be taken away.
  await page.getByRole('button', { name: 'Disconnect The Other House' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await page.getByRole('dialog').getByRole('alert').waitFor()
  await page.getByRole('button', { name: 'Leave it' }).click()
  await page.getByRole('button', { name: 'Send me the link' }).waitFor()
  await expectAccessibleInBoth(page)

  // A member with a password of their own joins it: whose account there is taken is told so.
  const other = await house.page(phone)
  await other.goto('/hosted/login?mode=signup&returnUrl=/account?tab=security')
  await other.getByLabel('Your name').fill('Otto Other')
  await other.getByLabel('E-mail').fill('otto.other@example.org')
  await other.getByLabel('Password', { exact: true }).fill('a calm long evening')
  await other.getByRole('button', { name: 'Create account' }).click()
  await other.getByRole('button', { name: 'Connect The Other House' }).click()
  await other.getByText('belongs to another member already').waitFor()
  elsewhere.person = { ...elsewhere.person, sub: 'otto', email: 'otto.other@example.org' }
  await other.context().clearCookies({ domain: '127.0.0.1' })
  await other.getByRole('button', { name: 'Connect The Other House' }).click()
  await other.getByText('The Other House is connected').waitFor()
  await other.getByRole('button', { name: 'Disconnect The Other House' }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await other.getByRole('button', { name: 'Connect The Other House' }).waitFor()
})

test('a program is told from a person: by a sum, without a question, or by the service of the site', { timeout: 120_000 }, async () => {
  const page = await house.page(phone)
  onTestFailed(() => lastPicture(page, 'failed-captcha'))
  await captcha({ signup: 'ALWAYS', login: 'SUSPICIOUS', provider: 'altcha' })
  await page.goto('/hosted/login?mode=signup')
  await page.getByLabel('Your name').fill('Rosa Robot')
  await page.getByLabel('E-mail').fill('rosa.robot@example.org')
  await page.getByLabel('Password', { exact: true }).fill('a calm long evening')
  await page.getByLabel('I am not a robot').waitFor()
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByText('Please confirm that you are not a robot.').first().waitFor()
  await picture(page, 'sign-up-captcha')
  await expectAccessibleInBoth(page)
  await page.getByLabel('I am not a robot').click()
  await page.getByText('Checked. Thank you.').waitFor()
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL((url) => url.pathname === '/account')

  // After wrong passwords the browser proves it by itself: nobody has to do anything.
  const again = await house.page(phone)
  const proofs: boolean[] = []
  again.on('request', (request) => {
    if (request.url().endsWith('/v2/login')) proofs.push((JSON.parse(request.postData() ?? '{}') as { captchaTokens: unknown[] }).captchaTokens.length > 0)
  })
  await again.goto('/hosted/login')
  await again.getByLabel('E-mail').fill('rosa.robot@example.org')
  for (const [tries, password] of ['wrong once', 'wrong twice', 'wrong thrice', 'a calm long evening'].entries()) {
    await again.getByLabel('Password', { exact: true }).fill(password)
    const answered = again.waitForResponse((answer) => answer.url().endsWith('/v2/login'))
    await again.getByRole('button', { name: 'Sign in', exact: true }).click()
    await answered
    if (tries < 3) await again.getByText('do not belong together').first().waitFor()
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
    await captcha({
      signup: 'ALWAYS',
      provider: 'hcaptcha',
      siteKey: 'k',
      secret: 's',
      verifyUrl: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`,
    })
    const theirs = await house.page(desk)
    await theirs.route('https://js.hcaptcha.com/**', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: `window.hcaptcha = { render(place, options) { const button = document.createElement('button'); button.textContent = 'I am human'; button.onclick = () => options.callback('their-token'); place.append(button) } }; captchaLoaded()`,
      }),
    )
    await theirs.goto('/hosted/login?mode=signup')
    await theirs.getByLabel('Your name').fill('Hanna Human')
    await theirs.getByLabel('E-mail').fill('hanna.human@example.org')
    await theirs.getByLabel('Password', { exact: true }).fill('a calm long evening')
    await theirs.frameLocator('iframe').getByRole('button', { name: 'I am human' }).click()
    await theirs.getByRole('button', { name: 'Create account' }).click()
    await theirs.waitForURL((url) => url.pathname === '/account')
  } finally {
    await captcha({ signup: 'OFF', login: 'OFF', provider: 'altcha' })
    await new Promise<void>((done) => void service.close(() => done()))
  }
})
