/** Booking in one click: the member is known and a plan of theirs pays. */
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ApiError, call, queryClient } from '../api.ts'
import type { InputOf } from '../operations.ts'
import { type Balance, bookedSlot, type SlotEntry, useMyself } from './catalog.ts'

/** Why a booking was refused, in words that help. */
export function bookingRefusal(error: ApiError): string {
  if (/CAPACITY|SLOT_NOT_AVAILABLE|SESSION_NOT_FOUND/.test(error.code)) return 'Somebody was faster: this time is no longer free. Please choose another one.'
  if (error.code === 'BOOKING_POLICY_VIOLATION') return 'This time can no longer be booked online.'
  if (error.code === 'NOT_ENOUGH_BALANCE') return 'Your plan has no credits left for this. Choose another way to pay.'
  return error.message
}

export function useDirectBooking() {
  const navigate = useNavigate()
  const me = useMyself().data?.member
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const book = async (entry: SlotEntry, plan: Balance) => {
    setBusy(true)
    setFailure('')
    try {
      const { booking, payment } = await call('bookings.bookNow', {
        body: {
          slot: bookedSlot(entry),
          contactDetails: {
            firstName: me?.contact?.firstName || me?.profile?.nickname || '',
            lastName: me?.contact?.lastName ?? '',
            email: me?.loginEmail ?? '',
          },
          totalParticipants: 1,
          paymentOption: 'MEMBERSHIP',
          planOrderId: plan.orderId,
        } as InputOf<'bookings.bookNow'>['body'],
      })
      if (payment?.outcome === 'place_gone') throw new ApiError(409, '', { code: 'SLOT_NOT_AVAILABLE' })
      await navigate({ to: '/thank-you', search: { bookingId: booking.id } } as never)
    } catch (error) {
      setFailure(error instanceof ApiError ? bookingRefusal(error) : 'That did not work. Please try again.')
    } finally {
      setBusy(false)
      void queryClient.invalidateQueries()
    }
  }
  return { ready: me !== undefined, busy, failure, book }
}
