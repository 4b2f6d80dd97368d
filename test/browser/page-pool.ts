/**
 * Pages that are used again: one whose process has run our scripts opens the next address for a third less of the processor than a new one. Between two
 * tests it forgets all that a visitor leaves behind; one in which a test left what cannot be taken back (a script, a clock, a session of the devtools) goes.
 */
import { type Browser, type BrowserContext, type BrowserContextOptions, type CDPSession, errors, type Page } from 'playwright-core'
import { daytimeScript } from './daytime.ts'

interface PooledPage {
  page: Page
  context: BrowserContext
  devtools: CDPSession
  /** Its context may be used for tests that ask for the same. */
  key: string
  isSpoilt: boolean
}
/** What tests listen to. `close` and `crash` belong to the driver, too. */
const pageEvents = ['console', 'dialog', 'download', 'framenavigated', 'pageerror', 'popup', 'request', 'requestfailed', 'requestfinished', 'response']
const clockCalls = ['fastForward', 'install', 'pauseAt', 'resume', 'runFor', 'setFixedTime', 'setSystemTime']

/** Calls `onCall` before any of these methods. */
function watch(target: object, names: readonly string[], onCall: () => void): void {
  const methods = target as Record<string, (...values: unknown[]) => unknown>
  for (const name of names) {
    const call = methods[name]?.bind(target)
    methods[name] = (...values) => {
      onCall()
      return call?.(...values)
    }
  }
}

const MAX_INTERRUPTIONS = 3
const LEAVE_MS = 15_000
/** Goes where no script of ours runs. A page that is about to go elsewhere by itself may come between. */
async function leave(page: Page): Promise<void> {
  for (let left = MAX_INTERRUPTIONS; ; left--) {
    const interruption = await page.goto('/healthz', { timeout: LEAVE_MS }).then(
      () => undefined,
      (error: Error) => error,
    )
    if (!interruption) return
    if (left === 0 || !interruption.message.includes('net::ERR_ABORTED')) throw interruption
  }
}

export class PagePool {
  readonly #browser: Browser
  readonly #base: string
  readonly #all = new Set<PooledPage>()
  readonly #free: PooledPage[] = []

  /** `base`: the origin whose data a page forgets. */
  constructor(browser: Browser, base: string) {
    this.#browser = browser
    this.#base = base
  }

  /** A page without a past: own cookies and storage. */
  async take(viewport: { width: number; height: number }, colorScheme: 'light' | 'dark', options: BrowserContextOptions = {}): Promise<Page> {
    const key = JSON.stringify(options)
    const at = this.#free.findIndex((one) => one.key === key)
    const [known] = at < 0 ? [] : this.#free.splice(at, 1)
    if (!known) return this.#open(key, { ...options, viewport, colorScheme })
    await known.page.setViewportSize(viewport)
    await known.page.emulateMedia({ colorScheme, reducedMotion: options.reducedMotion ?? 'reduce', forcedColors: null, contrast: null, media: null })
    return known.page
  }

  async #open(key: string, options: BrowserContextOptions): Promise<Page> {
    const context = await this.#browser.newContext({
      baseURL: this.#base,
      reducedMotion: 'reduce',
      timezoneId: 'Europe/Berlin',
      locale: 'en-US',
      ...options,
    })
    // A guard, never a measure: a busy machine may take ten times as long as a quiet one.
    context.setDefaultTimeout(60_000)
    await context.addInitScript(daytimeScript)
    const page = await context.newPage()
    const pooled: PooledPage = { page, context, devtools: await context.newCDPSession(page), key, isSpoilt: false }
    const spoil = () => {
      pooled.isSpoilt = true
    }
    for (const target of [page, context]) watch(target, ['addInitScript', 'exposeBinding', 'exposeFunction'], spoil)
    watch(context, ['newCDPSession'], spoil)
    watch(context.clock, clockCalls, spoil)
    this.#all.add(pooled)
    context.on('close', () => this.#all.delete(pooled))
    return page
  }

  /** The page is as good as new afterwards, or closed. */
  async giveBack(page: Page): Promise<void> {
    const pooled = [...this.#all].find((one) => one.page === page)
    if (!pooled || this.#free.includes(pooled)) return
    if (pooled.isSpoilt || page.isClosed()) return pooled.context.close()
    try {
      await this.#forget(pooled)
    } catch (error) {
      // A browser that does not leave the page in time says nothing of the test that is over: the next one gets another page.
      if (!(error instanceof errors.TimeoutError)) throw error
      return pooled.context.close()
    }
    this.#free.push(pooled)
  }

  async #forget({ page, context, devtools }: PooledPage): Promise<void> {
    for (const event of pageEvents) page.removeAllListeners(event)
    await Promise.all(context.pages().map((other) => other !== page && other.close()))
    await Promise.all([page.unrouteAll({ behavior: 'ignoreErrors' }), context.unrouteAll({ behavior: 'ignoreErrors' })])
    await Promise.all([context.setOffline(false), context.setExtraHTTPHeaders({}), context.clearPermissions()])
    // What a page notes when it is left is noted before it is forgotten.
    await leave(page)
    await page.evaluate(() => sessionStorage.clear())
    await devtools.send('Storage.clearDataForOrigin', { origin: this.#base, storageTypes: 'all' })
    await context.clearCookies()
    await page.goto('about:blank')
  }

  async close(): Promise<void> {
    await Promise.all([...this.#all].map(({ context }) => context.close()))
  }
}
