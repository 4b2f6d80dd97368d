/**
 * A storefront on an origin of its own, with the unmodified client package in the browser, sends people to the hosted
 * pages and gets them back: by query, by fragment, and silently through a frame. Only the API hosts resolve to this server.
 */
import { createServer, type Server } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { build, type Rollup } from 'vite'
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest'
import { desktop, openSampleSite, finalScreenshot, type SampleSite } from './browser-server.ts'

const password = 'a calm long evening'
let sampleSite: SampleSite
let shop: Server
let origin: string

/** The storefront's own script: the public client, and the two lines with which every storefront waits for its member. */
const script = `
import { createClient, OAuthStrategy } from '@wix/sdk'
const client = createClient({ auth: OAuthStrategy({ clientId: new URLSearchParams(location.search).get('clientId') ?? sessionStorage.clientId }) })
window.shop = client.auth
window.sayHello = async (tokens) => {
  const answer = await fetch('https://www.wixapis.com/members/v1/members/my?fieldsets=FULL', { headers: { authorization: tokens.accessToken.value } })
  return (await answer.json()).member.loginEmail
}
`
async function bundleStorefront(): Promise<string> {
  const made = (await build({
    configFile: false,
    root: fileURLToPath(new URL('../..', import.meta.url)),
    logLevel: 'error',
    plugins: [
      {
        name: 'shop',
        resolveId: (id) => (id.endsWith('/shop') ? fileURLToPath(new URL('./shop.js', import.meta.url)) : undefined),
        load: (id) => (id.endsWith('/test/browser/shop.js') ? script : undefined),
      },
    ],
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, minify: false, lib: { entry: 'shop', formats: ['es'], fileName: 'shop' } },
  })) as Rollup.RollupOutput[]
  const chunk = made[0]?.output.find((one) => one.type === 'chunk' && one.isEntry)
  if (chunk?.type !== 'chunk') throw new Error('the storefront was not bundled')
  return chunk.code
}

beforeAll(async () => {
  const code = await bundleStorefront()
  sampleSite = await openSampleSite()
  shop = createServer((request, response) => {
    const isScript = request.url === '/shop.js'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    response.end(
      isScript ? code : '<!doctype html><html lang="en"><title>Shop</title><main><h1>Our shop</h1></main><script type="module" src="/shop.js"></script>',
    )
  })
  await new Promise<void>((resolve) => {
    shop.listen(0, '127.0.0.1', resolve)
  })
  const address = shop.address()
  origin = `http://localhost:${typeof address === 'object' && address ? address.port : 0}`
})
afterAll(async () => {
  shop.close()
  await sampleSite.close()
})

/** The storefront's page in a fresh browser, where the hosts of the public API resolve to this server. */
async function openShop(): Promise<Page> {
  const page = await sampleSite.page(desktop)
  onTestFailed(() => finalScreenshot(page, 'failed-storefront'))
  await page.context().route(/^https:\/\/(www|edge)\.wixapis\.com\//, async (route) => {
    const url = route
      .request()
      .url()
      .replace(/^https:\/\/[^/]+/, sampleSite.base)
    await route.fulfill({ response: await route.fetch({ url }) })
  })
  await page.goto(`${origin}/?clientId=${sampleSite.site.clientId}`)
  await page.waitForFunction(() => 'shop' in window)
  return page
}
/** What the storefront keeps over the way to the sign-in page and back. */
async function goToSignIn(page: Page, responseMode: 'query' | 'fragment'): Promise<void> {
  await page.evaluate(
    async ([clientId, mode]) => {
      const auth = (window as unknown as { shop: import('@wix/sdk').IOAuthStrategy }).shop
      const data = auth.generateOAuthData(`${location.origin}/callback?kept=1`, location.href)
      Object.assign(sessionStorage, { clientId, oauth: JSON.stringify(data) })
      const { authUrl } = await auth.getAuthUrl(data, { prompt: 'login', responseMode: mode as 'query' })
      location.assign(authUrl)
    },
    [sampleSite.site.clientId, responseMode] as const,
  )
}
/** Back on the storefront: reads the answer from the address, buys tokens with the code, and asks who it is. */
const completeSignIn = (page: Page, responseMode: 'query' | 'fragment'): Promise<string> =>
  page.evaluate(async (mode) => {
    const { shop: auth, sayHello } = window as unknown as {
      shop: import('@wix/sdk').IOAuthStrategy
      sayHello: (tokens: import('@wix/sdk').Tokens) => Promise<string>
    }
    const data = JSON.parse(sessionStorage.oauth as string)
    const { code, state, error } = auth.parseFromUrl(undefined, mode as 'query')
    if (error) return error
    return await sayHello(await auth.getMemberTokens(code, state, data))
  }, responseMode)

