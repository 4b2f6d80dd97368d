/** One-click booking for a signed-in member whose plan pays. */
import { useState } from 'react'
import { ApiError, call, errorMessage, queryClient } from '../api.ts'
import { currentMessages, defineMessages } from '../kit/messages.ts'
import { type Balance, toBookedSlot, type SlotEntry, useCurrentMember } from './catalog.ts'
import { useGoTo } from '../navigation.tsx'

const messages = defineMessages(
  {
    taken: 'This time was just taken. Please choose another one.',
    closed: 'This time can’t be booked online anymore.',
  },
  {
    de: {
      taken: 'Diese Zeit ist nicht mehr frei. Bitte wähle eine andere.',
      closed: 'Diese Zeit ist nicht mehr online buchbar.',
    },
  },
)

/** The message for a refused booking. */
export function explainBookingRefusal(error: ApiError): string {
  if (/CAPACITY|SLOT_NOT_AVAILABLE|SESSION_NOT_FOUND/.test(error.code)) return currentMessages(messages).taken
  if (error.code === 'BOOKING_POLICY_VIOLATION') return currentMessages(messages).closed
  return error.message
}

export function useDirectBooking() {
  const goTo = useGoTo()
  const me = useCurrentMember().data?.member
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const book = async (entry: SlotEntry, plan: Balance) => {
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
          totalParticipants: 1,
          paymentOption: 'MEMBERSHIP',
          planOrderId: plan.orderId,
        },
      })
      if (payment?.outcome === 'place_gone') throw new ApiError(409, '', { code: 'SLOT_NOT_AVAILABLE' })
      await goTo({ to: '/thank-you', search: { bookingId: booking.id } })
    } catch (error) {
      setFailure(error instanceof ApiError ? explainBookingRefusal(error) : errorMessage(error))
    } finally {
      setBusy(false)
      void queryClient.invalidateQueries()
    }
  }
  return { ready: me !== undefined, busy, failure, book }
}
