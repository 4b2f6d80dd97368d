/** One of the apps, the site, its hosted pages or the dashboard: the same facts, the same queries, a router of its own. */
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type AnyRoute, type AnyRouter, createRouter, type RouterHistory, RouterProvider } from '@tanstack/react-router'
import { StrictMode, Suspense, lazy, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Toasts } from './kit/toasts.tsx'
import { pageLanguage } from './language.ts'
import { isPlainLook } from '#kit/pure/plain-look.ts'
import { applyAccent } from './colors.ts'
import { renderedPage } from './rendered-page.ts'
import { servedPage } from './served-page.ts'
import { usePreview } from './site-preview.ts'
import { SiteContext, emptySite, type SiteInfo, useLoadSite } from './site-context.tsx'

const ErrorOrSetup = lazy(async () => ({ default: (await import('./no-site.tsx')).ErrorOrSetup }))

interface AppProps {
  router: AnyRouter
  queryClient: QueryClient
  /** It speaks the language of the visitor. */
  isVisitorFacing: boolean
}
export const App = ({ router, queryClient, isVisitorFacing }: AppProps) => (
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <Site router={router} isVisitorFacing={isVisitorFacing} />
    </QueryClientProvider>
  </StrictMode>
)

function Site({ router, isVisitorFacing }: Omit<AppProps, 'queryClient'>) {
  const site = useLoadSite()
  const preview = usePreview()
  const stored = site.data ?? emptySite
  // The dashboard shows a draft in a frame before anyone else sees it.
  const loaded = useMemo(() => (preview ? { ...stored, website: preview, accent: preview.design.accent ?? stored.accent } : stored), [stored, preview])
  // Times and amounts are written as the page speaks; the dashboard writes them as the site does.
  const facts = useMemo(() => (isVisitorFacing ? { ...loaded, language: pageLanguage() } : loaded), [loaded, isVisitorFacing])
  const isDressed = useLook(facts, isVisitorFacing)
  const isReady = (site.data !== undefined && isDressed) || router.history.location.pathname === '/setup'
  return (
    <SiteContext value={facts}>
      {isReady ? (
        <RouterProvider router={router} />
      ) : site.error ? (
        <Suspense>
          <ErrorOrSetup error={site.error} retry={() => void site.refetch()} />
        </Suspense>
      ) : null}
      <Toasts />
    </SiteContext>
  )
}

/** Dresses the page. False while the look of the owner is on its way at the start: the site is not shown in another one first. */
function useLook({ accent, website }: SiteInfo, isVisitorFacing: boolean): boolean {
  const look = isVisitorFacing ? website?.design : undefined
  const isPlain = look === undefined || isPlainLook(look)
  // In the editor a look may become plain again.
  const isLookLoaded = useRef(false)
  // What the server rendered is dressed.
  const [isDressed, setIsDressed] = useState(isPlain || renderedPage !== undefined || servedPage() !== undefined)
  useLayoutEffect(() => {
    if (!look || (isPlain && !isLookLoaded.current)) return applyAccent(accent)
    let isCurrent = true
    isLookLoaded.current = true
    void import('./look.ts').then(({ applyLook }) => {
      if (isCurrent) applyLook(accent, look)
      setIsDressed(true)
    })
    return () => void (isCurrent = false)
  }, [accent, look, isPlain])
  return isDressed
}

/**
 * The router's word on its first navigation, which is the page as it was opened: who has scrolled it before the app listened stays there, and that
 * place is noted, as those scrolled to later are, for who comes back.
 */
function createScrollRule(): () => boolean {
  let isFirst = true
  return () => {
    const isScrolled = isFirst && scrollY > 0
    isFirst = false
    if (isScrolled) document.dispatchEvent(new Event('scroll'))
    return !isScrolled
  }
}

/** Plain addresses ("?type=CLASS"), not JSON in the query: storefronts and emails link here. `history`: unless it is that of the browser. */
export const createAppRouter = (routeTree: AnyRoute, history?: RouterHistory): AnyRouter =>
  createRouter({
    routeTree,
    ...(history ? { history } : {}),
    defaultPreload: 'intent',
    scrollRestoration: history === undefined && createScrollRule(),
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== null && value !== '')
      const text = new URLSearchParams(entries.map(([key, value]) => [key, String(value)])).toString()
      return text ? `?${text}` : ''
    },
  })
