/** A server of tests whose payments go through the real client of Stripe to the stand-in. */
import { configurePayments } from '#kit/payments/providers.ts'
import { startFakeStripe } from './stripe.ts'
import { startTestServer } from './test-server.ts'

const secretKey = 'sk_test_studio'
const webhookSecret = 'whsec_test_studio'

export type StripeServer = Awaited<ReturnType<typeof startStripeServer>>

/** `settings`: those of the stand-in, for tests that take other ones meanwhile. `close` leaves the sandbox to the next file of this process. */
export async function startStripeServer() {
  const stripe = await startFakeStripe(secretKey, webhookSecret)
  const settings = (change: { secretKey?: string; apiUrl?: string } = {}) => ({
    provider: 'stripe' as const,
    stripe: { secretKey, webhookSecret, apiUrl: stripe.url, ...change },
  })
  await configurePayments(settings())
  const server = await startTestServer()
  return {
    stripe,
    server,
    settings,
    close: async () => {
      await configurePayments({ provider: 'sandbox' })
      await server.close()
      await stripe.close()
    },
  }
}
