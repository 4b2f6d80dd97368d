import type { ReactNode } from 'react'
import { Go } from '../parts/go.tsx'
import type { About } from './whose.ts'

/** A link to what a payment was for; money that belongs to nothing leads nowhere. */
export function PaidThing({ of, children }: { of: About; children: ReactNode }) {
  if (of.orderId)
    return (
      <Go to="/dashboard/plans" search={{ tab: 'subscriptions', open: of.orderId }}>
        {children}
      </Go>
    )
  return of.bookingId ? (
    <Go to="/dashboard/bookings" search={{ open: of.bookingId }}>
      {children}
    </Go>
  ) : (
    children
  )
}
