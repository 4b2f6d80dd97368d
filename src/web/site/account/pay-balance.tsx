/** The way to pay what is left of a booking online, where the site takes online payments. */
import { useApiQuery } from '../../api.ts'
import { ButtonLink } from '../../kit/button.tsx'
import { useMessages } from '../../kit/messages.ts'
import { Money } from '../../kit/money.tsx'
import type { Booking } from '../member-data.ts'
import { messages } from './bookings.messages.tsx'

/** Confirmed by us, and not paid in full: after a deposit, or when the price went up. */
export const mayOweBalance = ({ status, paymentStatus }: Booking): boolean =>
  (status === 'CONFIRMED' || status === 'PENDING') && paymentStatus === 'PARTIALLY_PAID'

/** What is left of it, and the link to pay it, where there is one. */
export const useBalance = ({ id }: Booking) => useApiQuery('bookingPages.bookingSummary', { params: { id } })

export function PayBalance({ booking, title }: { booking: Booking; title: string }) {
  const t = useMessages(messages)
  const { data } = useBalance(booking)
  if (!data?.balanceToken) return null
  const { total, paid, currency } = data.amounts
  return (
    <div className="row">
      <ButtonLink href={`/checkout/basket/${data.balanceToken}`}>
        <span>
          {t.payBalance(<Money value={String(Number(total) - Number(paid))} currency={currency} />)}
          <span className="sr"> {title}</span>
        </span>
      </ButtonLink>
    </div>
  )
}
