/** The hosted pages, in the browser. */
import '../visitors.css'
import { renderApp } from '../render-app.tsx'
import { hostedRoutes } from './routes.tsx'

renderApp(hostedRoutes, { toVisitors: true })
