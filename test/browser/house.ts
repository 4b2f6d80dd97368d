/** A running house with the sample studio and a real browser in front of it. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { type BrowserContextOptions, type Page, type Request, chromium as playwright } from 'playwright-core'
import { expect } from 'vitest'
import { makeWorld, type SentEmail, type TestSite } from '../world.ts'

// The packaged browser brings its own system libraries along when it believes to run where there are none.
process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs20.x'

export const desk = { width: 1280, height: 900 }
export const phone = { width: 360, height: 780 }

/** What every house has: the application on a port of its own with its jobs running, and a browser that speaks to it. */
export async function openDoor() {
  const { default: chromium } = await import('@sparticuz/chromium')
  const world = await makeWorld()
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  const address = world.app.server.address()
  const base = `http://localhost:${typeof address === 'object' && address ? address.port : 0}`
  const site = (sample: boolean) => world.site({ sample, timeZone: 'Europe/Berlin', currency: 'EUR', name: 'Riverside Yoga & Movement' })
  world.runner.start(200)
  const browser = await playwright.launch({
    executablePath: await chromium.executablePath(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'],
    headless: true,
  })
  return {
    world,
    base,
    browser,
    site,
    /** A fresh visitor: own cookies and storage. */
    page: async (size = desk, scheme: 'light' | 'dark' = 'light', more: BrowserContextOptions = {}): Promise<Page> => {
      const context = await browser.newContext({
        viewport: size,
        colorScheme: scheme,
        baseURL: base,
        reducedMotion: 'reduce',
        timezoneId: 'Europe/Berlin',
        locale: 'en-US',
        ...more,
      })
      context.setDefaultTimeout(20_000)
      const page = await context.newPage()
      countRequests(page)
      return page
    },
    close: async () => {
      await browser.close()
      await world.close()
    },
  }
}

/** From now on the browser of this page makes and uses passkeys without asking anybody. */
export async function givePasskeys(page: Page): Promise<void> {
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

export interface BrowserHouse extends Omit<Awaited<ReturnType<typeof openDoor>>, 'site'> {
  site: TestSite
  /** The code in the next email with one to somebody: waits for an email whose code was not asked for before. */
  codeFor(email: string): Promise<string>
  /** The variables of the newest email of a template to somebody; waits for it. */
  emailTo(email: string, template: string): Promise<Record<string, unknown>>
}

export async function openHouse(): Promise<BrowserHouse> {
  const door = await openDoor()
  const site = await door.site(true)
  /** How many emails with a code somebody had when a code was asked for last. */
  const asked = new Map<string, number>()
  return {
    ...door,
    site,
    codeFor: async (email) => {
      const withCode = (one: SentEmail) => typeof one.variables.code === 'string'
      const { variables } = await door.world.email(site, email, withCode, { atLeast: (asked.get(email) ?? 0) + 1, what: 'email with a new code' })
      asked.set(email, (await door.world.letters(site, email)).filter(withCode).length)
      return String(variables.code)
    },
    emailTo: (email, template) => door.world.letter(site, email, template),
  }
}

const underWay = new WeakMap<Page, Set<Request>>()
function countRequests(page: Page): void {
  const open = new Set<Request>()
  underWay.set(page, open)
  page.on('request', (request) => open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  page.on('framenavigated', (frame) => frame === page.mainFrame() && open.clear())
}
/** Waits until the page is at rest: nothing asked, nothing drawn anew for a tenth of a second. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  for (let quiet = 0; quiet < 2; ) {
    await page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          requestAnimationFrame(() => setTimeout(resolve, 50))
        }),
    )
    quiet = underWay.get(page)?.size === 0 ? quiet + 1 : 0
  }
}

/** No violation of the access rules on the page as it stands; of `only` the colours when all else was looked at before. */
export async function expectAccessible(page: Page, only?: 'colours'): Promise<void> {
  const axe = new AxeBuilder({ page })
  const { violations } = await (only ? axe.withRules(['color-contrast', 'link-in-text-block']) : axe).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)).toEqual([])
}

/** Puts the page into a colour scheme and waits until it is drawn in it: colours that still glide are neither one nor the other. */
async function dress(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.evaluate(async () => {
    await new Promise<void>((resolve) => {
      requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
    })
    const gliding = document.getAnimations().filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
    await Promise.allSettled(gliding.map(({ finished }) => finished))
  })
}
/** The page keeps the rules in both colour schemes; afterwards it is light again. */
export async function expectAccessibleInBoth(page: Page): Promise<void> {
  await expectAccessible(page)
  await dress(page, 'dark')
  await expectAccessible(page, 'colours')
  await dress(page, 'light')
}

/** Keeps a picture of the screen for whoever wants to look: with PICTURES=1 only, for drawing a whole page takes its time. */
export async function picture(page: Page, name: string): Promise<void> {
  if (process.env.PICTURES === '1') await draw(page, name)
}
async function draw(page: Page, name: string): Promise<void> {
  mkdirSync('test-results', { recursive: true })
  await page.screenshot({ path: join('test-results', `${name}.png`), fullPage: true })
}

/** How the screen looked when a test failed, unless it was left already. */
export async function lastPicture(page: Page, name: string): Promise<void> {
  if (!page.isClosed()) await draw(page, name)
}

/** The picture of the README: rewritten when PICTURES=1 is set, else only kept beside the others. */
export async function readmePicture(page: Page, name: string): Promise<void> {
  const folder = process.env.PICTURES === '1' ? 'docs/images' : 'test-results'
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`) })
}
