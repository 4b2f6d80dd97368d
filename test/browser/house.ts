/** A running house with the sample studio and a real browser in front of it. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { type Browser, type BrowserContextOptions, type Page, chromium as playwright } from 'playwright-core'
import { expect } from 'vitest'
import { makeWorld, type TestSite, type World } from '../world.ts'

// The packaged browser brings its own system libraries along when it believes to run where there are none.
process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs20.x'

export interface BrowserHouse {
  world: World
  site: TestSite
  base: string
  browser: Browser
  /** A fresh visitor: own cookies and storage. */
  page(size?: { width: number; height: number }, scheme?: 'light' | 'dark', more?: BrowserContextOptions): Promise<Page>
  /** The code in the last sign-in letter to somebody. */
  codeFor(email: string): Promise<string>
  close(): Promise<void>
}

export const desk = { width: 1280, height: 900 }
export const phone = { width: 360, height: 780 }

export async function openHouse(): Promise<BrowserHouse> {
  const { default: chromium } = await import('@sparticuz/chromium')
  const world = await makeWorld()
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  const address = world.app.server.address()
  const base = `http://localhost:${typeof address === 'object' && address ? address.port : 0}`
  const site = await world.site({ sample: true, timeZone: 'Europe/Berlin', currency: 'EUR', name: 'Riverside Yoga & Movement' })
  world.runner.start(200)
  const browser = await playwright.launch({
    executablePath: await chromium.executablePath(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'],
    headless: true,
  })
  return {
    world,
    site,
    base,
    browser,
    page: async (size = desk, scheme = 'light', more = {}) => {
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
      return context.newPage()
    },
    codeFor: async (email) => {
      const letters = await world.letters(site, email)
      const code = letters.map(({ variables }) => variables.code).findLast((value) => typeof value === 'string')
      if (typeof code !== 'string') throw new Error(`no letter with a code went to ${email}`)
      return code
    },
    close: async () => {
      await browser.close()
      await world.close()
    },
  }
}

/** No violation of the access rules on the page as it stands; of `only` the colours when all else was looked at before. */
export async function expectAccessible(page: Page, only?: 'colours'): Promise<void> {
  const axe = new AxeBuilder({ page })
  const { violations } = await (only ? axe.withRules(['color-contrast', 'link-in-text-block']) : axe).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)).toEqual([])
}

/** Puts the page into a colour scheme and waits until it is drawn in it. */
async function dress(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
      }),
  )
}
/** The page keeps the rules in both colour schemes; afterwards it is light again. */
export async function expectAccessibleInBoth(page: Page): Promise<void> {
  await expectAccessible(page)
  await dress(page, 'dark')
  await expectAccessible(page, 'colours')
  await dress(page, 'light')
}

/** Keeps a picture of the screen for whoever wants to look. */
export async function picture(page: Page, name: string): Promise<void> {
  mkdirSync('test-results', { recursive: true })
  await page.screenshot({ path: join('test-results', `${name}.png`), fullPage: true })
}

/** How the screen looked when a test failed, unless it was left already. */
export async function lastPicture(page: Page, name: string): Promise<void> {
  if (!page.isClosed()) await picture(page, name)
}

/** The picture of the README: rewritten when PICTURES=1 is set, else only kept beside the others. */
export async function readmePicture(page: Page, name: string): Promise<void> {
  const folder = process.env.PICTURES === '1' ? 'docs/images' : 'test-results'
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`) })
}
