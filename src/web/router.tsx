/**
 * Every address of the site and its hosted pages. The first pages of a visit come at once, for they are small and nobody should
 * wait twice; all others are loaded when they are opened. Search params are typed where they are read. The dashboard is an app
 * of its own (`dashboard/main.tsx`).
 */
import { createRootRoute, createRoute, lazyRouteComponent, Outlet, type RouteComponent } from '@tanstack/react-router'
import { NotFound } from './not-found.tsx'
import { Home } from './site/home.tsx'
import { Layout } from './site/layout.tsx'
import { Plans } from './site/plans.tsx'
import { Services } from './site/services.tsx'

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound })
const site = createRoute({ getParentRoute: () => root, id: 'site', component: Layout })

type Search = Record<string, string | undefined>
/** Keeps the named search params that are text; everything else in the address is left behind. */
const pickSearch =
  (...names: string[]) =>
  (search: Record<string, unknown>): Search =>
    Object.fromEntries(names.flatMap((name) => (search[name] === undefined || search[name] === '' ? [] : [[name, String(search[name])]])))
const siteRoute = (path: string, component: RouteComponent, ...names: string[]) =>
  createRoute({ getParentRoute: () => site, path, component, validateSearch: pickSearch(...names) })
const standaloneRoute = (path: string, component: ReturnType<typeof lazyRouteComponent>, ...names: string[]) =>
  createRoute({ getParentRoute: () => root, path, component, validateSearch: pickSearch(...names) })

const bookingSearch = ['rs', 'serviceId', 'scheduleId', 'start', 'end', 'zone', 'eventId', 'resourceId', 'locationType', 'locationId']
export const siteRoutes = root.addChildren([
  site.addChildren([
    siteRoute('/', Home),
    siteRoute('/services', Services, 'type', 'category', 'resourceId'),
    // The calendar of these two is the heaviest part of the site, and nothing that a sign-in or a payment should carry.
    siteRoute(
      '/service/$slug',
      lazyRouteComponent(() => import('./site/service.tsx'), 'ServicePage'),
    ),
    siteRoute(
      '/schedule',
      lazyRouteComponent(() => import('./site/schedule.tsx'), 'Schedule'),
      'week',
      'service',
    ),
    siteRoute('/plans', Plans),
    siteRoute(
      '/members',
      lazyRouteComponent(() => import('./site/community/directory.tsx'), 'Directory'),
      'q',
      'page',
    ),
    siteRoute(
      '/members/$slug',
      lazyRouteComponent(() => import('./site/community/profile-page.tsx'), 'ProfilePage'),
      'list',
    ),
    siteRoute(
      '/account',
      lazyRouteComponent(() => import('./site/account/account.tsx'), 'Account'),
      'tab',
      'card',
      'past',
    ),
  ]),
  standaloneRoute(
    '/hosted/login',
    lazyRouteComponent(() => import('./hosted/login.tsx'), 'Login'),
    'rs',
    'returnUrl',
    'mode',
    'prompt',
  ),
  standaloneRoute(
    '/hosted/captcha',
    lazyRouteComponent(() => import('./hosted/captcha-frame.tsx'), 'CaptchaFrame'),
    'provider',
    'siteKey',
  ),
  standaloneRoute(
    '/hosted/reset-password',
    lazyRouteComponent(() => import('./hosted/reset-password.tsx'), 'ResetPassword'),
    'token',
    'recoveryToken',
  ),
  standaloneRoute(
    '/hosted/email-undo',
    lazyRouteComponent(() => import('./hosted/email-undo.tsx'), 'EmailUndo'),
    'token',
  ),
  standaloneRoute(
    '/letters/$token',
    lazyRouteComponent(() => import('./hosted/email-preferences.tsx'), 'EmailPreferences'),
    'kind',
  ),
  standaloneRoute(
    '/hosted/plans/checkout',
    lazyRouteComponent(() => import('./hosted/plan-checkout.tsx'), 'PlanCheckout'),
    'planId',
    'rs',
    'checkoutData',
    'order',
  ),
  standaloneRoute(
    '/hosted/booking-form',
    lazyRouteComponent(() => import('./hosted/booking-form.tsx'), 'BookingForm'),
    ...bookingSearch,
  ),
  standaloneRoute(
    '/hosted/waitlist',
    lazyRouteComponent(() => import('./hosted/waitlist-form.tsx'), 'WaitlistForm'),
    ...bookingSearch,
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
    'rs',
    'resourceId',
    'type',
    'category',
  ),
  standaloneRoute(
    '/hosted/checkout',
    lazyRouteComponent(() => import('./hosted/pay-page.tsx'), 'PayCheckout'),
    'rs',
    'checkoutId',
  ),
  standaloneRoute(
    '/checkout/basket/$id',
    lazyRouteComponent(() => import('./hosted/pay-page.tsx'), 'PayBasket'),
    'rs',
    'returned',
  ),
  standaloneRoute(
    '/checkout/pay/$id',
    lazyRouteComponent(() => import('./hosted/pay.tsx'), 'Pay'),
    'rs',
    'returned',
  ),
  standaloneRoute(
    '/thank-you',
    lazyRouteComponent(() => import('./hosted/endings.tsx'), 'ThankYou'),
    'planOrderId',
    'bookingId',
    'orderId',
    'rs',
  ),
  standaloneRoute(
    '/signed-out',
    lazyRouteComponent(() => import('./hosted/endings.tsx'), 'SignedOut'),
  ),
  standaloneRoute(
    '/signed-in',
    lazyRouteComponent(() => import('./hosted/endings.tsx'), 'SignedIn'),
    'code',
    'state',
    'error',
    'error_description',
  ),
  standaloneRoute(
    '/setup',
    lazyRouteComponent(() => import('./setup/setup.tsx'), 'SetUp'),
  ),
])
