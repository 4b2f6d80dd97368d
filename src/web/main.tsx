/** The site and its hosted pages, in the browser. */
import { siteRoutes } from './router.tsx'
import { start } from './start.tsx'

start(siteRoutes, { toVisitors: true })
