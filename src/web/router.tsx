/**
 * Every address of the site and its hosted pages. The home page comes at once; all others are loaded when they are opened, or before, when
 * somebody reaches for their link. The dashboard is an app of its own (`dashboard/main.tsx`).
 */
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
const standaloneRoute = (path: string, component: ReturnType<typeof lazyRouteComponent>, shape: SearchShape = {}) =>
  createRoute({ getParentRoute: () => root, path, component, validateSearch: parseSearch(shape) })

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
      () => prefetchApiQuery('plans.listPublicPlans', { query: { limit: 100 } }),
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
  standaloneRoute(
    '/hosted/login',
    lazyRouteComponent(() => import('./hosted/login.tsx'), 'Login'),
    search.loginSearch,
  ),
  standaloneRoute(
    '/hosted/captcha',
    lazyRouteComponent(() => import('./hosted/captcha-frame.tsx'), 'CaptchaFrame'),
    search.captchaSearch,
  ),
  standaloneRoute(
    '/hosted/reset-password',
    lazyRouteComponent(() => import('./hosted/reset-password.tsx'), 'ResetPassword'),
    search.resetPasswordSearch,
  ),
  standaloneRoute(
    '/hosted/email-undo',
    lazyRouteComponent(() => import('./hosted/email-undo.tsx'), 'EmailUndo'),
    search.emailUndoSearch,
  ),
  standaloneRoute(
    '/email-preferences/$token',
    lazyRouteComponent(() => import('./hosted/email-preferences.tsx'), 'EmailPreferences'),
    search.emailPreferencesSearch,
  ),
  standaloneRoute(
    '/hosted/plans/checkout',
    lazyRouteComponent(() => import('./hosted/plan-checkout.tsx'), 'PlanCheckout'),
    search.planCheckoutSearch,
  ),
  standaloneRoute(
    '/hosted/booking-form',
    lazyRouteComponent(() => import('./hosted/booking-form.tsx'), 'BookingForm'),
    search.bookingSearch,
  ),
  standaloneRoute(
    '/hosted/waitlist',
    lazyRouteComponent(() => import('./hosted/waitlist-form.tsx'), 'WaitlistForm'),
    search.bookingSearch,
  ),
  standaloneRoute(
    '/booking/$token',
    lazyRouteComponent(() => import('./hosted/manage/manage.tsx'), 'ManageBooking'),
  ),
  standaloneRoute(
    '/visit/$token',
    lazyRouteComponent(() => import('./hosted/manage/manage.tsx'), 'ManageBooking'),
  ),
  standaloneRoute(
    '/hosted/services',
    lazyRouteComponent(() => import('./hosted/services.tsx'), 'HostedServices'),
    search.hostedServicesSearch,
  ),
  standaloneRoute(
    '/hosted/checkout',
    lazyRouteComponent(() => import('./hosted/pay-page.tsx'), 'PayCheckout'),
    search.checkoutSearch,
  ),
  standaloneRoute(
    '/checkout/basket/$id',
    lazyRouteComponent(() => import('./hosted/pay-page.tsx'), 'PayBasket'),
    search.paySearch,
  ),
  standaloneRoute(
    '/checkout/pay/$id',
    lazyRouteComponent(() => import('./hosted/pay.tsx'), 'Pay'),
    search.paySearch,
  ),
  standaloneRoute(
    '/thank-you',
    lazyRouteComponent(() => import('./hosted/thank-you.tsx'), 'ThankYou'),
    search.thankYouSearch,
  ),
  standaloneRoute(
    '/signed-out',
    lazyRouteComponent(() => import('./hosted/signed-in.tsx'), 'SignedOut'),
  ),
  standaloneRoute(
    '/signed-in',
    lazyRouteComponent(() => import('./hosted/signed-in.tsx'), 'SignedIn'),
    search.signedInSearch,
  ),
  standaloneRoute(
    '/setup',
    lazyRouteComponent(() => import('./setup/setup.tsx'), 'SetUp'),
  ),
])
