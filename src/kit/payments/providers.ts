/** The provider of online payments of a site and the state of its set-up. Each site has an account of its own, or none. */
import type { OwnTransactionContext, ReadContext } from '../api/context.ts'
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

/** What has the rows of a site at hand, or can ask for them. */
type PaymentContext = ReadContext | OwnTransactionContext
const readIn = <T>(ctx: PaymentContext, work: (inner: ReadContext) => Promise<T>): Promise<T> => ('db' in ctx ? work(ctx) : ctx.read(work))

/** Says who takes the payments of a site, by what it connected itself and what the server has. */
export type FindSitePayments = (ctx: ReadContext, server: PaymentSettings) => Promise<PaymentSettings>

let serverSettings: PaymentSettings = { provider: 'sandbox' }
let findSettings: FindSitePayments = async (_ctx, server) => server
const countedSandbox = countCalls(sandbox)

/** What the environment says. Called once at start. */
export async function configurePayments(settings: PaymentSettings): Promise<void> {
  serverSettings = settings
}
/** Called once at start; without it every site uses what the server has. */
export const configureSitePayments = (find: FindSitePayments): void => void (findSettings = find)

const MAX_ACCOUNTS = 1000
/** Clients of Stripe by their settings: sites with the same account share one. The oldest gives way. */
const stripeClients = new Map<string, Promise<PaymentProvider>>()
/** Which account a client belongs to. */
const accounts = new WeakMap<PaymentProvider, string>()

/** Stripe's client is loaded only where it is used: it takes long. */
async function createStripe(settings: StripeSettings): Promise<PaymentProvider> {
  const provider = countCalls(new (await import('./stripe.ts')).StripeProvider(settings))
  accounts.set(provider, JSON.stringify([settings.secretKey, settings.apiUrl]))
  return provider
}

function getStripe(settings: StripeSettings): Promise<PaymentProvider> {
  const key = JSON.stringify([settings.secretKey, settings.webhookSecret, settings.apiUrl])
  const known = stripeClients.get(key)
  if (known) return known
  if (stripeClients.size >= MAX_ACCOUNTS) stripeClients.delete(stripeClients.keys().next().value as string)
  const made = createStripe(settings)
  stripeClients.set(key, made)
  return made
}

const findSiteSettings = (ctx: PaymentContext): Promise<PaymentSettings> => readIn(ctx, (inner) => findSettings(inner, serverSettings))

/** The provider of new online payments of this site; undefined when it has none. */
export async function getOnlineProvider(ctx: PaymentContext): Promise<PaymentProvider | undefined> {
  const { provider, stripe } = await findSiteSettings(ctx)
  if (provider === 'sandbox') return countedSandbox
  return provider === 'stripe' && stripe ? getStripe(stripe) : undefined
}

/** The provider that made an earlier charge of this site: never the account of another one. */
export async function findProvider(ctx: PaymentContext, id: string): Promise<PaymentProvider | undefined> {
  if (id === 'sandbox') return countedSandbox
  if (id === 'simulation') return simulationProvider
  const { stripe } = id === 'stripe' ? await findSiteSettings(ctx) : {}
  return stripe && getStripe(stripe)
}

/** Whether the buyer pays on a page of the provider's own. */
export const hasHostedPage = (providerId: string): boolean => providerId === 'stripe'

/** Whether two clients ask the same account with the same key. */
export const isSameAccount = (one: PaymentProvider, other: PaymentProvider): boolean =>
  one === other || (accounts.has(one) && accounts.get(one) === accounts.get(other))

/**
 * What an event says that it is about, before anyone knows whether it is the provider's: only to find out whose key checks it. Undefined for a body that
 * says nothing of it.
 */
export async function readUnverifiedSubject(providerId: string, body: string): Promise<{ siteId: string | undefined; kind: string; ref: string } | undefined> {
  return providerId === 'stripe' ? (await import('./stripe-mapping.ts')).readUnverifiedSubject(body) : undefined
}

/** The state of payments of this site that the dashboard shows. */
export async function getPaymentSetup(
  ctx: PaymentContext,
): Promise<{ provider: PaymentSettings['provider']; testPayments: boolean; problem?: string | undefined }> {
  const { provider, stripe, problem } = await findSiteSettings(ctx)
  return { provider, testPayments: provider === 'sandbox' || (provider === 'stripe' && (stripe?.secretKey.startsWith('sk_test_') ?? false)), problem }
}
