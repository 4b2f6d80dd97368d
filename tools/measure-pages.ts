/**
 * `npm run measure:pages`: how soon public pages of the sample studio are there, and what they weigh: the built server in a process of its own,
 * a fresh browser profile for each visit, a phone. Prints the table of `docs/figures.md`; the figures are medians.
 *
 *   npm run measure:pages -- /plans             only this page; those of the dashboard as its owner
 *   npm run measure:pages -- --rounds=5         three, unless told otherwise
 *   npm run measure:pages -- --lighthouse=node_modules/lighthouse   its simulated paints and its scores, too, from a folder where it is installed
 */
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Browser, type BrowserContext, type CDPSession, type Page, chromium as playwright } from 'playwright-core'
import { unpackBrowser } from './packaged-browser.ts'
import { freePort } from './postgres.ts'

const SERVER = 'dist/server/main.js'
const allPaths = ['/', '/services', '/service/morning-flow', '/service/private-yoga-lesson', '/plans', '/schedule']
const kinds = ['Document', 'Script', 'Stylesheet', 'Image', 'Font', 'Fetch'] as const
type Kind = (typeof kinds)[number]

const given = process.argv.slice(2)
const readOption = (name: string) => given.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3)
const rounds = Number(readOption('rounds') ?? 3)
const lighthouse = readOption('lighthouse')
const chosenPaths = given.filter((word) => word.startsWith('/'))
const paths = chosenPaths.length > 0 ? chosenPaths : allPaths

const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN

interface RunningServer {
  base: string
  /** Of the owner of the sample. */
  password: string
  stop: () => Promise<void>
}
/** The built server with the sample studio, once it answers. */
async function startServer(dataDir: string): Promise<RunningServer> {
  if (!existsSync(SERVER)) throw new Error('nothing is built: run `npm run build` first')
  const base = `http://localhost:${await freePort()}`
  const child = spawn(process.execPath, [SERVER, '--sample'], {
    env: { ...process.env, PORT: new URL(base).port, DATA_DIR: dataDir, DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const printed = new Promise<string>((resolve) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const [, password] = /Password +(\S+)/.exec(text) ?? []
      if (password) resolve(password)
    })
  })
  const end = new Promise((done) => child.once('exit', done))
  /** At once: what it holds is thrown away. */
  const stop = async () => {
    child.kill('SIGKILL')
    await end
  }
  await waitForPages(base, child).catch(async (error) => {
    await stop()
    throw error
  })
  return { base, password: await printed, stop }
}
async function waitForPages(base: string, child: ChildProcess): Promise<void> {
  const deadline = performance.now() + 180_000
  while (performance.now() < deadline && child.exitCode === null) {
    const reply = await fetch(`${base}/service/morning-flow`).catch(() => undefined)
    if (reply?.status === 200) return
    await new Promise((done) => setTimeout(done, 250))
  }
  throw new Error('the server did not answer')
}

interface Vitals {
  /** Milliseconds since the page was asked for. */
  lcp: number
  fcp: number
  /** Until the processor rests, and what is largest is drawn. */
  atRest: number
  /** Cumulative layout shift, without unit. */
  cls: number
}
/** Kept from the very beginning of a page, for entries that are not read are dropped. Sent to pages as text: no function within it has a name. */
function observeVitals(): void {
  const vitals = { lcp: 0, fcp: 0, atRest: 0, cls: 0 }
  ;(globalThis as { vitals?: typeof vitals }).vitals = vitals
  for (const type of ['largest-contentful-paint', 'paint', 'layout-shift', 'longtask'])
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (type === 'largest-contentful-paint') vitals.lcp = entry.startTime
        if (type === 'longtask' || type === 'largest-contentful-paint') vitals.atRest = Math.max(vitals.atRest, entry.startTime + entry.duration)
        if (entry.name === 'first-contentful-paint') vitals.fcp = entry.startTime
        else if (type === 'layout-shift' && !entry.hadRecentInput) vitals.cls += entry.value
      }
    }).observe({ type, buffered: true })
}

/** A phone with a quarter of this processor, on a slow mobile network. */
async function throttle(devtools: CDPSession): Promise<void> {
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 1_600_000 / 8,
    uploadThroughput: 750_000 / 8,
  })
}

/** Compressed bytes that come in from now on, by kind. */
function countBytes(devtools: CDPSession): Record<Kind, number> {
  const bytes: Record<Kind, number> = { Document: 0, Script: 0, Stylesheet: 0, Image: 0, Font: 0, Fetch: 0 }
  const kindById = new Map<string, Kind>()
  devtools.on('Network.responseReceived', ({ requestId, type }) => {
    if (type in bytes) kindById.set(requestId, type as Kind)
  })
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kindById.get(requestId)
    if (kind) bytes[kind] += encodedDataLength
  })
  return bytes
}

async function readVitals(page: Page): Promise<Vitals> {
  await page.waitForLoadState('networkidle')
  // On a slow processor the network rests before anything is drawn.
  await page.waitForFunction(() => (globalThis as unknown as { vitals: Vitals }).vitals.lcp > 0)
  await page.waitForTimeout(1000)
  return page.evaluate(() => (globalThis as unknown as { vitals: Vitals }).vitals)
}

