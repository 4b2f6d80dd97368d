/** The dashboard in the browser: loaded apart from the site. */
import { createRootRoute, createRoute, lazyRouteComponent, Outlet } from '@tanstack/react-router'
import { setMode } from '#web/auth.ts'
import { renderApp } from '#web/render-app.tsx'
import { DashboardRoot } from './dashboard-root.tsx'
import { dashboardRoutes } from './routes.tsx'
import { takeFirstScreen } from './session.ts'

const root = createRootRoute({ component: Outlet })
const dashboard = createRoute({
  getParentRoute: () => root,
  id: 'dashboard',
  component: DashboardRoot,
  notFoundComponent: lazyRouteComponent(() => import('./not-found.tsx'), 'NotFound'),
})

setMode('dashboard')
takeFirstScreen()
renderApp(root.addChildren([dashboard.addChildren(dashboardRoutes(dashboard))]))
