/**
 * Renders pages of the site for guests, with the code of the browser (`web/render-page.tsx`), in a thread of its own. A page is rendered once for
 * all who read it: until what it is made of changes, or a few minutes have passed.
 */
import { createHash } from 'node:crypto'
import { toCallKey } from '../pure/call-key.ts'
import type { PageCall } from './first-replies.ts'
import { type AskForPage, PageWorker, type RenderedPage } from './page-worker.ts'

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

/** Times that a page shows, such as what is over, are at most so old. */
const MAX_AGE_MS = 5 * 60_000
/** Characters of all pages that are kept: two bytes each. */
const MAX_KEPT = 4_000_000
const MAX_ADDRESSES = 1000
/** Pages that are rendered at a time. Beyond them the browser renders its own: made-up addresses, each another page, wait for nothing here. */
const MAX_PENDING = 16

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
  const askOnce: AskForPage = async (method, url, body) => {
    const call = { method: method as PageCall['method'], url, ...(body === undefined ? {} : { body }) }
    const key = toCallKey(method, url, body)
    calls.set(key, call)
    const reply = known.get(key) ?? (await ask([call])).get(key)
    if (reply !== undefined) replies.set(key, reply)
    return reply
  }
  return { calls, replies, ask: askOnce }
}

/** The same address belongs to several sites. */
const toAddress = ({ url, language, facts }: PageToRender): string => `${language} ${(JSON.parse(facts) as { siteId?: string }).siteId ?? ''} ${url}`

/** `thread`: the built file of `web/page-worker.ts`; `warn`: told why a page could not be rendered. */
export function createPageRenderer({ thread, warn, now = Date.now }: { thread: string; warn: (error: unknown, url: string) => void; now?: () => number }) {
  const worker = new PageWorker(thread)
  /** What pages asked for when they were last rendered. */
  const callsByAddress = new RecentEntries<readonly PageCall[]>(MAX_ADDRESSES)
  const kept = new RecentEntries<RenderedPage>(MAX_KEPT)
  const pending = new Map<string, Promise<RenderedPage | undefined>>()
  /** What failed is tried again when something has changed, or minutes later. */
  const failed = new RecentEntries<true>(MAX_ADDRESSES)

  async function render(page: PageToRender, time: number, known: ReadonlyMap<string, string>): Promise<RenderedPage> {
    const asker = createAsker(page, known)
    const { url, language } = page
    const result = await worker.renderPage({ url, language, facts: JSON.parse(page.facts) as object, now: time }, asker.ask)
    callsByAddress.set(toAddress(page), [...asker.calls.values()])
    kept.set(toKey(page, time, asker.replies), result, result.html.length + result.data.length + result.style.length)
    return result
  }
  return {
    isBuilt: worker.isBuilt(),
    end: () => worker.end(),
    /** Undefined where it fails: the browser then renders the page itself. */
    async renderPage(page: PageToRender): Promise<RenderedPage | undefined> {
      const time = Math.floor(now() / MAX_AGE_MS) * MAX_AGE_MS
      const known = await page.ask(callsByAddress.get(toAddress(page)) ?? page.firstCalls)
      const key = toKey(page, time, known)
      const found = kept.get(key) ?? pending.get(key)
      if (found || failed.get(key)) return found
      if (pending.size >= MAX_PENDING) return undefined
      const rendering = render(page, time, known)
        .catch((error: unknown) => {
          failed.set(key, true)
          warn(error, page.url)
          return undefined
        })
        .finally(() => pending.delete(key))
      pending.set(key, rendering)
      return rendering
    },
  }
}
export type PageRenderer = ReturnType<typeof createPageRenderer>
