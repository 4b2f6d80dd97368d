/** The site, in the browser. */
import './visitors.css'
import { siteRoutes } from './router.tsx'
import { renderApp } from './render-app.tsx'
import { isPreview } from './site-preview.ts'

renderApp(siteRoutes, { toVisitors: true })
if (isPreview) void import('./site-preview-frame.ts')
