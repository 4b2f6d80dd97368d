/** The order summary of a plan: what it costs now and later, line by line, and the coupon. */
import { formatPercent } from '#kit/pure/percent.ts'
import { formatPriceSummary } from '#domains/orders/rules/price-summary.ts'
import type { PriceSpan } from '#domains/orders/rules/price.ts'
import { type ApiError, call } from '../api.ts'
import { formatMoney, Money } from '../kit/money.tsx'
import { Note, Skeletons } from '../kit/states.tsx'
import { When } from '../kit/when.tsx'
import { useMessages } from '../kit/messages.ts'
import { pageLanguage } from '../language.ts'
import type { PublicPlan } from '../site/cards.tsx'
import { CouponField } from './coupon-field.tsx'
import { messages } from './plan-checkout.messages.tsx'
import type { PlanPrice, PlanSelection } from './plan-price.ts'

interface PlanSummaryProps {
  plan: PublicPlan
  price: PlanPrice | undefined
  selection: PlanSelection
  onSelect: (selection: PlanSelection) => void
  /** An order exists already; its price is what is paid. */
  isOrdered: boolean
  selectionError: ApiError | null
}
export function PlanSummary({ plan, price, selection, onSelect, isOrdered, selectionError }: PlanSummaryProps) {
  const t = useMessages(messages)
  const language = pageLanguage()
  const { currency } = plan.pricing.price
  const first = price?.spans[0]?.price
  const free = price !== undefined && price.spans.every(({ price: one }) => Number(one.total) === 0)
  return (
    <>
      <div>
        <h3>{plan.name}</h3>
        {price ? (
          <p className="dim small">
            {formatPriceSummary(
              { model: plan.pricing, spans: price.spans as PriceSpan[], trialDays: price.trialDays },
              (value, code) => formatMoney(value, code, language),
              language,
            )}
          </p>
        ) : null}
      </div>
      {!price || !first ? (
        <Skeletons kind="text" count={3} />
      ) : (
        <>
          <dl className="sum">
            <dt>{t.plan}</dt>
            <dd>
              <Money value={plan.pricing.price.value} currency={currency} free={t.free} />
            </dd>
            {first.coupon ? (
              <>
                <dt>{t.coupon(first.coupon.code)}</dt>
                <dd>
                  −<Money value={first.coupon.amount} currency={currency} />
                </dd>
              </>
            ) : null}
            {(first.fees ?? []).map((fee) => (
              <div key={fee.name} className="contents">
                <dt>{fee.name}</dt>
                <dd>
                  <Money value={fee.amount} currency={currency} />
                </dd>
              </div>
            ))}
            {first.tax && !first.tax.includedInPrice ? (
              <>
                <dt>
                  {first.tax.name} {formatPercent(first.tax.rate, language)}
                </dt>
                <dd>
                  <Money value={first.tax.amount} currency={currency} />
                </dd>
              </>
            ) : null}
            {price.trialDays > 0 ? (
              <>
                <dt>{t.firstPayment(price.trialDays)}</dt>
                <dd>
                  <Money value={first.total} currency={currency} />
                </dd>
              </>
            ) : null}
            <dt className="total">{t.dueToday}</dt>
            <dd className="total">
              <Money value={price.dueToday} currency={currency} />
            </dd>
          </dl>
          {first.tax?.includedInPrice && !free ? (
            <p className="small dim">
              {t.includes(<Money value={first.tax.amount} currency={currency} />, first.tax.name, formatPercent(first.tax.rate, language))}
            </p>
          ) : null}
          {price.next ? (
            <p className="small">{t.next(<Money value={price.next.amount} currency={currency} />, <When at={price.next.date} style="date" />)}</p>
          ) : null}
          {price.hadTrial ? <Note>{t.hadTrial}</Note> : null}
          {free || isOrdered ? null : (
            <CouponField
              applied={first.coupon && selection.coupon}
              onApply={async (couponCode) => {
                await call('orders.getPricePreview', { body: { planId: plan.id, couponCode } })
                onSelect({ ...selection, coupon: couponCode })
              }}
              onRemove={() => onSelect({ ...selection, coupon: '' })}
            />
          )}
          {selectionError ? (
            <Note tone="bad" role="alert">
              {selectionError.message}
            </Note>
          ) : null}
        </>
      )}
      {plan.perks.values.length > 0 ? (
        <ul className="small dim lines">
          {plan.perks.values.map((perk) => (
            <li key={perk}>{perk}</li>
          ))}
        </ul>
      ) : null}
      {plan.pricing.subscription ? <p className="small dim">{plan.buyerCanCancel ? t.mayCancel : t.mayNotCancel}</p> : null}
    </>
  )
}
