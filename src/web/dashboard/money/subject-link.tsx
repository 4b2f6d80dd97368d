import type { ReactNode } from 'react'
import { DashboardLink } from '../parts/link.tsx'
import type { PaymentSubject } from './payer-names.ts'

/** A link to what a payment was for; money that belongs to nothing leads nowhere. */
export function SubjectLink({ subject, children }: { subject: PaymentSubject; children: ReactNode }) {
  if (subject.orderId)
    return (
      <DashboardLink to="/dashboard/plans" search={{ tab: 'subscriptions', open: subject.orderId }}>
        {children}
      </DashboardLink>
    )
  return subject.bookingId ? (
    <DashboardLink to="/dashboard/bookings" search={{ open: subject.bookingId }}>
      {children}
    </DashboardLink>
  ) : (
    children
  )
}
