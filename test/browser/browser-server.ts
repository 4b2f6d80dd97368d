/** A running server with the sample studio, and a real browser. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, type Page, type Request, chromium as playwright } from 'playwright-core'
import { expect, onTestFinished, TestRunner } from 'vitest'
import { unpackBrowser } from '../../tools/packaged-browser.ts'
import { startTestServer, type SentEmail, type TestSite } from '../test-server.ts'
import { findViolations } from './axe.ts'
import { PagePool } from './page-pool.ts'
import { delayReplies } from './slow-replies.ts'
import { openSampleDatabase, siteOptions } from '../sample-database.ts'

export const desktop = { width: 1280, height: 900 }
export const phone = { width: 360, height: 780 }

/** One browser for all files of a process: it ends with it. */
let sharedBrowser: Promise<Browser> | undefined
export const getBrowser = (): Promise<Browser> => (sharedBrowser ??= launchBrowser())
async function launchBrowser(): Promise<Browser> {
  return playwright.launch({
    executablePath: await unpackBrowser(),
    // Pages live for seconds: what the two optimizing compilers spend on their scripts does not come back, what the quick one spends does.
    args: [
      '--js-flags=--no-opt --no-maglev --always-sparkplug',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
    headless: true,
  })
}

/** Letters of a screen that say where a test stood. */
const SHOWN_WORDS = 1500

type PageOptions = [size?: { width: number; height: number }, scheme?: 'light' | 'dark', more?: BrowserContextOptions]

/** The application on its own port with its jobs running, and a browser. With the sample studio (`sample`) or practice, unless the database is to be without data. */
export async function startBrowserServer(data: 'sample' | 'practice' | 'none') {
  const sample = data === 'none' ? undefined : await openSampleDatabase(data === 'practice' ? 'practice' : 'studio')
  const server = await startTestServer(undefined, sample?.open)
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  if (process.env.SLOW_REPLIES === '1') delayReplies(server.app.server)
  const address = server.app.server.address()
  const base = `http://localhost:${typeof address === 'object' && address ? address.port : 0}`
  server.runner.start(200)
  const browser = await getBrowser()
  const pages = new PagePool(browser, base)
  const openPage = async (...[size = desktop, scheme = 'light', more]: PageOptions): Promise<Page> => {
    const page = await pages.take(size, scheme, more)
    trackRequests(page)
    return page
  }
  return {
    server,
    base,
    browser,
    /** The site of the sample, where there is one. */
    sample: sample?.site,
    createSite: () => server.createSite(siteOptions),
    /** A fresh visitor: own cookies and storage. The page is theirs until the test ends, and another's then. */
    page: async (...options: PageOptions): Promise<Page> => {
      const page = await openPage(...options)
      // How it looked when the test failed is drawn later.
      onTestFinished(({ task }) => (task.result?.state === 'fail' ? undefined : pages.giveBack(page)))
      return page
    },
    /** The same for several tests, and for hooks: theirs until the server closes. */
    lastingPage: openPage,
    /** Takes a page that the test no longer needs. */
    giveBack: (page: Page): Promise<void> => pages.giveBack(page),
    close: async () => {
      await pages.close()
      await server.close()
    },
  }
}

/** From now on the browser of this page makes and uses passkeys without asking anyone. */
export async function enablePasskeys(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

export interface SampleSite extends Awaited<ReturnType<typeof startBrowserServer>> {
  site: TestSite
  /** The code in the next email with one to an address: waits for an email whose code was not asked for before. */
  codeFor(email: string): Promise<string>
  /** The variables of the newest email of a template to an address; waits for it. */
  emailTo(email: string, template: string): Promise<Record<string, unknown>>
}

export async function openSampleSite(): Promise<SampleSite> {
  const browserServer = await startBrowserServer('sample')
  const site = browserServer.sample as TestSite
  /** How many emails with a code an address had when a code was last asked for. */
  const codesSeen = new Map<string, number>()
  return {
    ...browserServer,
    site,
    codeFor: async (email) => {
      const hasCode = (one: SentEmail) => typeof one.variables.code === 'string'
      const { variables } = await browserServer.server.waitForEmail(site, email, hasCode, {
        atLeast: (codesSeen.get(email) ?? 0) + 1,
        what: 'email with a new code',
      })
      codesSeen.set(email, (await browserServer.server.sentEmails(site, email)).filter(hasCode).length)
      return String(variables.code)
    },
    emailTo: (email, template) => browserServer.server.emailVariables(site, email, template),
  }
}

const pendingRequests = new WeakMap<Page, Set<Request>>()
function trackRequests(page: Page): void {
  const open = new Set<Request>()
  pendingRequests.set(page, open)
  page.on('request', (request) => open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  page.on('framenavigated', (frame) => frame === page.mainFrame() && open.clear())
}
/** Waits until the page is at rest: nothing asked, nothing drawn anew for a tenth of a second; where it leads elsewhere, until that page is. */
export async function waitForIdle(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  for (let quiet = 0; quiet < 2; ) {
    const isAtRest = await page
      .evaluate(async () => {
        await new Promise<void>((resolve) => {
          requestAnimationFrame(() => setTimeout(resolve, 50))
        })
        // A page that came rendered asks for its scripts in the frames after the first paint. Where it is drawn anew in another language they are not marked.
        return performance.getEntriesByName('first-contentful-paint').length > 0 || document.querySelector('link[data-rel]:not([rel])') === null
      })
      .catch(async (error: Error) => {
        if (!error.message.includes('Execution context was destroyed')) throw error
        await page.waitForLoadState('load')
        return false
      })
    quiet = isAtRest && pendingRequests.get(page)?.size === 0 ? quiet + 1 : 0
  }
}

/** How far the content jumped while the page was built up (cumulative layout shift). */
export const measureLayoutShift = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
            if (!entry.hadRecentInput) sum += entry.value
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(sum), 100)
      }),
  )

