/** The routes of the dashboard. Every screen is loaded when it is opened. */
import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { parseSearch, type SearchShape } from '../search-params.ts'
import * as search from './search-params.ts'

/** The route subtree at /dashboard; mount with `root.addChildren([..., dashboardRoutes(root)])`. */
export function dashboardRoutes(root: AnyRoute) {
  const signIn = createRoute({
    getParentRoute: () => root,
    path: '/dashboard/sign-in',
    validateSearch: parseSearch(search.signInSearch),
    component: lazyRouteComponent(() => import('./sign-in/screen.tsx'), 'SignIn'),
  })
  const standalone = (path: string, shape: SearchShape, component: ReturnType<typeof lazyRouteComponent>) =>
    createRoute({ getParentRoute: () => root, path, validateSearch: parseSearch(shape), component })
  const shell = createRoute({ getParentRoute: () => root, path: '/dashboard', component: lazyRouteComponent(() => import('./shell.tsx'), 'Shell') })
  const screen = (path: string, shape: SearchShape, component: ReturnType<typeof lazyRouteComponent>) =>
    createRoute({ getParentRoute: () => shell, path, validateSearch: parseSearch(shape), component })
  return [
    signIn,
    standalone(
      '/dashboard/reset-password',
      search.tokenSearch,
      lazyRouteComponent(() => import('./sign-in/reset-password.tsx'), 'ResetPassword'),
    ),
    standalone(
      '/dashboard/invitation',
      search.tokenSearch,
      lazyRouteComponent(() => import('./sign-in/invitation.tsx'), 'Invitation'),
    ),
    shell.addChildren([
      screen(
        '/',
        search.todaySearch,
        lazyRouteComponent(() => import('./today/screen.tsx'), 'TodayScreen'),
      ),
      screen(
        '/calendar',
        search.calendarSearch,
        lazyRouteComponent(() => import('./calendar/screen.tsx'), 'CalendarScreen'),
      ),
      screen(
        '/bookings',
        search.bookingsSearch,
        lazyRouteComponent(() => import('./bookings/screen.tsx'), 'BookingsScreen'),
      ),
      screen(
        '/members',
        search.membersSearch,
        lazyRouteComponent(() => import('./members/screen.tsx'), 'MembersScreen'),
      ),
      screen(
        '/plans',
        search.plansSearch,
        lazyRouteComponent(() => import('./plans/screen.tsx'), 'PlansScreen'),
      ),
      screen(
        '/forecast',
        search.forecastSearch,
        lazyRouteComponent(() => import('./simulation/screen.tsx'), 'SimulationScreen'),
      ),
      screen(
        '/money',
        search.moneySearch,
        lazyRouteComponent(() => import('./money/screen.tsx'), 'MoneyScreen'),
      ),
      screen(
        '/insights',
        search.insightsSearch,
        lazyRouteComponent(() => import('./insights/screen.tsx'), 'InsightsScreen'),
      ),
      screen(
        '/services',
        search.servicesSearch,
        lazyRouteComponent(() => import('./services/screen.tsx'), 'ServicesScreen'),
      ),
      screen(
        '/staff',
        search.staffSearch,
        lazyRouteComponent(() => import('./services/staff-screen.tsx'), 'StaffScreen'),
      ),
      screen(
        '/emails',
        search.emailsSearch,
        lazyRouteComponent(() => import('./emails/screen.tsx'), 'EmailsScreen'),
      ),
      screen(
        '/site',
        search.siteSearch,
        lazyRouteComponent(() => import('./site/screen.tsx'), 'SiteScreen'),
      ),
      screen(
        '/settings',
        search.settingsSearch,
        lazyRouteComponent(() => import('./settings/screen.tsx'), 'SettingsScreen'),
      ),
    ]),
  ]
}
