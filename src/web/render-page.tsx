/**
 * Renders a page of the site on the server, as a guest sees it. Built with `page-worker.ts` into `dist/server/site` (`tools/build.ts`), which the server starts when the
 * first page is wanted (`kit/http/page-renderer.ts`). Nothing is shared between pages: each has its own queries, router and language.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { type Query, QueryClient } from '@tanstack/react-query'
import { createMemoryHistory } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { prerender } from 'react-dom/static'
import { App, createAppRouter } from './app.tsx'
import { toStyleSheet } from './colors.ts'
import { toLookStyle } from './look.ts'
import { siteRoutes } from './router.tsx'
import { type ServedPage, setServedPage } from './served-page.ts'
import type { SiteInfo } from './site-context.tsx'

const pages = new AsyncLocalStorage<ServedPage>()
setServedPage(() => pages.getStore())

interface RenderInput extends ServedPage {
  /** Path and query. */
  url: string
}
interface RenderedPage {
  /** Content of the root element. */
  html: string
  /** Style sheet with the colours of the site. */
  style: string
  /** Scheme that the owner chose; absent: that of the device. */
  scheme?: 'light' | 'dark'
  /** Keys and data of the queries that it was rendered with. */
  queries: [key: readonly unknown[], data: unknown][]
}

/** Screens ask for what follows from other replies: the sessions of the services, say. */
const MAX_ROUNDS = 4

/** Renders a page. Throws where a screen fails, or leads elsewhere. */
export const renderPage = ({ url, ...page }: RenderInput): Promise<RenderedPage> => pages.run(page, () => render(url, page.facts as SiteInfo))

async function render(url: string, { accent, website }: SiteInfo): Promise<RenderedPage> {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } } })
  const router = createAppRouter(siteRoutes, createMemoryHistory({ initialEntries: [url] }))
  await router.load()
  const renderOnce = () => renderToText(<App {...{ router, queryClient }} isVisitorFacing />)
  const loadQueries = createQueryLoader(queryClient)
  let html = await renderOnce()
  for (let round = 0; round < MAX_ROUNDS && (await loadQueries()); round++) html = await renderOnce()
  const look = website?.design
  return {
    html,
    style: toStyleSheet(accent, look ? toLookStyle(look) : {}),
    ...(look && look.scheme !== 'auto' ? { scheme: look.scheme } : {}),
    queries: listLoaded(queryClient),
  }
}

/** HTML of an element with all that it loads on demand. Throws what a component throws. */
async function renderToText(element: ReactNode): Promise<string> {
  const errors: unknown[] = []
  // In one piece: no script puts the parts of the page together.
  const { prelude } = await prerender(element, { progressiveChunkSize: Number.MAX_SAFE_INTEGER, onError: (error) => void errors.push(error) })
  const html = await new Response(prelude).text()
  if (errors.length > 0) throw errors[0]
  // What these ask the browser to load, the head of the page asks for.
  return html.replaceAll(/<link rel="preload"[^>]*>/g, '')
}

/**
 * Loads what the screens asked for; false when that was nothing new. What is refused stays open: the browser asks itself, and says why.
 */
function createQueryLoader(client: QueryClient): () => Promise<boolean> {
  const refused = new Set<string>()
  const isWanted = ({ queryHash, state, options }: Query) =>
    !refused.has(queryHash) && state.status === 'pending' && options.queryFn !== undefined && (options as { enabled?: unknown }).enabled !== false
  const load = (query: Query) =>
    query.fetch().then(
      () => true,
      () => {
        refused.add(query.queryHash)
        client.getQueryCache().remove(query)
        return false
      },
    )
  return async () => (await Promise.all(client.getQueryCache().getAll().filter(isWanted).map(load))).includes(true)
}

/** What came with the facts of the site is in the page already. */
const listLoaded = (client: QueryClient): [readonly unknown[], unknown][] =>
  client
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.dataUpdateCount > 0)
    .map(({ queryKey, state }) => [queryKey, state.data])
