/** One-click booking for a signed-in member whose plan pays. */
import { useState } from 'react'
import { ApiError, call, errorMessage, queryClient } from '../api.ts'
import { explainBookingRefusal } from './booking-refusal.ts'
import type { InputOf } from '../operations.ts'
import { type Balance, useCurrentMember } from './member-data.ts'
import { toBookedSlot, type SlotEntry } from './catalog.ts'

export type BookedExtras = Pick<InputOf<'bookingPages.bookNow'>['body'], 'participantsChoices' | 'totalParticipants'>

export function useDirectBooking() {
  const me = useCurrentMember().data?.member
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const book = async (entry: SlotEntry, plan: Balance, formUrl: string, booked: BookedExtras = { totalParticipants: 1 }) => {
    setBusy(true)
    setFailure('')
    try {
      const { booking, payment } = await call('bookingPages.bookNow', {
        body: {
          slot: toBookedSlot(entry),
          contactDetails: {
            firstName: me?.contact?.firstName || me?.profile?.nickname || '',
            lastName: me?.contact?.lastName ?? '',
            email: me?.loginEmail ?? '',
          },
          ...booked,
          paymentOption: 'MEMBERSHIP',
          planOrderId: plan.orderId,
        },
      })
      if (payment?.outcome === 'place_gone') throw new ApiError(409, '', { code: 'SLOT_NOT_AVAILABLE' })
      location.assign(`/thank-you?bookingId=${booking.id}`)
    } catch (error) {
      // The service or its policy asks something: the booking page does.
      if (error instanceof ApiError && error.violations.some(({ field }) => field.startsWith('formSubmission.'))) return location.assign(formUrl)
      setFailure(error instanceof ApiError ? explainBookingRefusal(error) : errorMessage(error))
    } finally {
      setBusy(false)
      void queryClient.invalidateQueries()
    }
  }
  return { ready: me !== undefined, busy, failure, book }
}
