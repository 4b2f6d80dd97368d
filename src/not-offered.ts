/**
 * Calls of the public client packages that this server leaves out on purpose. They are answered with NOT_OFFERED (501) in the shape of
 * every refusal, so that a developer sees at once that the address is right and the call is missing. Source: guide bookings §12.5.
 */
import { Refusal, standardRefusals } from '#kit/api/refusal.ts'

const patterns: readonly RegExp[] = [
  // Version 2 of the cart holds bookings and nothing beside them.
  /\/v2\/carts\/[^/]+\/(upsell-options|mark-cart-as-completed|mark-as-completed|update-forms-submission)$/,
  /\/v2\/carts\/handle-async-checkout-completion$/,
  // Version 1 of the cart; version 2 takes its place.
  /^\/(_api\/cart\/|_api\/ecom-cart\/|cart-v1-proxy\/|ecom\/)?v1\/carts(\/|$)/,
  // Checkouts hold bookings that are chosen before, and are ordered whole.
  /\/v1\/checkouts\/[^/]+\/(add-to-checkout|create-order-and-charge|mark-as-completed|remove-[a-z-]+|update-line-items-quantity|wix-checkout-url)$/,
  /\/v1\/checkouts\/(by-cart-id\/|mark-checkout-as-completed)/,
  // What a person or a room can is said by their services: no attributes beside them, no products that go with a service, nothing to install.
  /\/v1\/(bulk\/)?attribute-(definitions|values)(\/|$)/,
  /\/related-products\/list-by-service-ids$/,
  /\/v1\/provisioner\/provision-bookings-platform$/,
  // Sign-in of the time before the sign-in of today.
  /\/v1\/auth\/(login|register)$/,
  /\/v1\/members\/(approve|block)$/,
  // Plans and badges carry no labels, and prices of plans no categories.
  /\/bulk\/(plans|(badge-)?assignments)\/(bulk-)?update-tags(-by-filter)?$/,
  /\/v3\/pricing-variant-categories(\/|$)/,
  // Forms are filled in while booking; there is no box of submissions beside the bookings.
  /\/form-(submission|schema)[a-z-]*\/v\d\//,
  /^\/(_api\/)?(forms\/)?v4\/(bulk\/)?(forms|submissions)(\/|-|$)/,
]

/** What a call to an address without an operation is answered with: NOT_OFFERED where a public package calls it, NOT_FOUND otherwise. */
export function toMissingOperation(url: string): Refusal {
  const [path = ''] = url.split('?')
  const code = patterns.some((pattern) => pattern.test(path)) ? 'NOT_OFFERED' : 'NOT_FOUND'
  return new Refusal(code, standardRefusals[code])
}
