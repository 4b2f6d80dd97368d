/** A running house for the owner's screens: with the sample studio, with an empty site, or not set up at all. */
import { type Browser, type Page, chromium as playwright } from 'playwright-core'
import { makeWorld, type TestSite, type World } from '../world.ts'

process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs20.x'

export const desk = { width: 1280, height: 900 }
export const phone = { width: 360, height: 780 }

export interface OwnersHouse {
  world: World
  site: TestSite | undefined
  browser: Browser
  /** A browser of its own, and what went wrong in it: page errors and answers of 400 and above. */
  visit(options?: { size?: typeof desk; scheme?: 'light' | 'dark' }): Promise<{ page: Page; problems: string[] }>
  /** The same, signed in as the owner. */
  enter(options?: { size?: typeof desk; scheme?: 'light' | 'dark' }): Promise<{ page: Page; problems: string[] }>
  close(): Promise<void>
}

export async function openOwnersHouse(kind: 'sample' | 'empty' | 'none'): Promise<OwnersHouse> {
  const { default: chromium } = await import('@sparticuz/chromium')
  const world = await makeWorld()
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  const address = world.app.server.address()
  const base = `http://localhost:${typeof address === 'object' && address ? address.port : 0}`
  const site =
    kind === 'none' ? undefined : await world.site({ sample: kind === 'sample', timeZone: 'Europe/Berlin', currency: 'EUR', name: 'Riverside Yoga & Movement' })
  world.runner.start(200)
  const browser = await playwright.launch({
    executablePath: await chromium.executablePath(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'],
    headless: true,
  })
  const visit: OwnersHouse['visit'] = async ({ size = desk, scheme = 'light' } = {}) => {
    const context = await browser.newContext({
      viewport: size,
      colorScheme: scheme,
      baseURL: base,
      reducedMotion: 'reduce',
      timezoneId: 'Europe/Berlin',
      locale: 'en-US',
    })
    context.setDefaultTimeout(15_000)
    const page = await context.newPage()
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(error.message))
    page.on('response', (answer) => {
      if (answer.status() >= 400) problems.push(`${answer.status()} ${answer.request().method()} ${new URL(answer.url()).pathname}`)
    })
    return { page, problems }
  }
  return {
    world,
    site,
    browser,
    visit,
    enter: async (options) => {
      const opened = await visit(options)
      await signIn(opened.page, site?.ownerEmail ?? '', site?.ownerPassword ?? '')
      await opened.page.waitForURL((url) => url.pathname === '/dashboard')
      return opened
    },
    close: async () => {
      await browser.close()
      await world.close()
    },
  }
}

export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/dashboard/sign-in')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Pixels that stick out to the right. */
export const overflow = (page: Page): Promise<number> => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
