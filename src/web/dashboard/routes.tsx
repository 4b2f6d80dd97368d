/** The dashboard's part of the router. Only this file is loaded with the site; every screen comes when it is opened. */
import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { parseSearch } from './parts/search-state.ts'

/** The route subtree at /dashboard; mount with `root.addChildren([..., dashboardRoutes(root)])`. */
export function dashboardRoutes(root: AnyRoute) {
  const signIn = createRoute({
    getParentRoute: () => root,
    path: '/dashboard/sign-in',
    validateSearch: parseSearch,
    component: lazyRouteComponent(() => import('./sign-in/screen.tsx'), 'SignIn'),
  })
  const standalone = (path: string, component: ReturnType<typeof lazyRouteComponent>) =>
    createRoute({ getParentRoute: () => root, path, validateSearch: parseSearch, component })
  const shell = createRoute({ getParentRoute: () => root, path: '/dashboard', component: lazyRouteComponent(() => import('./shell.tsx'), 'Shell') })
  const screen = (path: string, component: ReturnType<typeof lazyRouteComponent>) =>
    createRoute({ getParentRoute: () => shell, path, validateSearch: parseSearch, component })
  return [
    signIn,
    standalone(
      '/dashboard/reset-password',
      lazyRouteComponent(() => import('./sign-in/reset-password.tsx'), 'ResetPassword'),
    ),
    standalone(
      '/dashboard/invitation',
      lazyRouteComponent(() => import('./sign-in/invitation.tsx'), 'Invitation'),
    ),
    shell.addChildren([
      screen(
        '/',
        lazyRouteComponent(() => import('./today/screen.tsx'), 'TodayScreen'),
      ),
      screen(
        '/calendar',
        lazyRouteComponent(() => import('./calendar/screen.tsx'), 'CalendarScreen'),
      ),
      screen(
        '/bookings',
        lazyRouteComponent(() => import('./bookings/screen.tsx'), 'BookingsScreen'),
      ),
      screen(
        '/members',
        lazyRouteComponent(() => import('./members/screen.tsx'), 'MembersScreen'),
      ),
      screen(
        '/plans',
        lazyRouteComponent(() => import('./plans/screen.tsx'), 'PlansScreen'),
      ),
      screen(
        '/forecast',
        lazyRouteComponent(() => import('./simulation/screen.tsx'), 'SimulationScreen'),
      ),
      screen(
        '/money',
        lazyRouteComponent(() => import('./money/screen.tsx'), 'MoneyScreen'),
      ),
      screen(
        '/insights',
        lazyRouteComponent(() => import('./insights/screen.tsx'), 'InsightsScreen'),
      ),
      screen(
        '/services',
        lazyRouteComponent(() => import('./services/screen.tsx'), 'ServicesScreen'),
      ),
      screen(
        '/staff',
        lazyRouteComponent(() => import('./services/staff-screen.tsx'), 'StaffScreen'),
      ),
      screen(
        '/emails',
        lazyRouteComponent(() => import('./emails/screen.tsx'), 'EmailsScreen'),
      ),
      screen(
        '/site',
        lazyRouteComponent(() => import('./site/screen.tsx'), 'SiteScreen'),
      ),
      screen(
        '/settings',
        lazyRouteComponent(() => import('./settings/screen.tsx'), 'SettingsScreen'),
      ),
    ]),
  ]
}
