import type { ReactNode } from 'react'
import { DashboardLink } from '../parts/link.tsx'
import type { PaymentSubject } from './payer-names.ts'

/** A link to the order or booking of a payment; nothing for payments that match none. */
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