/** No violation of the access rules on the page as it stands; of `only` the colours when all else was checked before. */
export async function expectAccessible(page: Page, only?: 'colours'): Promise<void> {
  const found = (await findViolations(page, only ? { runOnly: ['color-contrast', 'link-in-text-block'] } : {})).map(({ text }) => text)
  expect(found, found.join('\n')).toEqual([])
}

/** The page keeps the rules in both colour schemes; afterwards it is light again. */
export async function expectAccessibleInBothSchemes(page: Page): Promise<void> {
  await expectAccessible(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectAccessible(page, 'colours')
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Keeps a picture of the screen: with PICTURES=1 only, for drawing a whole page takes its time. */
export async function screenshot(page: Page, name: string): Promise<void> {
  if (process.env.PICTURES === '1') await saveScreenshot(page, name)
}
async function saveScreenshot(page: Page, name: string): Promise<void> {
  mkdirSync('test-results', { recursive: true })
  await page.screenshot({ path: join('test-results', `${name}.png`), fullPage: true })
}

/** Pixels that stick out to the right. */
export const overflow = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** Waits until the screen is complete, keeps a picture of it, and looks at it in both colour schemes: it keeps the rules of access, and nothing sticks out to the right. */
export async function checkScreen(page: Page, name: string): Promise<void> {
  await waitForIdle(page)
  await screenshot(page, name)
  await expectAccessibleInBothSchemes(page)
  expect(await overflow(page), name).toBeLessThanOrEqual(0)
}

/** How the screen looked when a test failed, unless it was left already. Its words go with the failure: a picture is not always at hand. */
export async function finalScreenshot(page: Page, name: string): Promise<void> {
  if (page.isClosed()) return
  await saveScreenshot(page, name)
  const words = await page.locator('body').innerText()
  for (const error of TestRunner.getCurrentTest()?.result?.errors ?? [])
    error.stack = `${error.stack ?? error.message}\n${name}, ${new URL(page.url()).pathname}: ${words.replaceAll(/\s+/g, ' ').slice(0, SHOWN_WORDS)}`
}

/** The picture of the README: rewritten when PICTURES=1 is set, else only kept beside the others. */
export async function readmeScreenshot(page: Page, name: string): Promise<void> {
  const folder = process.env.PICTURES === '1' ? 'docs/images' : 'test-results'
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`) })
}
