/** The site and its hosted pages, in the browser. */
import { siteRoutes } from './router.tsx'
import { renderApp } from './render-app.tsx'

renderApp(siteRoutes, { toVisitors: true })
