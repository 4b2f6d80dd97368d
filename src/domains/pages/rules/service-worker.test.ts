/** The service worker, run as a browser runs it: with a network that fails, and a cache. */
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { OFFLINE_CACHE, OFFLINE_COPY_URL, type OfflineCopy } from './offline-copy.ts'
import { buildServiceWorker } from './service-worker.ts'

const soon = Date.now() + 3_600_000
const booking = { endsAt: soon, title: 'Morning <Flow>', when: 'Friday 27 November, 09:00 Berlin time', place: 'Main hall', note: '' }
const copy: OfflineCopy = { language: 'de', siteName: 'Studio Linden', savedAt: 'Freitag, 27. November, 08:00', bookings: [booking] }

interface FetchEvent {
  request: { mode: string; method: string; url: string }
  preloadResponse: Promise<Response | undefined>
  respondWith: (reply: Promise<Response>) => void
}
/** A worker with what its browser keeps; `online`: what the network answers. */
function startWorker({ kept = {}, online, languages = ['en-GB'] }: { kept?: Record<string, OfflineCopy>; online?: Response; languages?: string[] }) {
  const listeners: Record<string, (event: never) => void> = {}
  const stored = new Map(Object.entries(kept))
  const find = (name: string) => Promise.resolve(stored.has(name) ? new Response(JSON.stringify(stored.get(name))) : undefined)
  const caches = {
    keys: () => Promise.resolve([...stored.keys()]),
    has: (name: string) => Promise.resolve(stored.has(name)),
    open: (name: string) => Promise.resolve({ match: (url: string) => (url === OFFLINE_COPY_URL ? find(name) : Promise.resolve(undefined)) }),
    delete: (name: string) => Promise.resolve(stored.delete(name)),
  }
  const self = {
    addEventListener: (kind: string, listener: (event: never) => void) => void (listeners[kind] = listener),
    skipWaiting: () => undefined,
    registration: { navigationPreload: { enable: () => Promise.resolve() } },
    navigator: { languages },
  }
  let fetches = 0
  const fetch = () => {
    fetches += 1
    return online ? Promise.resolve(online) : Promise.reject(new TypeError('Failed to fetch'))
  }
  const script = buildServiceWorker({ name: 'Studio Linden', accent: '#2f6d4f', language: 'en' })
  runInNewContext(script, { self, caches, fetch, Response, URL, encodeURIComponent })
  return {
    stored,
    countFetches: () => fetches,
    activate: async () => {
      let work: Promise<unknown> | undefined
      listeners.activate?.({ waitUntil: (begun: Promise<unknown>) => void (work = begun) } as never)
      await work
    },
    /** Undefined when the worker leaves it to the browser. */
    load: async (path: string, request: { mode?: string; method?: string } = {}, preloaded?: Response): Promise<Response | undefined> => {
      let reply: Promise<Response> | undefined
      const event: FetchEvent = {
        request: { mode: 'navigate', method: 'GET', url: `https://studio.example${path}`, ...request },
        preloadResponse: Promise.resolve(preloaded),
        respondWith: (given) => void (reply = given),
      }
      listeners.fetch?.(event as never)
      return reply
    },
  }
}
const read = async (reply: Response | undefined) => (await reply?.text()) ?? ''

test('without a network a page says so, with the next bookings in the language of the copy', async () => {
  const ended = { ...booking, title: 'Yesterday', endsAt: Date.now() - 1 }
  const reply = await startWorker({ kept: { [OFFLINE_CACHE]: { ...copy, bookings: [ended, booking] } } }).load('/account?tab=bookings')
  expect([reply?.status, reply?.headers.get('cache-control')]).toEqual([503, 'no-store'])
  const page = await read(reply)
  for (const text of ['lang="de"', 'Du bist offline', 'Studio Linden', booking.when, booking.place, copy.savedAt]) expect(page).toContain(text)
  expect(page).toContain('Morning &#60;Flow&#62;')
  expect(page).not.toContain('Yesterday')
  expect(page).not.toContain('<script')
})

test('the code for check-in is shown and drawn; what is drawn stays within its attribute', async () => {
  const checkIn = { code: '7K3M-9QXR', svg: '<svg xmlns="http://www.w3.org/2000/svg" onload="x"/>' }
  const page = await read(await startWorker({ kept: { [OFFLINE_CACHE]: { ...copy, bookings: [{ ...booking, checkIn }] } } }).load('/'))
  expect(page).toContain('Check-in-Code: <strong>7K3M-9QXR</strong>')
  expect(page).not.toContain('onload="x"')
})

test('a visitor reads that there is no network, in their language, and of no bookings', async () => {
  const page = await read(await startWorker({ languages: ['it-IT', 'fr-FR'] }).load('/schedule'))
  expect(page).toContain('Vous êtes hors ligne')
  expect(page).not.toContain('Vos prochaines réservations')
  expect(await read(await startWorker({ languages: ['it-IT'] }).load('/schedule'))).toContain('You’re offline')
})

test('a copy whose bookings are over says that none is coming', async () => {
  const page = await read(await startWorker({ kept: { [OFFLINE_CACHE]: { ...copy, bookings: [{ ...booking, endsAt: 1 }] } } }).load('/'))
  expect(page).toContain('Keine anstehenden Buchungen.')
})

test('with a network the page comes from there', async () => {
  expect(await read(await startWorker({ online: new Response('the page') }).load('/account'))).toBe('the page')
})

test.each([
  '/dashboard',
  '/dashboard/calendar',
  '/api/site',
  '/_api/iam/authentication/v1/callback',
  '/v2/services/query',
  '/ecom/v2/carts',
  '/embed/schedule',
  '/media/x',
])('%s has no page without a network', async (path) => {
  await expect(startWorker({}).load(path)).rejects.toThrow('Failed to fetch')
  expect(await read(await startWorker({ online: new Response('its answer') }).load(path))).toBe('its answer')
})
test.each(['/account', '/_api/iam/authentication/v1/callback?code=once'])(
  '%s is asked for once: what came while the worker started is the answer',
  async (path) => {
    const worker = startWorker({ online: new Response('a second one') })
    expect(await read(await worker.load(path, {}, new Response('the first one')))).toBe('the first one')
    expect(worker.countFetches()).toBe(0)
  },
)
test('what is no page is left to the browser', async () => {
  const worker = startWorker({})
  expect(await worker.load('/main.js', { mode: 'cors' })).toBeUndefined()
  expect(await worker.load('/hosted/login', { method: 'POST' })).toBeUndefined()
})

test('copies of another shape are deleted when the worker begins, and nothing of others is', async () => {
  const worker = startWorker({ kept: { 'my-bookings-0': copy, [OFFLINE_CACHE]: copy, elsewhere: copy } })
  await worker.activate()
  expect([...worker.stored.keys()]).toEqual([OFFLINE_CACHE, 'elsewhere'])
})
