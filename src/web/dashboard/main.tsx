/** The dashboard in the browser: loaded apart from the site. */
import { createRootRoute, createRoute, Outlet } from '@tanstack/react-router'
import { setMode } from '#web/auth.ts'
import { renderApp } from '#web/render-app.tsx'
import { DashboardRoot } from './dashboard-root.tsx'
import { NotFound } from './not-found.tsx'
import { dashboardRoutes } from './routes.tsx'
import { prefetchFirstReplies } from './session.ts'

const root = createRootRoute({ component: Outlet })
const dashboard = createRoute({ getParentRoute: () => root, id: 'dashboard', component: DashboardRoot, notFoundComponent: NotFound })

setMode('dashboard')
if (!/^[/]dashboard[/](sign-in|reset-password|invitation)/.test(location.pathname)) prefetchFirstReplies()
renderApp(root.addChildren([dashboard.addChildren(dashboardRoutes(dashboard))]))
