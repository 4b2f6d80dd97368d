/** Starts one of the apps in the page, or takes over what the server rendered of it. */
import type { AnyRoute, AnyRouter } from '@tanstack/react-router'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { queryClient, takeRenderedQueries } from './api.ts'
import { App, createAppRouter } from './app.tsx'
import { pageLanguage } from './language.ts'
import { renderedPage } from './rendered-page.ts'

/** Draws the app with these addresses into the page. `toVisitors`: it speaks the language of the visitor. */
export function renderApp(routeTree: AnyRoute, { toVisitors: isVisitorFacing = false } = {}): void {
  const container = document.getElementById('root')
  if (!container) return
  const router = createAppRouter(routeTree)
  const app = <App {...{ router, queryClient, isVisitorFacing }} />
  takeRenderedQueries()
  if (renderedPage?.language === pageLanguage() && container.hasChildNodes()) void loadRendered(router).then(() => hydrateRoot(container, app))
  else createRoot(container).render(app)
}

/** The screen of a page that the server rendered. */
async function loadRendered(router: AnyRouter): Promise<void> {
  // The router draws around its first screen what it draws on the server.
  router.ssr = { manifest: undefined }
  await router.load()
}
