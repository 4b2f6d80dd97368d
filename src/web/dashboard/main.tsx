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

/** Forms say beside their fields what the browser would say in bubbles. */
function replaceBubbles(): void {
  const say = (event: Event) => {
    event.preventDefault()
    const { form } = event.target as HTMLInputElement
    void import('./parts/field-problems.ts').then(({ showFieldProblems }) => showFieldProblems(form))
  }
  // The event does not bubble.
  document.addEventListener('invalid', say, true)
}

setMode('dashboard')
replaceBubbles()
takeFirstScreen()
renderApp(root.addChildren([dashboard.addChildren(dashboardRoutes(dashboard))]))
