/** The provider of online payments on this server and the state of its set-up. Set once at start. */
import { metrics } from '../observability/metrics.ts'
import type { PaymentProvider } from './provider.ts'
import { simulationProvider } from './simulation.ts'
import { sandbox } from './sandbox.ts'
import type { StripeSettings } from './stripe.ts'

export interface PaymentSettings {
  /** `none`: only payments outside. */
  provider: 'sandbox' | 'stripe' | 'none'
  stripe?: StripeSettings | undefined
  /** What is wrong with the settings, in words for the owner. */
  problem?: string | undefined
}

const countedCalls = new Set(['chargeOnSession', 'chargeOffSession', 'startCheckout', 'lookUp', 'refund'])

/** The provider, with its calls counted by outcome. */
const countCalls = (provider: PaymentProvider): PaymentProvider =>
  new Proxy(provider, {
    get: (target, name) => {
      const value = Reflect.get(target, name) as unknown
      if (typeof value !== 'function') return value
      // A method reaches the private fields of its provider through the provider alone.
      if (!countedCalls.has(String(name))) return value.bind(target) as unknown
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
const countedSandbox = countCalls(sandbox)
let currentProvider: PaymentProvider | undefined = countedSandbox
let stripe: PaymentProvider | undefined

/** Called once at start. Stripe's client is loaded only where it is used: it takes long. */
export async function configurePayments(newSettings: PaymentSettings): Promise<void> {
  settings = newSettings
  stripe = newSettings.stripe && countCalls(new (await import('./stripe.ts')).StripeProvider(newSettings.stripe))
  currentProvider = newSettings.provider === 'sandbox' ? countedSandbox : newSettings.provider === 'stripe' ? stripe : undefined
}

/** The provider of new online payments; undefined when there is none. */
export const getOnlineProvider = (): PaymentProvider | undefined => currentProvider

/** The provider that made an earlier charge. */
export function findProvider(id: string): PaymentProvider | undefined {
  return id === 'sandbox' ? countedSandbox : id === 'stripe' ? stripe : id === 'simulation' ? simulationProvider : undefined
}

/** The state of payments that the dashboard shows. */
export const getPaymentSetup = (): { provider: PaymentSettings['provider']; testPayments: boolean; problem?: string | undefined } => ({
  provider: settings.provider,
  testPayments: currentProvider?.id === 'sandbox' || (settings.stripe?.secretKey.startsWith('sk_test_') ?? false),
  problem: settings.problem,
})
