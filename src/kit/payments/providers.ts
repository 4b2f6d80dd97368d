/** Which provider takes online payments on this server, and what it says about its own set-up. Set once at start. */
import { metrics } from '../observability/metrics.ts'
import type { PaymentProvider } from './provider.ts'
import { rehearsalProvider } from './rehearsal.ts'
import { sandbox } from './sandbox.ts'
import type { StripeSettings } from './stripe.ts'

export interface PaymentSettings {
  /** `none`: only payments outside. */
  provider: 'sandbox' | 'stripe' | 'none'
  stripe?: StripeSettings | undefined
  /** What is wrong with the settings, in words for the owner. */
  problem?: string | undefined
}

const counted = new Set(['chargeOnSession', 'chargeOffSession', 'startCheckout', 'lookUp', 'refund'])

/** The provider, with its calls counted by outcome. */
const countCalls = (provider: PaymentProvider): PaymentProvider =>
  new Proxy(provider, {
    get: (target, name) => {
      const value = Reflect.get(target, name) as unknown
      if (typeof value !== 'function' || !counted.has(String(name))) return value
      return async (...args: unknown[]) => {
        const count = (outcome: string) => metrics.payments.inc({ provider: target.id, call: String(name), outcome })
        try {
          const result = (await Reflect.apply(value, target, args)) as { outcome?: string }
          count(result.outcome ?? 'succeeded')
          return result
        } catch (error) {
          count('error')
          throw error
        }
      }
    },
  })

let settings: PaymentSettings = { provider: 'sandbox' }
const ownSandbox = countCalls(sandbox)
let online: PaymentProvider | undefined = ownSandbox
let stripe: PaymentProvider | undefined

/** Called once at start. Stripe's client is loaded only where it is used: it takes long. */
export async function usePayments(given: PaymentSettings): Promise<void> {
  settings = given
  stripe = given.stripe && countCalls((await import('./stripe.ts')).stripeProvider(given.stripe))
  online = given.provider === 'sandbox' ? ownSandbox : given.provider === 'stripe' ? stripe : undefined
}

/** Who takes new online payments; undefined when nobody does. */
export const onlineProvider = (): PaymentProvider | undefined => online

/** The provider that made an earlier charge. */
export function providerOf(id: string): PaymentProvider | undefined {
  return id === 'sandbox' ? ownSandbox : id === 'stripe' ? stripe : id === 'rehearsal' ? rehearsalProvider : undefined
}

/** What the dashboard says about payments. */
export const paymentSetUp = (): { provider: PaymentSettings['provider']; testPayments: boolean; problem?: string | undefined } => ({
  provider: settings.provider,
  testPayments: online?.id === 'sandbox' || (settings.stripe?.secretKey.startsWith('sk_test_') ?? false),
  problem: settings.problem,
})