test('signs up on our page and comes back by the query; the next visit needs no password', async () => {
  const email = 'quinn.query@example.org'
  const page = await openShop()
  await goToSignIn(page, 'query')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(page.url()).toContain(`${sampleSite.base}/hosted/login?rs=`)
  await page.getByRole('button', { name: 'Create an account' }).click()
  await page.getByLabel('Your name').fill('Quinn Query')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.waitForURL((url) => url.origin === origin)
  expect(new URL(page.url()).searchParams.get('kept')).toBe('1')
  expect(new URL(page.url()).searchParams.get('state')).toBeTruthy()
  await page.waitForFunction(() => 'shop' in window)
  expect(await completeSignIn(page, 'query')).toBe(email)

  // Silent: the sign-in cookie of our origin answers, the visitor sees no page.
  await page.goto(`${origin}/?clientId=${sampleSite.site.clientId}`)
  await page.waitForFunction(() => 'shop' in window)
  await page.evaluate(async () => {
    const auth = (window as unknown as { shop: import('@wix/sdk').IOAuthStrategy }).shop
    const data = auth.generateOAuthData(`${location.origin}/callback`)
    sessionStorage.oauth = JSON.stringify(data)
    location.assign((await auth.getAuthUrl(data, { prompt: 'none', responseMode: 'query' })).authUrl)
  })
  await page.waitForURL((url) => url.pathname === '/callback')
  await page.waitForFunction(() => 'shop' in window)
  expect(await completeSignIn(page, 'query')).toBe(email)

  // Signing out ends it on our origin, too.
  await page.evaluate(async () => {
    const auth = (window as unknown as { shop: import('@wix/sdk').IOAuthStrategy }).shop
    location.assign((await auth.logout(`${location.origin}/bye`)).logoutUrl)
  })
  await page.waitForURL((url) => url.pathname === '/bye')
  await page.waitForFunction(() => 'shop' in window)
  await page.evaluate(async () => {
    const auth = (window as unknown as { shop: import('@wix/sdk').IOAuthStrategy }).shop
    const data = auth.generateOAuthData(`${location.origin}/callback`)
    sessionStorage.oauth = JSON.stringify(data)
    location.assign((await auth.getAuthUrl(data, { prompt: 'none', responseMode: 'query' })).authUrl)
  })
  await page.waitForURL((url) => url.pathname === '/callback')
  await page.waitForFunction(() => 'shop' in window)
  expect(await completeSignIn(page, 'query')).toBe('login_required')
})

test('a wrong password is said beside the field, then the way back leads through the fragment', async () => {
  const { email } = await sampleSite.server.registerMember(sampleSite.site, 'fred.fragment@example.org')
  const page = await openShop()
  await goToSignIn(page, 'fragment')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill('not the right one')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.locator('.field-error', { hasText: 'email or password is incorrect' }).waitFor()
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => url.origin === origin && url.hash.includes('code='))
  await page.waitForFunction(() => 'shop' in window)
  expect(await completeSignIn(page, 'fragment')).toBe(email)
})

test('the storefront’s own form signs in through a frame, and nothing of ours is shown', async () => {
  const { email } = await sampleSite.server.registerMember(sampleSite.site, 'wendy.message@example.org')
  const page = await openShop()
  const said = await page.evaluate(
    async ([login, secret]) => {
      const { shop: auth, sayHello } = window as unknown as {
        shop: import('@wix/sdk').IOAuthStrategy
        sayHello: (tokens: import('@wix/sdk').Tokens) => Promise<string>
      }
      const state = await auth.login({ email: login, password: secret })
      if (state.loginState !== 'SUCCESS') return state.loginState
      return await sayHello(await auth.getMemberTokensForDirectLogin(state.data.sessionToken))
    },
    [email, password] as const,
  )
  expect(said).toBe(email)
  expect(page.url().startsWith(origin)).toBe(true)
})

test('leaving the sign-in page leads back to the storefront', async () => {
  const page = await openShop()
  await goToSignIn(page, 'query')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.getByRole('button', { name: 'Continue browsing' }).click()
  await page.waitForURL((url) => url.origin === origin)
})

test('a form of the sign-in page leads to no other address, whatever was written into it', async () => {
  const page = await openShop()
  await goToSignIn(page, 'query')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  const refused = await page.evaluate(
    (target) =>
      new Promise<string>((resolve) => {
        document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => resolve(`${effectiveDirective} ${blockedURI}`))
        const form = Object.assign(document.createElement('form'), { action: `${target}/stolen`, method: 'post' })
        document.body.append(form)
        form.submit()
      }),
    origin,
  )
  expect(refused).toMatch(new RegExp(`^form-action ${origin}`))
  expect(page.url()).toContain(`${sampleSite.base}/hosted/login?rs=`)
})
