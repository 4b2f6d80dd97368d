/** The routes of the dashboard. Every screen is loaded when it is opened. */
import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { parseSearch, type SearchShape } from '../search-params.ts'
import * as search from './search-params.ts'

type Load = Parameters<typeof lazyRouteComponent>[0]

/** The route subtree at /dashboard; mount with `root.addChildren([..., dashboardRoutes(root)])`. */
export function dashboardRoutes(root: AnyRoute) {
  const createFor = (parent: AnyRoute) => (path: string, shape: SearchShape, load: Load, name: string) =>
    createRoute({ getParentRoute: () => parent, path, validateSearch: parseSearch(shape), component: lazyRouteComponent(load, name) })
  const shell = createRoute({ getParentRoute: () => root, path: '/dashboard', component: lazyRouteComponent(() => import('./shell.tsx'), 'Shell') })
  const standalone = createFor(root)
  const screen = createFor(shell)
  return [
    standalone('/dashboard/sign-in', search.signInSearch, () => import('./sign-in/screen.tsx'), 'SignIn'),
    standalone('/dashboard/reset-password', search.tokenSearch, () => import('./sign-in/reset-password.tsx'), 'ResetPassword'),
    standalone('/dashboard/invitation', search.tokenSearch, () => import('./sign-in/invitation.tsx'), 'Invitation'),
    shell.addChildren([
      screen('/', search.todaySearch, () => import('./today/screen.tsx'), 'TodayScreen'),
      screen('/calendar', search.calendarSearch, () => import('./calendar/screen.tsx'), 'CalendarScreen'),
      screen('/roster', search.rosterSearch, () => import('./calendar/roster/screen.tsx'), 'RosterScreen'),
      screen('/check-in', search.checkInSearch, () => import('./check-in/screen.tsx'), 'CheckInScreen'),
      screen('/check-in/$sessionId', search.checkInSearch, () => import('./check-in/screen.tsx'), 'CheckInScreen'),
      screen('/bookings', search.bookingsSearch, () => import('./bookings/screen.tsx'), 'BookingsScreen'),
      screen('/members', search.membersSearch, () => import('./members/screen.tsx'), 'MembersScreen'),
      screen('/plans', search.plansSearch, () => import('./plans/screen.tsx'), 'PlansScreen'),
      screen('/forecast', search.forecastSearch, () => import('./simulation/screen.tsx'), 'SimulationScreen'),
      screen('/money', search.moneySearch, () => import('./money/screen.tsx'), 'MoneyScreen'),
      screen('/insights', search.insightsSearch, () => import('./insights/screen.tsx'), 'InsightsScreen'),
      screen('/services', search.servicesSearch, () => import('./services/screen.tsx'), 'ServicesScreen'),
      screen('/staff', search.staffSearch, () => import('./services/staff-screen.tsx'), 'StaffScreen'),
      screen('/emails', search.emailsSearch, () => import('./emails/screen.tsx'), 'EmailsScreen'),
      screen('/site', search.siteSearch, () => import('./site/screen.tsx'), 'SiteScreen'),
      screen('/website', search.websiteSearch, () => import('./website/screen.tsx'), 'WebsiteScreen'),
      screen('/media', search.mediaSearch, () => import('./media/screen.tsx'), 'MediaScreen'),
      screen('/settings', search.settingsSearch, () => import('./settings/screen.tsx'), 'SettingsScreen'),
    ]),
  ]
}
