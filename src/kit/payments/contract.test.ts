/** What every payment provider promises to the domains: the sandbox and Stripe (against its stand-in) pass one suite. Source: guide pricing-plans §10.1. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Temporal } from 'temporal-polyfill'
import { startFakeStripe, type FakeStripe } from '../../../test/stripe.ts'
import type { ChargeResult, PaymentProvider } from './provider.ts'
import { sandbox } from './sandbox.ts'
import { StripeProvider } from './stripe.ts'

const at = Temporal.Instant.from('2030-01-01T10:00:00Z')
const forty = { amount: '40.00', currency: 'USD' }
let stripe: FakeStripe
beforeAll(async () => {
  stripe = await startFakeStripe('sk_test_contract', 'whsec_contract')
})
afterAll(() => stripe.close())

interface Checkout {
  key: string
  mode?: 'pay' | 'setup'
  outcome?: 'ok' | 'declined'
}
const providers: Record<string, () => PaymentProvider> = {
  sandbox: () => sandbox,
  stripe: () => new StripeProvider({ secretKey: 'sk_test_contract', webhookSecret: 'whsec_contract', apiUrl: stripe.url }),
}
const getMeta = (key: string) => ({ siteId: 'site', attemptId: key })

/** The buyer pays: on our page, or on the page of the provider. Returns what the provider says afterwards, and the token of the card. */
async function checkout(provider: PaymentProvider, { key, mode = 'pay', outcome = 'ok' }: Checkout): Promise<ChargeResult & { token: string }> {
  const common = { amount: mode === 'pay' ? forty : { ...forty, amount: '0' }, key, at, mode, meta: getMeta(key) }
  if (provider.page === 'own') {
    const kept = provider.saveCard({ number: outcome === 'ok' ? '4242424242424242' : '4000000000009995', expMonth: 12, expYear: 2090, cvc: '123' }, at)
    const token = 'saved' in kept ? kept.saved.token : ''
    return { ...(await provider.chargeOnSession({ ...common, token })), token }
  }
  const buyer = { memberId: key, email: 'buyer@example.com', name: 'Bea' }
  const page = await provider.startCheckout({ ...common, buyer, keepsCard: true, title: 'Pass', returnUrl: 'https://example.com/back' })
  const { object } = stripe.complete(page.url, outcome)
  const result = await provider.lookUp(outcome === 'ok' ? page.ref : object.id, at)
  return { ...result, token: result.card?.token ?? '' }
}

describe.each(Object.keys(providers))('%s', (name) => {
  let provider: PaymentProvider
  beforeAll(() => {
    provider = (providers[name] as () => PaymentProvider)()
  })

  test('a payment succeeds, has a name, and is looked up by it', async () => {
    const paid = await checkout(provider, { key: `${name}:paid` })
    expect(paid).toMatchObject({ outcome: 'succeeded', ref: expect.any(String) })
    expect(await provider.lookUp(paid.ref as string, at)).toMatchObject({ outcome: 'succeeded', ref: paid.ref })
    if (paid.movedAmount) expect(paid.movedAmount).toEqual(forty)
  })
  test('a card that the bank refuses is declined with a code', async () => {
    expect(await checkout(provider, { key: `${name}:declined`, outcome: 'declined' })).toMatchObject({ outcome: 'declined', declineCode: 'insufficient_funds' })
  })
  test.each(['pay', 'setup'] as const)('a card that was saved by %s pays later without the buyer; the same key pays once', async (mode) => {
    const saved = await checkout(provider, { key: `${name}:${mode}`, mode })
    expect(saved.outcome).toBe('succeeded')
    const charge = { token: saved.token, customer: saved.customer, amount: forty, key: `${name}:${mode}:renewal`, at, meta: getMeta(mode) }
    const [first, second] = [await provider.chargeOffSession(charge), await provider.chargeOffSession(charge)]
    expect(first).toMatchObject({ outcome: 'succeeded', ref: expect.any(String) })
    expect(second.ref).toBe(first.ref)
    const other = await provider.chargeOffSession({ ...charge, key: `${name}:${mode}:next` })
    expect(other.ref).not.toBe(first.ref)
  })
  test('money goes back in parts, once per key', async () => {
    const { ref = '' } = await checkout(provider, { key: `${name}:refunded` })
    const refund = (amount: string, key: string) => provider.refund({ chargeRef: ref, amount: { ...forty, amount }, key, meta: { refundId: key } })
    const first = await refund('15.00', `${name}:refund:1`)
    expect(first).toMatchObject({ outcome: 'succeeded', ref: expect.any(String) })
    expect(await refund('15.00', `${name}:refund:1`)).toEqual(first)
    expect((await refund('25.00', `${name}:refund:2`)).ref).not.toBe(first.ref)
    for (const known of (await provider.listRefunds(ref)) ?? []) expect(known).toMatchObject({ state: 'succeeded', amount: { currency: 'USD' } })
  })
  test('a saved card may be detached twice', async () => {
    const { token } = await checkout(provider, { key: `${name}:detached`, mode: 'setup' })
    await provider.detachCard(token)
    await provider.detachCard(token)
  })
  test('an ordinary amount is accepted', () => {
    expect(provider.findAmountProblem(forty)).toBeUndefined()
  })
  test('a webhook without a signature says nothing', async () => {
    const parsed = provider.parseWebhook('{"id":"evt_1","type":"payment_intent.succeeded"}', {})
    if (provider.page === 'own') expect(await parsed).toEqual([])
    else await expect(parsed).rejects.toThrow()
  })
})
