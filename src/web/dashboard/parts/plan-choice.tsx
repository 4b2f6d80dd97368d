/** How a member pays for a booking that the business makes: in person, or with a plan. Plans that cannot be used say why. */
import { Select } from '@mantine/core'
import { useApiQuery } from '#web/api.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { partWords } from './part-words.messages.ts'

const messages = defineDashboardMessages(
  {
    payment: 'Payment',
    reasons: {
      POOL_NOT_ACTIVE: 'not active',
      PAYMENT_DUE: 'payment due',
      BENEFIT_NOT_FOUND: 'doesn’t include this service',
      OUT_OF_PLAN_PERIOD: 'not valid on this date',
      NOT_ENOUGH_BALANCE: 'not enough sessions left',
    } as Readonly<Record<string, string>>,
    notAvailable: 'not available',
    unlimited: 'unlimited',
    left: (count: number) => (count === 1 ? '1 session left' : `${count} sessions left`),
  },
  {
    de: {
      payment: 'Zahlung',
      reasons: {
        POOL_NOT_ACTIVE: 'nicht aktiv',
        PAYMENT_DUE: 'Zahlung fällig',
        BENEFIT_NOT_FOUND: 'gilt nicht für dieses Angebot',
        OUT_OF_PLAN_PERIOD: 'gilt nicht an diesem Tag',
        NOT_ENOUGH_BALANCE: 'nicht genug Besuche übrig',
      },
      notAvailable: 'nicht verfügbar',
      unlimited: 'unbegrenzt',
      left: (count) => (count === 1 ? 'noch 1 Besuch' : `noch ${count} Besuche`),
    },
  },
)

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
  const t = useMessages(messages)
  const words = useMessages(partWords)
  const { data, error } = useApiQuery('bookingPages.listPayingPlans', { body: { memberId, serviceId, start, people } })
  const plans = data?.plans ?? []
  if (error) return <Select size="md" label={t.payment} error={error.message} value="" data={[{ value: '', label: words.inPerson }]} allowDeselect={false} />
  if (plans.length === 0) return null
  return (
    <Select
      size="md"
      label={t.payment}
      allowDeselect={false}
      value={plans.some((plan) => plan.orderId === value && plan.eligible) ? (value ?? '') : ''}
      onChange={(chosen) => onChange(chosen || undefined)}
      data={[
        { value: '', label: words.inPerson },
        ...plans.map(({ orderId, planName, eligible, balance, reason = '' }) => ({
          value: orderId,
          label: `${planName}, ${!eligible ? (t.reasons[reason] ?? t.notAvailable) : balance === undefined ? t.unlimited : t.left(balance)}`,
          disabled: !eligible,
        })),
      ]}
    />
  )
}
