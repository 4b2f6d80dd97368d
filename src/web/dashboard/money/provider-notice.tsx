/** Warnings about the payment provider: test mode, an invalid key, renewals that are not charged. */
import { useApiQuery } from '#web/api.ts'
import { useSite } from '../business.tsx'
import { DashboardLink } from '../parts/link.tsx'
import { Notice } from '../parts/notice.tsx'
import { formatInstant } from '../parts/format.ts'

const SetUpLink = ({ children = 'connect Stripe.' }: { children?: string }) => (
  <DashboardLink to="/dashboard/settings" search={{ tab: 'connections' }}>
    {children}
  </DashboardLink>
)

export function ProviderNotice() {
  const site = useSite()
  const { data } = useApiQuery('money.getPaymentSetUp')
  if (!data) return null
  if (data.problem)
    return (
      <Notice tone="bad" title="Card payments aren’t working">
        <p>{data.problem}</p>
        <p>
          {data.since ? `Charges have been on hold since ${formatInstant(data.since, site)}. Nothing is lost: they resume when the provider responds. ` : ''}
          Check the keys and <SetUpLink /> In the meantime you can sell plans in person.
        </p>
      </Notice>
    )
  return data.testPayments ? (
    <Notice tone="wait" title="Test mode">
      No real money is charged. Only test cards such as 4242 4242 4242 4242 work. To accept real payments,{' '}
      {data.provider === 'stripe' ? <SetUpLink>replace Stripe’s test keys with live ones.</SetUpLink> : <SetUpLink />}
    </Notice>
  ) : null
}
