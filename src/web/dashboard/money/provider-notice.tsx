/** Who takes the card payments, said where it matters: test payments, a wrong key, charging that stands still. */
import { useApiQuery } from '#web/api.ts'
import { useSite } from '../business.tsx'
import { Notice } from '../parts/notice.tsx'
import { formatInstant } from '../parts/format.ts'

export function ProviderNotice() {
  const site = useSite()
  const { data } = useApiQuery('money.getPaymentSetUp')
  if (!data) return null
  if (data.problem)
    return (
      <Notice tone="bad" title="Payments by card do not work">
        <p>{data.problem}</p>
        <p>
          {data.since ? `Charging stands still since ${formatInstant(data.since, site)}; nothing is lost, it goes on when the provider answers again. ` : ''}
          The keys are set where the server is started, as STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET. Both stand in your Stripe account: Developers, then API
          keys and Webhooks. Plans can be sold at the desk meanwhile.
        </p>
      </Notice>
    )
  return data.testPayments ? (
    <Notice tone="wait" title="Test payments">
      No real money moves: only test cards such as 4242 4242 4242 4242 work. To take real payments, set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET where the
      server is started.
    </Notice>
  ) : null
}
