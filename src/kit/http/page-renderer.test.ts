import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { toCallKey } from '../pure/call-key.ts'
import type { PageCall } from './first-replies.ts'
import { createPageRenderer, type PageToRender } from './page-renderer.ts'

const folder = mkdtempSync(join(tmpdir(), 'pages-'))
afterAll(() => rmSync(folder, { recursive: true }))
/** A thread that asks for services, and then for the sessions of the first; it counts what it renders. */
const thread = join(folder, 'page-worker.mjs')
writeFileSync(
  thread,
  `import { parentPort } from 'node:worker_threads'
  let rendered = 0
  let calls = 0
  const waiting = new Map()
  const ask = (id, method, url, body) => new Promise((resolve) => {
    calls += 1
    waiting.set(calls, resolve)
    parentPort.postMessage({ id, call: calls, ask: { method, url, body } })
  }).then((reply) => (reply === undefined ? undefined : JSON.parse(reply)))
  async function render(id, { url, language, facts, now }) {
    if (url === '/broken') return parentPort.postMessage({ id, error: 'A screen failed.' })
    if (url === '/crash') process.exit(1)
    const { services } = await ask(id, 'POST', '/services', { limit: 1 })
    const sessions = (await ask(id, 'GET', '/sessions/' + services[0])) ?? 'none'
    rendered += 1
    const html = [rendered, facts.name, language, url, services, sessions, now].join('|')
    parentPort.postMessage({ id, rendered: { html, style: ':root{}', data: '{}' } })
  }
  parentPort.on('message', (order) => (order.page ? void render(order.id, order.page) : waiting.get(order.call)(order.reply)))`,
)

interface Studio {
  facts: string
  replies: Record<string, unknown>
}
const toStudio = (name: string, service: string): Studio => ({
  facts: JSON.stringify({ siteId: name, name }),
  replies: { '/services': { services: [service] }, [`/sessions/${service}`]: [`of ${service}`] },
})
const startRenderer = () => {
  const warnings: string[] = []
  const asked: string[][] = []
  const clock = { now: 0 }
  const renderer = createPageRenderer({ thread, warn: (error, url) => warnings.push(`${url}: ${String(error)}`), now: () => clock.now })
  const open = async ({ facts, replies }: Studio, url: string, more: Partial<PageToRender> = {}) => {
    const ask = async (calls: readonly PageCall[]) => {
      asked.push(calls.map((call) => call.url))
      return new Map(
        calls.flatMap(({ method, url: address, body }) =>
          address in replies ? [[toCallKey(method, address, body), JSON.stringify(replies[address])] as const] : [],
        ),
      )
    }
    const page = await renderer.renderPage({ url, language: 'en', facts, firstCalls: [{ method: 'POST', url: '/services', body: { limit: 1 } }], ask, ...more })
    return page?.html.split('|')
  }
  onTestFinished(renderer.end)
  return { open, asked, warnings, clock }
}
const yoga = toStudio('Yoga', 'flow')

test('a page is rendered once for all, and asks at once for all that it asked for the last time', async () => {
  const { open, asked } = startRenderer()
  const first = await open(yoga, '/')
  expect(first?.slice(1)).toEqual(['Yoga', 'en', '/', 'flow', 'of flow', '0'])
  expect(asked).toEqual([['/services'], ['/sessions/flow']])
  expect(await open(yoga, '/')).toEqual(first)
  expect(asked.slice(2)).toEqual([['/services', '/sessions/flow']])
})

test('readers who come at once share one rendering', async () => {
  const { open } = startRenderer()
  const pages = await Promise.all([open(yoga, '/'), open(yoga, '/'), open(yoga, '/')])
  expect(new Set(pages.map((page) => page?.[0])).size).toBe(1)
})

test('of many addresses at once some are left to the browser', async () => {
  const { open, warnings } = startRenderer()
  const pages = await Promise.all(Array.from({ length: 40 }, (_, nr) => open(yoga, `/?made-up=${nr}`)))
  expect(pages.filter(Boolean)).toHaveLength(16)
  expect(await open(yoga, '/?made-up=39')).toBeDefined()
  expect(warnings).toEqual([])
})

test.each<[string, () => Studio, Partial<PageToRender>, number]>([
  ['a reply', () => ({ ...yoga, replies: { ...yoga.replies, '/sessions/flow': ['later'] } }), {}, 0],
  ['what follows from a reply', () => ({ ...toStudio('Yoga', 'yin') }), {}, 0],
  ['a fact of the site', () => ({ ...yoga, facts: JSON.stringify({ siteId: 'Yoga', name: 'Yoga Loft' }) }), {}, 0],
  ['the site', () => ({ ...toStudio('Dance', 'flow') }), {}, 0],
  ['the language', () => yoga, { language: 'de' }, 0],
  ['the hour', () => yoga, {}, 6 * 60_000],
])('%s makes another page', async (_name, toOther, more, later) => {
  const { open, clock } = startRenderer()
  const first = await open(yoga, '/')
  clock.now = later
  const other = toOther()
  const second = await open(other, '/', more)
  expect(second?.[0]).not.toBe(first?.[0])
  expect(second?.slice(1, 3)).toEqual([(JSON.parse(other.facts) as { name: string }).name, more.language ?? 'en'])
})

test('what is refused is left out, and nothing fails', async () => {
  const { open, warnings } = startRenderer()
  expect((await open({ ...yoga, replies: { '/services': { services: ['flow'] } } }, '/'))?.[5]).toBe('none')
  expect(warnings).toEqual([])
})

test('where it fails, the browser renders the page, and the log says why', async () => {
  const { open, warnings } = startRenderer()
  expect(await open(yoga, '/broken')).toBeUndefined()
  expect(await open(yoga, '/broken')).toBeUndefined()
  expect(await open(yoga, '/crash')).toBeUndefined()
  expect(warnings).toEqual(['/broken: Error: A screen failed.', '/crash: Error: The thread that renders pages has ended.'])
  // The next page starts another thread.
  expect(await open(yoga, '/')).toBeDefined()
})

test('nothing is rendered where nothing is built', () => {
  expect(createPageRenderer({ thread: join(folder, 'nothing.js'), warn: () => undefined }).isBuilt).toBe(false)
})
