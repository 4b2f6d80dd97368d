/** Summary of the pay page: lines, total, due now and later, and how long the spots are held. */
import { useEffect, useState } from 'react'
import { call } from '../api.ts'
import { Money } from '../kit/money.tsx'
import { Taxes } from '../kit/taxes.tsx'
import { StatusBadge } from '../kit/status-badge.tsx'
import { When } from '../kit/when.tsx'
import { useMessages } from '../kit/messages.ts'
import { CouponField } from './coupon-field.tsx'
import type { PayPageData } from './pay-page-data.ts'
import { messages } from './pay-page.messages.tsx'

interface PaySummaryProps {
  id: string
  page: PayPageData
  /** The price changed: refetch. */
  onChanged: () => Promise<unknown>
}
export function PaySummary({ id, page, onChanged }: PaySummaryProps) {
  const t = useMessages(messages)
  const { amounts, items } = page
  const isOpen = page.state === 'OPEN'
  const setCoupon = async (couponCode: string | null) => {
    await call('ecom.setPayPageCoupon', { params: { id }, body: { couponCode } })
    await onChanged()
  }
  const amountRow = (label: string, amount: string, isTotal = false) => (
    <>
      <dt className={isTotal ? 'total' : undefined}>{label}</dt>
      <dd className={isTotal ? 'total' : undefined}>
        <Money value={amount} currency={amounts.currency} />
        {isTotal ? <Taxes taxes={amounts.taxes} currency={amounts.currency} /> : null}
      </dd>
    </>
  )
  return (
    <aside className="card stack" aria-label={t.summary}>
      <h2 className="panel-title">{t.summary}</h2>
      <ul className="list">
        {items.map((item) => (
          <li key={item.bookingId} className="line stack-s">
            <div className="row row-between">
              <h3 className="h3">{item.title}</h3>
              {items.length > 1 ? <Money value={item.amount} currency={amounts.currency} free={t.free} /> : null}
            </div>
            <p className="small">
              <When at={item.startDate} until={item.endDate} both />
            </p>
            <p className="small dim">{[item.place, item.staff, t.people(item.participants)].filter(Boolean).join(' · ')}</p>
            {isOpen ? null : (
              <p>
                <StatusBadge status={item.status} />
              </p>
            )}
          </li>
        ))}
      </ul>
      <dl className="sum">
        {amounts.coupon ? (
          <>
            {items.length === 1 ? amountRow(t.price, String(Number(amounts.total) + Number(amounts.coupon.amount))) : null}
            <dt>{t.coupon(amounts.coupon.code)}</dt>
            <dd>
              −<Money value={amounts.coupon.amount} currency={amounts.currency} />
            </dd>
          </>
        ) : null}
        {Number(amounts.total) > 0 ? amountRow(t.total, amounts.total, true) : null}
        {Number(amounts.total) === 0 ? (
          <>
            <dt className="total">{t.total}</dt>
            <dd className="total">{t.free}</dd>
          </>
        ) : null}
        {Number(amounts.byPlan) > 0 ? amountRow(t.byPlan, amounts.byPlan) : null}
        {isOpen && Number(amounts.dueNow) > 0 ? amountRow(t.dueNow, amounts.dueNow) : null}
        {Number(amounts.paid) > 0 ? amountRow(t.paid, amounts.paid) : null}
        {page.state !== 'GONE' && Number(amounts.later) > 0 ? amountRow(t.later, amounts.later) : null}
      </dl>
      {isOpen && (amounts.coupon || Number(amounts.total) > Number(amounts.byPlan)) ? (
        <CouponField applied={amounts.coupon?.code} onApply={setCoupon} onRemove={() => setCoupon(null)} />
      ) : null}
      {isOpen ? <HoldCountdown until={page.holdExpiresAt} /> : null}
    </aside>
  )
}

const formatClock = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
const secondsUntil = (until: string | undefined): number => (until ? Math.max(0, Math.round((Date.parse(until) - Date.now()) / 1000)) : 0)

/** Countdown of the hold, and what its end means. Announced once, not every second. */
function HoldCountdown({ until }: { until: string | undefined }) {
  const t = useMessages(messages)
  const [left, setLeft] = useState(() => secondsUntil(until))
  useEffect(() => {
    setLeft(secondsUntil(until))
    const timer = setInterval(() => setLeft(secondsUntil(until)), 1000)
    return () => clearInterval(timer)
  }, [until])
  return left > 0 ? (
    <p className="small dim" role="timer" aria-live="off">
      {t.held(<span className="clock">{formatClock(left)}</span>)}
    </p>
  ) : (
    <p className="small" role="status">
      {t.notHeld}
    </p>
  )
}
