/** Starts one of the two apps, the site or the dashboard, in the page: the same facts, the same questions, a router of its own. */
import './theme.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { type AnyRoute, createRouter, type AnyRouter, RouterProvider } from '@tanstack/react-router'
import { StrictMode, useEffect, useLayoutEffect, useMemo, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api.ts'
import { EmptyState, ErrorState } from './kit/states.tsx'
import { Toasts } from './kit/toasts.tsx'
import { useWords, words } from './kit/words.ts'
import { speakToVisitor, useLanguage } from './language.ts'
import { wear } from './look.ts'
import { callPublic } from './public-call.ts'
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

const said = words(
  {
    noSite: 'There is no site at this address',
    noSiteHint: 'Check the address. If the site is yours, add this address in its dashboard under Site.',
  },
  {
    de: {
      noSite: 'Unter dieser Adresse gibt es keine Website',
      noSiteHint: 'Sieh dir die Adresse noch einmal an. Wenn es deine Website ist, trage die Adresse in ihrem Dashboard unter „Site“ ein.',
    },
  },
)

/** A server without a site yet is not broken: it waits for its owner. */
function ErrorOrSetup({ error, retry }: { error: unknown; retry: () => void }) {
  const t = useWords(said)
  const isMissing = (error as { status?: number }).status === 404
  const [isSetUp, setIsSetUp] = useState(false)
  useEffect(() => {
    if (!isMissing) return
    void callPublic<{ needed: boolean }>('/api/setup').then(
      ({ needed }) => (needed ? location.replace('/setup') : setIsSetUp(true)),
      () => setIsSetUp(true),
    )
  }, [isMissing])
  // The server has sites, and none of them is reached by this address.
  if (isMissing)
    return isSetUp ? (
      <main className="page page-tight">
        <EmptyState title={t.noSite}>{t.noSiteHint}</EmptyState>
      </main>
    ) : null
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
