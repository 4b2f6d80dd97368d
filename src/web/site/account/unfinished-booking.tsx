/** A booking that waits for its owner: a place in line, an offer, or a checkout that is not finished. */
import { useState } from 'react'
import { call, failureInWords, useAsk } from '../../api.ts'
import { Button } from '../../kit/button.tsx'
import { Note } from '../../kit/states.tsx'
import { When } from '../../kit/when.tsx'
import { useWords } from '../../kit/words.ts'
import type { Booking } from '../catalog.ts'
import { said } from './bookings.words.tsx'

export function UnfinishedBooking({ booking, title }: { booking: Booking; title: string }) {
  return booking.status === 'WAITING_LIST' ? <InLine booking={booking} title={title} /> : <Held booking={booking} title={title} />
}

function InLine({ booking, title }: { booking: Booking; title: string }) {
  const t = useWords(said)
  const eventId = booking.bookedEntity.slot?.eventId
  const lists = useAsk('bookings.list', { body: { sessionIds: [eventId ?? ''] } }, { enabled: eventId !== undefined })
  const mine = lists.data?.waitlists[0]?.registrations.find(({ bookingId }) => bookingId === booking.id)
  if (!mine) return null
  if (mine.status !== 'SUGGESTING' || !mine.offerExpiresDate) return <p>{t.place(mine.position)}</p>
  return (
    <Note tone="good" role="status">
      <p className="strong">{t.offered(<When at={mine.offerExpiresDate} style="time" />)}</p>
      <ToItsPage bookingId={booking.id} label={t.take} named={t.takeNamed(title)} />
    </Note>
  )
}

function Held({ booking, title }: { booking: Booking; title: string }) {
  const t = useWords(said)
  const summary = useAsk('bookings.bookingSummary', { params: { id: booking.id } })
  if (!summary.data) return null
  return summary.data.holdExpiresAt ? (
    <ToItsPage bookingId={booking.id} label={t.finish} named={t.finishNamed(title)} />
  ) : (
    <p className="small dim">{t.lapsed}</p>
  )
}

/** Offers are taken and bookings paid on the page of the link that goes out by email. */
function ToItsPage({ bookingId, label, named }: { bookingId: string; label: string; named: string }) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const go = async () => {
    setBusy(true)
    setFailure('')
    try {
      const { token } = await call('bookings.getAnonymousActionToken', { params: { bookingId } })
      location.assign(`/booking/${token}`)
    } catch (error) {
      setFailure(failureInWords(error))
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
        <Button busy={busy} aria-label={named} onClick={() => void go()}>
          {label}
        </Button>
      </div>
    </div>
  )
}
