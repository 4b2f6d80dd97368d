/**
 * Every address of the site. The home page comes at once; all others are loaded when they are opened, or before, when the pointer or focus is on
 * their link. The hosted pages (`hosted/routes.tsx`) and the dashboard (`dashboard/main.tsx`) are apps of their own.
 */
import { shownPlans } from '#domains/pages/rules/first-calls.ts'
import { createRootRoute, createRoute, lazyRouteComponent, Outlet, type RouteComponent } from '@tanstack/react-router'
import { prefetchApiQuery } from './api.ts'
import { NotFound } from './not-found.tsx'
import { parseSearch, type SearchShape } from './search-params.ts'
import * as search from './site-search.ts'
import { Home } from './site/home.tsx'
import { Layout } from './site/layout.tsx'
import { prefetchServices } from './site/catalog.ts'

const root = createRootRoute({ component: Outlet, notFoundComponent: () => <NotFound /> })
const site = createRoute({ getParentRoute: () => root, id: 'site', component: Layout })

/** `loader`: asks for what the page will ask for, while the page itself is loaded. */
const siteRoute = (path: string, component: RouteComponent, shape: SearchShape = {}, loader?: () => void) =>
  createRoute({ getParentRoute: () => site, path, component, validateSearch: parseSearch(shape), ...(loader ? { loader } : {}) })
const embed = createRoute({ getParentRoute: () => root, id: 'embed', component: lazyRouteComponent(() => import('./embed/frame.tsx'), 'EmbedFrame') })
const embedRoute = (path: string, component: RouteComponent, shape: SearchShape = {}) =>
  createRoute({ getParentRoute: () => embed, path, component, validateSearch: parseSearch(shape) })

export const siteRoutes = root.addChildren([
  site.addChildren([
    siteRoute('/', Home),
    siteRoute(
      '/services',
      lazyRouteComponent(() => import('./site/services.tsx'), 'Services'),
      search.servicesSearch,
      prefetchServices,
    ),
    // The calendar of these two is the heaviest part of the site, and nothing that a sign-in or a payment should carry.
    siteRoute(
      '/service/$slug',
      lazyRouteComponent(() => import('./site/service.tsx'), 'ServicePage'),
    ),
    siteRoute(
      '/schedule',
      lazyRouteComponent(() => import('./site/schedule/schedule.tsx'), 'Schedule'),
      search.scheduleSearch,
    ),
    siteRoute(
      '/plans',
      lazyRouteComponent(() => import('./site/plans.tsx'), 'Plans'),
      {},
      () => prefetchApiQuery('plans.listPublicPlans', { query: { limit: shownPlans } }),
    ),
    siteRoute(
      '/team',
      lazyRouteComponent(() => import('./site/team/team.tsx'), 'Team'),
    ),
    siteRoute(
      '/team/$slug',
      lazyRouteComponent(() => import('./site/team/team-member.tsx'), 'TeamMemberPage'),
    ),
    siteRoute(
      '/members',
      lazyRouteComponent(() => import('./site/community/directory.tsx'), 'Directory'),
      search.directorySearch,
    ),
    siteRoute(
      '/members/$slug',
      lazyRouteComponent(() => import('./site/community/profile-page.tsx'), 'ProfilePage'),
      search.profileSearch,
    ),
    siteRoute(
      '/account',
      lazyRouteComponent(() => import('./site/account/account.tsx'), 'Account'),
      search.accountSearch,
    ),
    // Whatever has no page of its own may be one of the owner's.
    siteRoute(
      '/$slug',
      lazyRouteComponent(() => import('./site/own-page.tsx'), 'OwnPage'),
    ),
  ]),
  embed.addChildren([
    embedRoute(
      '/embed/schedule',
      lazyRouteComponent(() => import('./site/schedule/schedule.tsx'), 'Schedule'),
      search.scheduleSearch,
    ),
    embedRoute(
      '/embed/services',
      lazyRouteComponent(() => import('./site/services.tsx'), 'Services'),
      search.servicesSearch,
    ),
    embedRoute(
      '/embed/service/$slug',
      lazyRouteComponent(() => import('./site/service.tsx'), 'ServicePage'),
    ),
    embedRoute(
      '/embed/plans',
      lazyRouteComponent(() => import('./site/plans.tsx'), 'Plans'),
    ),
  ]),
])
