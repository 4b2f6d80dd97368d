/** Intents of redirect sessions, and the page of each. Source: guide identity §8. */
import type { Violation } from '#kit/api/refusal.ts'
import { isGuid } from '#kit/pure/guid.ts'

export const intents = ['auth', 'login', 'logout', 'paidPlansCheckout', 'bookingsCheckout', 'bookingsBook', 'ecomCheckout'] as const
export type Intent = (typeof intents)[number]
/** Intents without a page in this product. */
const foreign = ['eventsCheckout', 'storesProduct', 'ecomOrderPaymentRequest', 'memberAccountPage'] as const

export type Payload = Record<string, unknown>
type Request = Record<string, unknown>
const toRecord = (value: unknown): Payload => (typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Payload) : {})
const toViolation = (field: string, description: string, violatedRule: Violation['violatedRule'], data: Record<string, unknown> = {}): Violation => ({
  field,
  description,
  violatedRule,
  data,
})

/** A slot names its service or its schedule. Source: guide bookings §12.4. */
function findMissingService(payload: Payload): Violation[] {
  const slot = toRecord(toRecord(payload.slotAvailability).slot)
  const isNamed = [slot.serviceId, slot.scheduleId].some((id) => typeof id === 'string' && id !== '')
  return isNamed ? [] : [toViolation('bookingsCheckout.slotAvailability.slot.serviceId', 'must be given', 'REQUIRED_FIELD')]
}

/** The intent of a request: exactly one, else a violation on `intent`. */
export function readIntent(request: Request): { intent: Intent; payload: Payload } | { foreign: string } | { violations: Violation[] } {
  const named = [...intents, ...foreign].filter((name) => request[name] !== undefined && request[name] !== null)
  const [only] = named
  if (!only || named.length > 1)
    return {
      violations: [toViolation('intent', named.length > 1 ? 'must be exactly one' : 'must be given', named.length > 1 ? 'VALIDATION' : 'REQUIRED_FIELD')],
    }
  if ((foreign as readonly string[]).includes(only)) return { foreign: only }
  const intent = only as Intent
  const payload = toRecord(request[intent])
  const violations = payloadViolations(intent, payload)
  return violations.length > 0 ? { violations } : { intent, payload }
}

function payloadViolations(intent: Intent, payload: Payload): Violation[] {
  const guid = (name: string, required: boolean): Violation[] => {
    const value = payload[name]
    if (value === undefined || value === null) return required ? [toViolation(`${intent}.${name}`, 'must be given', 'REQUIRED_FIELD')] : []
    return isGuid(value) ? [] : [toViolation(`${intent}.${name}`, 'must be a GUID', 'FORMAT', { type: 'GUID' })]
  }
  const checkLength = (name: string, threshold: number): Violation[] =>
    typeof payload[name] === 'string' && (payload[name] as string).length > threshold
      ? [toViolation(`${intent}.${name}`, `must have at most ${threshold} characters`, 'MAX_LENGTH', { threshold })]
      : []
  switch (intent) {
    case 'auth':
      return Object.keys(toRecord(payload.authRequest)).length === 0 ? [toViolation('auth.authRequest', 'must be given', 'REQUIRED_FIELD')] : []
    case 'paidPlansCheckout':
      return [...guid('planId', true), ...checkLength('checkoutData', 2048)]
    case 'bookingsCheckout':
      return [
        ...(Object.keys(toRecord(payload.slotAvailability)).length === 0
          ? [toViolation('bookingsCheckout.slotAvailability', 'must be given', 'REQUIRED_FIELD')]
          : findMissingService(payload)),
        ...checkLength('timezone', 40),
      ]
    case 'bookingsBook':
      return guid('resourceId', false)
    case 'ecomCheckout':
      return guid('checkoutId', true)
    case 'login':
    case 'logout':
      return []
  }
}

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

