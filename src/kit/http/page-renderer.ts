/**
 * Renders pages of the site for guests, with the code of the browser (`web/render-page.tsx`, built into a bundle of its own). A page is rendered once for
 * all who read it: until what it is made of changes, or a few minutes have passed.
 */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { toCallKey } from '../pure/call-key.ts'
import type { PageCall } from './first-replies.ts'

export interface RenderedPage {
  /** Content of the root element. */
  html: string
  /** Style sheet with the colours of the site. */
  style: string
  /** Scheme that the owner chose; absent: that of the device. */
  scheme?: 'light' | 'dark'
  /** JSON of what it was rendered with, for the browser. */
  data: string
}
export interface PageToRender {
  /** Path and query. */
  url: string
  language: string
  /** JSON of the facts of its site. */
  facts: string
  /** What it is known to ask. */
  firstCalls: readonly PageCall[]
  /** Bodies of the replies to a visitor, by `toCallKey`; those that are refused are left out. */
  ask: (calls: readonly PageCall[]) => Promise<ReadonlyMap<string, string>>
}

/** What `web/render-page.tsx` exports. */
interface Bundle {
  renderPage: (input: {
    url: string
    language: string
    facts: object
    now: number
    ask: (method: string, url: string, body: unknown) => Promise<unknown>
  }) => Promise<Omit<RenderedPage, 'data'> & { queries: unknown[] }>
}

/** Times that a page shows, such as what is over, are at most so old. */
const MAX_AGE_MS = 5 * 60_000
/** Characters of all pages that are kept: two bytes each. */
const MAX_KEPT = 4_000_000
const MAX_ADDRESSES = 1000

/** Keeps the entries that were used last, up to a size in all. */
class RecentEntries<T> {
  readonly #entries = new Map<string, { value: T; size: number }>()
  readonly #maxSize: number
  #size = 0
  constructor(maxSize: number) {
    this.#maxSize = maxSize
  }
  get(key: string): T | undefined {
    const found = this.#entries.get(key)
    if (!found) return undefined
    this.#entries.delete(key)
    this.#entries.set(key, found)
    return found.value
  }
  set(key: string, value: T, size = 1): void {
    this.delete(key)
    this.#entries.set(key, { value, size })
    this.#size += size
    for (const oldest of this.#entries.keys()) {
      if (this.#size <= this.#maxSize) break
      this.delete(oldest)
    }
  }
  delete(key: string): void {
    this.#size -= this.#entries.get(key)?.size ?? 0
    this.#entries.delete(key)
  }
}

const toKey = (page: PageToRender, time: number, replies: ReadonlyMap<string, string>): string => {
  const hash = createHash('sha256')
  for (const part of [page.url, page.language, String(time), page.facts, ...[...replies].toSorted(([one], [other]) => (one < other ? -1 : 1)).flat()])
    hash.update(`${part.length} ${part}`)
  return hash.digest('base64')
}

/** Replies that are there, and those that a page asks for while it is rendered. */
function createAsker({ ask }: PageToRender, known: ReadonlyMap<string, string>) {
  const calls = new Map<string, PageCall>()
  const replies = new Map<string, string>()
  return {
    calls,
    replies,
    async ask(method: string, url: string, body: unknown): Promise<unknown> {
      const call = { method: method as PageCall['method'], url, ...(body === undefined ? {} : { body }) }
      const key = toCallKey(method, url, body)
      calls.set(key, call)
      const reply = known.get(key) ?? (await ask([call])).get(key)
      if (reply === undefined) throw new Error(`${method} ${url} was refused.`)
      replies.set(key, reply)
      return JSON.parse(reply) as unknown
    },
  }
}

/** `bundle`: the file of the bundle; `warn`: told why a page could not be rendered. */
export function createPageRenderer({ bundle, warn, now = Date.now }: { bundle: string; warn: (error: unknown, url: string) => void; now?: () => number }) {
  let loading: Promise<Bundle> | undefined
  const load = () => (loading ??= import(pathToFileURL(bundle).href) as Promise<Bundle>)
  /** What pages asked for when they were last rendered. */
  const callsByAddress = new RecentEntries<readonly PageCall[]>(MAX_ADDRESSES)
  const kept = new RecentEntries<RenderedPage>(MAX_KEPT)
  const pending = new Map<string, Promise<RenderedPage | undefined>>()

  async function render(page: PageToRender, time: number, known: ReadonlyMap<string, string>): Promise<RenderedPage> {
    const { renderPage } = await load()
    const asker = createAsker(page, known)
    const { url, language } = page
    const { queries, ...rendered } = await renderPage({ url, language, facts: JSON.parse(page.facts) as object, now: time, ask: asker.ask })
    const result = { ...rendered, data: JSON.stringify({ language, now: time, queries }) }
    callsByAddress.set(toAddress(page), [...asker.calls.values()])
    kept.set(toKey(page, time, asker.replies), result, result.html.length + result.data.length + result.style.length)
    return result
  }
  return {
    isBuilt: existsSync(bundle),
    /** Undefined where it fails: the browser then renders the page itself. */
    async renderPage(page: PageToRender): Promise<RenderedPage | undefined> {
      const time = Math.floor(now() / MAX_AGE_MS) * MAX_AGE_MS
      const known = await page.ask(callsByAddress.get(toAddress(page)) ?? page.firstCalls)
      const key = toKey(page, time, known)
      const found = kept.get(key) ?? pending.get(key)
      if (found) return found
      const rendering = render(page, time, known)
        .catch((error: unknown) => void warn(error, page.url))
        .finally(() => pending.delete(key))
      pending.set(key, rendering)
      return rendering
    },
  }
}
export type PageRenderer = ReturnType<typeof createPageRenderer>

/** The same address belongs to several sites. */
const toAddress = ({ url, language, facts }: PageToRender): string =>
  `${language} ${(JSON.parse(facts) as { siteId?: string }).siteId ?? ''} ${url}`
