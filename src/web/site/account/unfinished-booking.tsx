/** An unfinished booking: waitlisted, offered, or with an open checkout. */
import { useState } from 'react'
import { call, errorMessage, useApiQuery } from '../../api.ts'
import { Button } from '../../kit/button.tsx'
import { Note } from '../../kit/states.tsx'
import { When } from '../../kit/when.tsx'
import { useMessages } from '../../kit/messages.ts'
import type { Booking } from '../member-data.ts'
import { messages } from './bookings.messages.tsx'

export function UnfinishedBooking({ booking, title }: { booking: Booking; title: string }) {
  return booking.status === 'WAITING_LIST' ? <WaitlistPosition booking={booking} title={title} /> : <HeldBooking booking={booking} title={title} />
}

function WaitlistPosition({ booking, title }: { booking: Booking; title: string }) {
  const t = useMessages(messages)
  const eventId = booking.bookedEntity.slot?.eventId
  const lists = useApiQuery('waitlist.list', { body: { sessionIds: [eventId ?? ''] } }, { enabled: eventId !== undefined })
  const registration = lists.data?.waitlists[0]?.registrations.find(({ bookingId }) => bookingId === booking.id)
  if (!registration) return null
  if (registration.status !== 'SUGGESTING' || !registration.offerExpiresDate) return <p>{t.place(registration.position)}</p>
  return (
    <Note tone="good" role="status">
      <p className="strong">{t.offered(<When at={registration.offerExpiresDate} style="time" />)}</p>
      <ManageLink bookingId={booking.id} label={t.take} accessibleName={t.takeNamed(title)} />
    </Note>
  )
}

function HeldBooking({ booking, title }: { booking: Booking; title: string }) {
  const t = useMessages(messages)
  const summary = useApiQuery('bookingPages.bookingSummary', { params: { id: booking.id } })
  if (!summary.data) return null
  return summary.data.holdExpiresAt ? (
    <ManageLink bookingId={booking.id} label={t.finish} accessibleName={t.finishNamed(title)} />
  ) : (
    <p className="small dim">{t.lapsed}</p>
  )
}

/** Links to the same page as the email, where an offer is accepted or the booking paid. */
function ManageLink({ bookingId, label, accessibleName }: { bookingId: string; label: string; accessibleName: string }) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const openManagePage = async () => {
    setBusy(true)
    setFailure('')
    try {
      const { token } = await call('anonymousBookings.getAnonymousActionToken', { params: { bookingId } })
      location.assign(`/booking/${token}`)
    } catch (error) {
      setFailure(errorMessage(error))
      setBusy(false)
    }
  }
  return (
    <div className="stack-s">
      {failure ? (
        <Note tone="bad" role="alert">
          {failure}
        </Note>
      ) : null}
      <div className="row">
        <Button busy={busy} aria-label={accessibleName} onClick={() => void openManagePage()}>
          {label}
        </Button>
      </div>
    </div>
  )
}
