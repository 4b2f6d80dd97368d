/**
 * Every address of the hosted pages: sign-in, checkout, one booking, what comes after. Each is loaded when it is opened. Their links to the
 * site load its page.
 */
import { createRootRoute, createRoute, lazyRouteComponent, Outlet } from '@tanstack/react-router'
import { isHostedPath } from '#kit/pure/hosted-path.ts'
import { NotFound } from '../not-found.tsx'
import { parseSearch, type SearchShape } from '../search-params.ts'
import * as search from '../site-search.ts'

/** A link of a part that both apps show leads out of this one: the page is loaded anew, and the server answers with the site. */
function Elsewhere() {
  if (isHostedPath(location.pathname)) return <NotFound />
  location.reload()
  return null
}
const root = createRootRoute({ component: Outlet, notFoundComponent: Elsewhere })
const standaloneRoute = (path: string, component: ReturnType<typeof lazyRouteComponent>, shape: SearchShape = {}) =>
  createRoute({ getParentRoute: () => root, path, component, validateSearch: parseSearch(shape) })

export const hostedRoutes = root.addChildren([
  standaloneRoute(
    '/hosted/login',
    lazyRouteComponent(() => import('./login.tsx'), 'Login'),
    search.loginSearch,
  ),
  standaloneRoute(
    '/hosted/captcha',
    lazyRouteComponent(() => import('./captcha-frame.tsx'), 'CaptchaFrame'),
    search.captchaSearch,
  ),
  standaloneRoute(
    '/hosted/reset-password',
    lazyRouteComponent(() => import('./reset-password.tsx'), 'ResetPassword'),
    search.resetPasswordSearch,
  ),
  standaloneRoute(
    '/hosted/email-undo',
    lazyRouteComponent(() => import('./email-undo.tsx'), 'EmailUndo'),
    search.emailUndoSearch,
  ),
  standaloneRoute(
    '/email-preferences/$token',
    lazyRouteComponent(() => import('./email-preferences.tsx'), 'EmailPreferences'),
    search.emailPreferencesSearch,
  ),
  standaloneRoute(
    '/hosted/plans/checkout',
    lazyRouteComponent(() => import('./plan-checkout.tsx'), 'PlanCheckout'),
    search.planCheckoutSearch,
  ),
  standaloneRoute(
    '/hosted/booking-form',
    lazyRouteComponent(() => import('./booking-form.tsx'), 'BookingForm'),
    search.bookingSearch,
  ),
  standaloneRoute(
    '/hosted/visit-form',
    lazyRouteComponent(() => import('./visit-form.tsx'), 'VisitForm'),
    search.visitSearch,
  ),
  standaloneRoute(
    '/hosted/waitlist',
    lazyRouteComponent(() => import('./waitlist-form.tsx'), 'WaitlistForm'),
    search.bookingSearch,
  ),
  standaloneRoute(
    '/booking/$token',
    lazyRouteComponent(() => import('./manage/manage.tsx'), 'ManageBooking'),
  ),
  standaloneRoute(
    '/booking/$token/form',
    lazyRouteComponent(() => import('./intake.tsx'), 'IntakePage'),
  ),
  standaloneRoute(
    '/visit/$token',
    lazyRouteComponent(() => import('./manage/manage.tsx'), 'ManageBooking'),
  ),
  standaloneRoute(
    '/hosted/services',
    lazyRouteComponent(() => import('./services.tsx'), 'HostedServices'),
    search.hostedServicesSearch,
  ),
  standaloneRoute(
    '/hosted/checkout',
    lazyRouteComponent(() => import('./pay-page.tsx'), 'PayCheckout'),
    search.checkoutSearch,
  ),
  standaloneRoute(
    '/checkout/basket/$id',
    lazyRouteComponent(() => import('./pay-page.tsx'), 'PayBasket'),
    search.paySearch,
  ),
  standaloneRoute(
    '/checkout/pay/$id',
    lazyRouteComponent(() => import('./pay.tsx'), 'Pay'),
    search.paySearch,
  ),
  standaloneRoute(
    '/thank-you',
    lazyRouteComponent(() => import('./thank-you.tsx'), 'ThankYou'),
    search.thankYouSearch,
  ),
  standaloneRoute(
    '/signed-out',
    lazyRouteComponent(() => import('./signed-in.tsx'), 'SignedOut'),
  ),
  standaloneRoute(
    '/signed-in',
    lazyRouteComponent(() => import('./signed-in.tsx'), 'SignedIn'),
    search.signedInSearch,
  ),
  standaloneRoute(
    '/setup',
    lazyRouteComponent(() => import('../setup/setup.tsx'), 'SetUp'),
  ),
])
