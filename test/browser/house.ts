/** A running house with the sample studio and a real browser in front of it. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { type Browser, type Page, chromium as playwright } from 'playwright-core'
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
  page(size?: { width: number; height: number }, scheme?: 'light' | 'dark'): Promise<Page>
  close(): Promise<void>
}

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
    page: async (size = { width: 1280, height: 900 }, scheme = 'light') => {
      const context = await browser.newContext({
        viewport: size,
        colorScheme: scheme,
        baseURL: base,
        reducedMotion: 'reduce',
        timezoneId: 'Europe/Berlin',
        locale: 'en-US',
      })
      return context.newPage()
    },
    close: async () => {
      await browser.close()
      await world.close()
    },
  }
}

/** No violation of the access rules on the page as it stands. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)).toEqual([])
}

/** Keeps a picture of the screen for whoever wants to look. */
export async function picture(page: Page, name: string): Promise<void> {
  mkdirSync('test-results', { recursive: true })
  await page.screenshot({ path: join('test-results', `${name}.png`), fullPage: true })
}
