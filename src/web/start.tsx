/** Starts one of the two apps, the site or the dashboard, in the page: the same facts, the same questions, a router of its own. */
import './theme.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { type AnyRoute, createRouter, type AnyRouter, RouterProvider } from '@tanstack/react-router'
import { StrictMode, useLayoutEffect, useMemo } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api.ts'
import { ErrorState } from './kit/states.tsx'
import { Toasts } from './kit/toasts.tsx'
import { speakToVisitor, useLanguage } from './language.ts'
import { wear } from './look.ts'
import { SiteContext, unknownSite, useLoadSite } from './site-context.tsx'

function App({ router, toVisitors }: { router: AnyRouter; toVisitors: boolean }) {
  const site = useLoadSite()
  const loaded = site.data ?? unknownSite
  const language = useLanguage()
  // Times and amounts are written as the page speaks; the dashboard writes them as the site does.
  const facts = useMemo(() => (toVisitors ? { ...loaded, language } : loaded), [loaded, language, toVisitors])
  useLayoutEffect(() => wear(facts.accent), [facts.accent])
  const open = site.data !== undefined || location.pathname === '/setup'
  useLayoutEffect(() => {
    if (toVisitors) speakToVisitor(loaded.language)
  }, [loaded.language, toVisitors])
  return (
    <SiteContext value={facts}>
      {open ? <RouterProvider router={router} /> : site.error ? <ErrorOrSetup error={site.error} retry={() => void site.refetch()} /> : null}
      <Toasts />
    </SiteContext>
  )
}

/** A house without a site yet is not broken: it waits for its owner. */
function ErrorOrSetup({ error, retry }: { error: unknown; retry: () => void }) {
  if ((error as { status?: number }).status === 404) {
    location.replace('/setup')
    return null
  }
  return (
    <main className="page page-tight">
      <ErrorState error={error} onRetry={retry} />
    </main>
  )
}

/** Plain addresses ("?type=CLASS"), not JSON in the query: storefronts and mails link here. */
const routerOf = (routeTree: AnyRoute): AnyRouter =>
  createRouter({
    routeTree,
    defaultPreload: 'intent',
    scrollRestoration: true,
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== null && value !== '')
      const text = new URLSearchParams(entries.map(([key, value]) => [key, String(value)])).toString()
      return text ? `?${text}` : ''
    },
  })

/** Draws the app with these addresses into the page. `toVisitors`: it speaks the language of the visitor. */
export function start(routeTree: AnyRoute, { toVisitors = false } = {}): void {
  const place = document.getElementById('root')
  if (!place) return
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <App router={routerOf(routeTree)} toVisitors={toVisitors} />
      </QueryClientProvider>
    </StrictMode>,
  )
}