interface Visit extends Vitals {
  bytes: Record<Kind, number>
}
const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true, locale: 'en-US' }
type Session = Awaited<ReturnType<BrowserContext['storageState']>>
/** What a browser keeps of an owner who signed in. */
async function signIn(browser: Browser, { base, password }: RunningServer): Promise<Session> {
  const context = await browser.newContext(phone)
  const page = await context.newPage()
  await page.goto(`${base}/dashboard`)
  await page.getByLabel('Email').fill('owner@sample.example')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Calendar' }).first().waitFor()
  const session = await context.storageState()
  await context.close()
  return session
}
async function visit(browser: Browser, url: string, isThrottled: boolean, session: Session | undefined): Promise<Visit> {
  const context = await browser.newContext({ ...phone, ...(session && { storageState: session }) })
  await context.addInitScript(observeVitals)
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  if (isThrottled) await throttle(devtools)
  const bytes = countBytes(devtools)
  await page.goto(url)
  const vitals = await readVitals(page)
  await context.close()
  return { ...vitals, bytes }
}

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
const paints = ['first-contentful-paint', 'largest-contentful-paint'] as const
interface Report {
  categories: Record<string, { score: number }>
  audits: Record<string, { numericValue: number }>
}
/** What Lighthouse says of a page, medians of the rounds: its simulated first and largest paint in milliseconds, and the four scores, 0 to 100. */
async function scorePage(folder: string, url: string, port: number): Promise<{ paints: number[]; scores: number[] }> {
  const reports: Report[] = []
  for (let round = 0; round < rounds; round++) {
    const args = [join(folder, 'cli/index.js'), url, `--port=${port}`, '--output=json', '--quiet', `--only-categories=${categories.join(',')}`]
    const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 100_000_000 })
    reports.push(JSON.parse(stdout) as Report)
  }
  const of = (pick: (report: Report) => number | undefined) => median(reports.map((report) => pick(report) ?? Number.NaN))
  return {
    paints: paints.map((name) => of(({ audits }) => audits[name]?.numericValue)),
    scores: categories.map((name) => Math.round(of((report) => report.categories[name]?.score) * 100)),
  }
}

async function launch(port: number): Promise<Browser> {
  return playwright.launch({
    executablePath: await unpackBrowser(),
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', `--remote-debugging-port=${port}`],
    headless: true,
  })
}

const toSeconds = (milliseconds: number) => (milliseconds / 1000).toFixed(2)
const toLighthouseCells = (said: { paints: number[]; scores: number[] }) => [...said.paints.map(toSeconds), said.scores.join(' ')]
/** One line of the table: paints in seconds, shift, kilobytes by kind, scores. */
async function measurePage(browser: Browser, server: RunningServer, path: string, debuggingPort: number): Promise<string> {
  const url = server.base + path
  const session = path.startsWith('/dashboard') ? await signIn(browser, server) : undefined
  const [fast, slow]: Visit[][] = [[], []]
  // The first one finds a server that has not drawn the page before.
  await visit(browser, url, false, session)
  for (let round = 0; round < rounds; round++) {
    fast?.push(await visit(browser, url, false, session))
    slow?.push(await visit(browser, url, true, session))
  }
  const of = (visits: Visit[] = [], pick: (visit: Visit) => number) => median(visits.map(pick))
  const cells = [
    ...[fast, slow].flatMap((visits) => [toSeconds(of(visits, ({ fcp }) => fcp)), toSeconds(of(visits, ({ lcp }) => lcp))]),
    toSeconds(of(slow, ({ atRest }) => atRest)),
    Math.max(
      of(fast, ({ cls }) => cls),
      of(slow, ({ cls }) => cls),
    ).toFixed(3),
    ...kinds.map((kind) => Math.round(of(fast, ({ bytes }) => bytes[kind]) / 1000)),
    ...(lighthouse ? toLighthouseCells(await scorePage(lighthouse, url, debuggingPort)) : []),
  ]
  return `| ${[path, ...cells].join(' | ')} |`
}

const dataDir = mkdtempSync(join(tmpdir(), 'atrium-pages-'))
const server = await startServer(dataDir)
try {
  const debuggingPort = await freePort()
  const browser = await launch(debuggingPort)
  const heads = [
    'Page',
    'FCP',
    'LCP',
    'slow FCP',
    'slow LCP',
    'slow, at rest',
    'CLS',
    'page',
    'script',
    'style',
    'pictures',
    'fonts',
    'data',
    ...(lighthouse ? ['simulated FCP', 'simulated LCP', 'Lighthouse'] : []),
  ]
  console.log(`| ${heads.join(' | ')} |\n|${'---|'.repeat(heads.length)}`)
  for (const path of paths) console.log(await measurePage(browser, server, path, debuggingPort))
  console.log(
    `\n${rounds} rounds; load average ${loadavg()
      .map((load) => load.toFixed(1))
      .join(', ')} at the end.`,
  )
  await browser.close()
} finally {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
