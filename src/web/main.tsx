/** Starts the app in the browser. */
import './theme.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode, useEffect, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from './api.ts'
import { ErrorState } from './kit/states.tsx'
import { Toasts } from './kit/toasts.tsx'
import { wear } from './look.ts'
import { router } from './router.tsx'
import { SiteContext, unknownSite, useLoadSite } from './site-context.tsx'

function App() {
  const site = useLoadSite()
  const facts = site.data ?? unknownSite
  useLayoutEffect(() => wear(facts.accent), [facts.accent])
  const open = site.data !== undefined || location.pathname === '/setup'
  useEffect(() => {
    if (facts.language) document.documentElement.lang = facts.language
  }, [facts.language])
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

const place = document.getElementById('root')
if (place)
  createRoot(place).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <App />
      </QueryClientProvider>
    </StrictMode>,
  )
