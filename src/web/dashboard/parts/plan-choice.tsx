/** How a member pays for a booking that the business makes: in person, or with a plan. Plans that cannot be used say why. */
import { Select } from '@mantine/core'
import { useApiQuery } from '#web/api.ts'

const reasons: Record<string, string | undefined> = {
  POOL_NOT_ACTIVE: 'not active',
  PAYMENT_DUE: 'payment due',
  BENEFIT_NOT_FOUND: 'doesn’t include this service',
  OUT_OF_PLAN_PERIOD: 'not valid on this date',
  NOT_ENOUGH_BALANCE: 'not enough sessions left',
}
const describeLeft = (balance: number | undefined) => (balance === undefined ? 'unlimited' : `${balance} ${balance === 1 ? 'session' : 'sessions'} left`)

interface PlanChoiceProps {
  memberId: string
  serviceId: string
  /** ISO instant. */
  start: string
  people: number
  /** The plan order that pays; undefined for payment in person. */
  value: string | undefined
  onChange: (orderId: string | undefined) => void
}
export function PlanChoice({ memberId, serviceId, start, people, value, onChange }: PlanChoiceProps) {
  const { data, error } = useApiQuery('bookingPages.listPayingPlans', { body: { memberId, serviceId, start, people } })
  const plans = data?.plans ?? []
  if (error) return <Select size="md" label="Payment" error={error.message} value="" data={[{ value: '', label: 'In person' }]} allowDeselect={false} />
  if (plans.length === 0) return null
  return (
    <Select
      size="md"
      label="Payment"
      allowDeselect={false}
      value={plans.some((plan) => plan.orderId === value && plan.eligible) ? (value ?? '') : ''}
      onChange={(chosen) => onChange(chosen || undefined)}
      data={[
        { value: '', label: 'In person' },
        ...plans.map((plan) => ({
          value: plan.orderId,
          label: `${plan.planName}, ${plan.eligible ? describeLeft(plan.balance) : (reasons[plan.reason ?? ''] ?? 'not available')}`,
          disabled: !plan.eligible,
        })),
      ]}
    />
  )
}