/** The path and parameters of an intent. `rs` is added to all; a sign-in token is never part of a URL. */
export function getTarget(intent: Intent, payload: Payload, rs: string): { path: string; params: Record<string, string> } {
  const given = (params: Record<string, string | undefined>): Record<string, string> => ({
    ...(Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined)) as Record<string, string>),
    rs,
  })
  switch (intent) {
    case 'auth': {
      const auth = toRecord(payload.authRequest)
      const names = [
        'clientId',
        'responseType',
        'redirectUri',
        'scope',
        'state',
        'responseMode',
        'codeChallenge',
        'codeChallengeMethod',
        'idp',
        'nonce',
      ] as const
      return {
        path: '/_api/oauth2/authorize',
        params: given({ ...Object.fromEntries(names.map((name) => [name, text(auth[name])])), prompt: text(payload.prompt) ?? 'login' }),
      }
    }
    case 'login':
      return { path: '/hosted/login', params: given({}) }
    case 'logout':
      return { path: '/_api/iam/authentication/v1/logout', params: given({ clientId: text(payload.clientId) }) }
    case 'paidPlansCheckout':
      return { path: '/hosted/plans/checkout', params: given({ planId: text(payload.planId) }) }
    case 'bookingsCheckout':
      return { path: '/hosted/booking-form', params: given({ timezone: text(payload.timezone) }) }
    case 'bookingsBook':
      return { path: '/hosted/services', params: given({ resourceId: text(payload.resourceId) }) }
    case 'ecomCheckout':
      return { path: '/hosted/checkout', params: given({ checkoutId: text(payload.checkoutId) }) }
  }
}

export const callbackNames = ['postFlowUrl', 'loginUrl', 'bookingsServiceListUrl', 'planListUrl', 'cartPageUrl', 'thankYouPageUrl'] as const
export type CallbackName = (typeof callbackNames)[number]
export type Callbacks = Partial<Record<CallbackName, string>>

/** The known callbacks of a request. */
export function readCallbacks(sent: unknown): { callbacks: Callbacks; violations: Violation[] } {
  const callbacks: Callbacks = {}
  const violations: Violation[] = []
  for (const name of callbackNames) {
    const value = text(toRecord(sent)[name])
    if (value === undefined) continue
    if (value.length > 2048) violations.push(toViolation(`callbacks.${name}`, 'must have at most 2048 characters', 'MAX_LENGTH', { threshold: 2048 }))
    else callbacks[name] = value
  }
  return { callbacks, violations }
}

export const outcomes = ['success', 'abandoned', 'cancel', 'login', 'planList', 'serviceList', 'cart'] as const
export type Outcome = (typeof outcomes)[number]
const callbacksByOutcome = {
  success: 'thankYouPageUrl',
  abandoned: 'postFlowUrl',
  cancel: 'postFlowUrl',
  login: 'loginUrl',
  planList: 'planListUrl',
  serviceList: 'bookingsServiceListUrl',
  cart: 'cartPageUrl',
} as const satisfies Record<Outcome, CallbackName>

/** The callback of an outcome; a success without a thank-you page returns to where the flow began. */
export const getCallback = (outcome: Outcome, callbacks: Callbacks): string | undefined => callbacks[callbacksByOutcome[outcome]] ?? callbacks.postFlowUrl

/** Parameters that the page may pass to a callback. */
const passedParams: Partial<Record<Outcome, readonly string[]>> = {
  success: ['planOrderId', 'bookingId', 'multiServiceBookingId', 'orderId'],
  login: ['returnUrl'],
  planList: ['planIds', 'checkoutData'],
}

/** The parameters of the return URL: those that the outcome allows, and whether a member is signed in. */
export function createReturnParams(outcome: Outcome, sent: Record<string, unknown>, memberSignedIn: boolean): Record<string, string> {
  const own = Object.fromEntries(
    (passedParams[outcome] ?? []).flatMap((name) =>
      typeof sent[name] === 'string' && sent[name] !== '' ? [[name, (sent[name] as string).slice(0, 2048)]] : [],
    ),
  )
  return { ...own, wixMemberLoggedIn: String(memberSignedIn) }
}
