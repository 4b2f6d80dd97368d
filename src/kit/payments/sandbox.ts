/** Test payments without any network: well-known test card numbers with fixed outcomes. Source: guide pricing-plans §10.3. */
import { Temporal } from 'temporal-polyfill'
import type { ChargeResult, OwnPageProvider, ProviderEvent } from './provider.ts'

interface Behaviour {
  challenge?: true
  onSession?: string
  offSession?: string
  processing?: true
}

/** Card number → what happens; numbers that are not listed are good cards. */
const cardBehaviours: Record<string, Behaviour> = {
  '4000000000000002': { onSession: 'generic_decline', offSession: 'generic_decline' },
  '4000000000009995': { onSession: 'insufficient_funds', offSession: 'insufficient_funds' },
  '4000000000009987': { onSession: 'lost_card', offSession: 'lost_card' },
  '4000000000009979': { onSession: 'stolen_card', offSession: 'stolen_card' },
  '4000000000000069': { onSession: 'expired_card', offSession: 'expired_card' },
  '4000000000000127': { onSession: 'incorrect_cvc', offSession: 'incorrect_cvc' },
  '4000000000000119': { onSession: 'processing_error', offSession: 'processing_error' },
  '4000002500003155': { challenge: true },
  '4000002760003184': { challenge: true, offSession: 'requires_action' },
  '4000008260003178': { challenge: true, onSession: 'insufficient_funds', offSession: 'insufficient_funds' },
  '4000000000000341': { offSession: 'generic_decline' },
  '4000000000000077': { processing: true },
}
const PROCESSING_SECONDS = 60

function passesLuhn(digits: string): boolean {
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i])
    const value = i % 2 === 1 ? digit * 2 : digit
    sum += value > 9 ? value - 9 : value
  }
  return sum % 10 === 0
}

const detectBrand = (number: string): string =>
  number.startsWith('4') ? 'Visa' : /^3[47]/.test(number) ? 'American Express' : /^5[1-5]/.test(number) ? 'Mastercard' : 'Card'
/** The token is the number itself: these are public test numbers, never real cards (saveCard refuses others). */
const tokenPrefix = 'sandbox_card_'
const findBehaviour = (token: string): Behaviour => cardBehaviours[token.slice(tokenPrefix.length)] ?? {}

/** Other valid numbers could be real cards and must not be stored. */
const isTestNumber = (number: string): boolean =>
  number in cardBehaviours || number === '4242424242424242' || number === '5555555555554444' || number === '4000000000000259' || number === '378282246310005'

function toChargeResult(behaviour: string | undefined, request: { key: string; at: Temporal.Instant }, processing = false): ChargeResult & { ref: string } {
  const ref = `sandbox:${processing ? request.at.add({ seconds: PROCESSING_SECONDS }).epochMilliseconds : 0}:${request.key}`
  if (processing) return { outcome: 'processing', ref }
  if (behaviour === undefined) return { outcome: 'succeeded', ref }
  return behaviour === 'requires_action' ? { outcome: 'requires_action', ref } : { outcome: 'declined', ref, declineCode: behaviour }
}

/** The card that a bank disputes a minute after its first payment. */
const isDisputedCard = (token: string): boolean => token === `${tokenPrefix}4000000000000259`
const DISPUTE_AFTER_SECONDS = 60

const eventKinds: Readonly<Record<string, ProviderEvent['kind']>> = {
  'charge.processing': 'payment',
  'charge.succeeded': 'payment',
  'charge.failed': 'payment',
  'refund.succeeded': 'refund',
  'dispute.opened': 'dispute',
}

/** An event as the sandbox would send it; tests send them in any order and twice. */
export function toSandboxEvent(event: { id: string; type: string; ref: string }): ProviderEvent | undefined {
  const kind = eventKinds[event.type]
  if (!kind) return undefined
  const { id, ref } = event
  if (kind === 'refund') return { id, kind, ref, refundRef: `sandbox:refund:${id}` }
  if (kind !== 'payment') return { id, kind, ref }
  const outcome = event.type === 'charge.succeeded' ? 'succeeded' : event.type === 'charge.failed' ? 'declined' : 'processing'
  return { id, kind, ref, result: { outcome, ref, ...(outcome === 'declined' && { declineCode: 'generic_decline' }) } }
}

