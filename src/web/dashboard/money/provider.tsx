/** Who takes the card payments, said where it matters: test payments, a wrong key, charging that stands still. */
import { Alert, Text } from '@mantine/core'
import { useAsk } from '#web/api.ts'
import { useSite } from '../business.tsx'
import { when } from '../parts/words.ts'

export function Provider() {
  const site = useSite()
  const { data } = useAsk('orders.getPaymentSetUp')
  if (!data) return null
  if (data.problem)
    return (
      <Alert color="red" title="Payments by card do not work" mb="lg" role="alert">
        <Text>{data.problem}</Text>
        <Text size="sm" mt={6}>
          {data.since ? `Charging stands still since ${when(data.since, site)}; nothing is lost, it goes on when the provider answers again. ` : ''}
          The key is set where the server is started: STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, from the page Developers, API keys of your Stripe account.
          Plans can be sold at the desk meanwhile.
        </Text>
      </Alert>
    )
  return data.testPayments ? (
    <Alert color="yellow" title="Test payments" mb="lg">
      No real money moves: only test cards such as 4242 4242 4242 4242 work. Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET where the server is started to take
      real payments.
    </Alert>
  ) : null
}
