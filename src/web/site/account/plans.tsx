/** Plans of the member, current and past. */
import { Link } from '@tanstack/react-router'
import { PaymentOutcome } from '../../hosted/payment-outcome.tsx'
import { useOrderPaymentCheck } from '../../hosted/payment-return.ts'
import { buttonClass } from '../../kit/button.tsx'
import { useMessages } from '../../kit/messages.ts'
import { EmptyState, ErrorState, Skeletons } from '../../kit/states.tsx'
import { useSearchParams } from '../../search-params.ts'
import { accountSearch } from '../../site-search.ts'
import { useMyBalances, useMyOrders } from '../member-data.ts'
import { isFinished } from './use-order.ts'
import { OrderCard } from './order-card.tsx'
import { messages } from './plans.messages.tsx'
import { useGoTo } from '../../navigation.tsx'

export function MyPlans() {
  const t = useMessages(messages)
  const query = useMyOrders()
  const balances = useMyBalances()
  const past = useSearchParams(accountSearch).past === true
  const goTo = useGoTo()
  const show = (to: boolean) => void goTo({ to: '/account', search: { tab: 'plans', ...(to ? { past: true as const } : {}) }, resetScroll: false })
  if (query.isPending) return <Skeletons kind="rows" />
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  const all = query.data.orders
  const shown = all.filter((one) => isFinished(one) === past)
  const hasPast = all.some((one) => isFinished(one))
  return (
    <div className="stack">
      <h2 className="sr">{t.title}</h2>
      <CardChangeOutcome />
      {hasPast ? (
        <div className="chips" role="group" aria-label={t.which}>
          <button type="button" className="chip" aria-pressed={!past} onClick={() => show(false)}>
            {t.now}
          </button>
          <button type="button" className="chip" aria-pressed={past} onClick={() => show(true)}>
            {t.past}
          </button>
        </div>
      ) : null}
      {shown.length === 0 ? (
        <div className="card">
          <EmptyState
            title={past ? t.nonePast : t.none}
            action={
              <Link to="/plans" className={buttonClass()}>
                {t.see}
              </Link>
            }
          >
            {t.twoClicks}
          </EmptyState>
        </div>
      ) : (
        <ul className="cards">
          {shown.map((order) => (
            <OrderCard key={order.id} order={order} balance={balances.data?.balances.find((one) => one.orderId === order.id)} />
          ))}
        </ul>
      )}
    </div>
  )
}

/** Result of a card change on the payment provider's page. */
function CardChangeOutcome() {
  const { card } = useSearchParams(accountSearch)
  const check = useOrderPaymentCheck(card ?? '', card !== undefined)
  return card ? <PaymentOutcome check={check} what="card" /> : null
}