/** Results of charges without the buyer that a test has ordered, by order. */
const orderedOutcomes = new Map<string, { outcome: string; timesLeft: number }>()
/** The order of each charge whose result was ordered: it is asked about by the name of the charge alone. */
const ordersOfCharges = new Map<string, string>()

/**
 * For tests: the next `times` results of charges of an order without the buyer, and of questions about them: `succeeded`, `unknown`,
 * `declined:lost_card` …
 */
export function orderOutcome({ orderId, outcome, times }: { orderId: string; outcome: string; times: number }): void {
  orderedOutcomes.set(orderId, { outcome, timesLeft: times })
}

function takeOrderedResult(orderId: string | undefined, ref: string): ChargeResult | undefined {
  const ordered = orderedOutcomes.get(orderId ?? '')
  if (!orderId || !ordered || ordered.timesLeft === 0) return undefined
  ordered.timesLeft -= 1
  ordersOfCharges.set(ref, orderId)
  const [kind, declineCode = 'generic_decline'] = ordered.outcome.split(':')
  return { outcome: kind as ChargeResult['outcome'], ref, ...(kind === 'declined' && { declineCode }) }
}

export const sandbox: OwnPageProvider = {
  id: 'sandbox',
  page: 'own',
  findAmountProblem: () => undefined,
  saveCard(card, at) {
    const number = card.number.replace(/[\s-]/g, '')
    if (!/^\d{12,19}$/.test(number) || !passesLuhn(number)) return { field: 'number', message: 'This card number is not valid.' }
    if (!isTestNumber(number)) return { field: 'number', message: 'Test payments accept test card numbers only, for example 4242 4242 4242 4242.' }
    const today = at.toZonedDateTimeISO('UTC')
    const isValidMonth = card.expMonth >= 1 && card.expMonth <= 12
    if (!isValidMonth || card.expYear < today.year || (card.expYear === today.year && card.expMonth < today.month))
      return { field: 'expiry', message: 'The card has expired. Check the date.' }
    const cvcLength = /^3[47]/.test(number) ? 4 : 3
    if (!new RegExp(`^\\d{${cvcLength}}$`).test(card.cvc)) return { field: 'cvc', message: `The security code has ${cvcLength} digits.` }
    return { saved: { token: tokenPrefix + number, brand: detectBrand(number), last4: number.slice(-4), expMonth: card.expMonth, expYear: card.expYear } }
  },
  async chargeOnSession(request) {
    const behaviour = findBehaviour(request.token)
    if (behaviour.challenge && !request.challenge) return { outcome: 'requires_action', ref: `sandbox:0:${request.key}` }
    if (behaviour.challenge && request.challenge === 'reject') return toChargeResult('authentication_failed', request)
    const result = toChargeResult(behaviour.onSession, request, behaviour.processing && request.mode === 'pay')
    const isDisputed = request.mode === 'pay' && result.outcome === 'succeeded' && isDisputedCard(request.token)
    const event = { id: `dispute:${request.key}`, kind: 'dispute' as const, ref: result.ref, attemptId: request.meta?.['attemptId'] }
    return isDisputed ? { ...result, followUps: [{ event, afterSeconds: DISPUTE_AFTER_SECONDS }] } : result
  },
  async chargeOffSession(request) {
    const ordered = takeOrderedResult(request.meta?.['orderId'], `sandbox:0:${request.key}`)
    return ordered ?? toChargeResult(findBehaviour(request.token).offSession, request)
  },
  async lookUp(ref, at) {
    const ordered = takeOrderedResult(ordersOfCharges.get(ref), ref)
    if (ordered) return ordered
    const ready = Number(/^sandbox:(\d+):/.exec(ref)?.[1] ?? 0)
    return { outcome: at.epochMilliseconds < ready ? 'processing' : 'succeeded', ref }
  },
  async refund({ key }) {
    return { outcome: 'succeeded', ref: `sandbox:refund:${key}` }
  },
  async listRefunds() {
    return undefined
  },
  async detachCard() {},
  async parseWebhook() {
    return []
  },
}
