/** A waitlist spot: position, what happens next, and an offer with its deadline. */
import { useState } from 'react'
import { ApiError, call, queryClient } from '../../api.ts'
import { Button } from '../../kit/button.tsx'
import { ConfirmButton } from '../../kit/confirm.tsx'
import { Note } from '../../kit/states.tsx'
import { toast } from '../../kit/toasts.tsx'
import { currentMessages, useMessages } from '../../kit/messages.ts'
import { Countdown } from '../countdown.tsx'
import { messages } from './manage.messages.tsx'
import type { ManageProps } from './managed-booking.ts'

export function Waitlist({ token, managed }: ManageProps) {
  const t = useMessages(messages)
  const { waitlist, amounts, now } = managed
  const [expiredOffer, setExpiredOffer] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ApiError>()
  if (!waitlist) return null
  const { offerExpiresDate, registrationId } = waitlist
  const isOffered = waitlist.status === 'SUGGESTING' && offerExpiresDate !== undefined && expiredOffer !== offerExpiresDate
  const isPaidByPlan = managed.bookings[0]?.booking.selectedPaymentOption === 'MEMBERSHIP'
  const needsPayment = Number(amounts.total) > 0 && !isPaidByPlan
  const acceptOffer = async (payOtherwise: boolean) => {
    setBusy(true)
    setFailure(undefined)
    try {
      const body = { registrationId, token, ...(payOtherwise ? { paymentOption: 'UNDEFINED' as const } : {}) }
      const { booking } = await call('waitlist.enroll', { body })
      if (booking.status === 'CREATED') {
        const { payToken } = await call('managedBookings.getManagedBooking', { params: { token } })
        if (payToken) {
          location.assign(`/checkout/basket/${payToken}`)
          return
        }
      }
      await queryClient.invalidateQueries()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error)
      if (error.code === 'SLOT_NOT_AVAILABLE') setExpiredOffer(offerExpiresDate ?? '')
    } finally {
      setBusy(false)
    }
  }
  const leaveWaitlist = async () => {
    await call('waitlist.leave', { body: { registrationId, token } })
    toast(currentMessages(messages).waiting.gone)
    await queryClient.invalidateQueries()
  }
  const noCredits = failure?.code === 'NOT_ENOUGH_BALANCE'
  return (
    <div className="stack">
      {isOffered ? (
        <Note tone="good" role="status">
          <Countdown
            until={offerExpiresDate}
            from={now}
            format={t.waiting.left}
            formatForReaders={t.waiting.leftForReaders}
            onOver={() => setExpiredOffer(offerExpiresDate)}
          />
        </Note>
      ) : (
        <div className="stack-s">
          <p className="strong">{t.waiting.place(waitlist.position)}</p>
          {expiredOffer ? <p role="status">{t.waiting.over}</p> : waitlist.status === 'EXPIRED' ? <p>{t.waiting.missed}</p> : null}
          <p className="small dim">{t.waiting.next(waitlist.timeWindowMinutes)}</p>
        </div>
      )}
      {failure && failure.code !== 'SLOT_NOT_AVAILABLE' ? (
        <Note tone="bad" role="alert">
          {noCredits ? `${t.waiting.noCredits} ${failure.message}` : failure.message}
        </Note>
      ) : null}
      <div className="row">
        {isOffered ? (
          <Button busy={busy} onClick={() => void acceptOffer(noCredits)}>
            {noCredits ? t.waiting.otherwise : needsPayment ? t.waiting.takeAndPay : t.waiting.take}
          </Button>
        ) : null}
        <ConfirmButton label={t.waiting.leave} title={t.waiting.leaveTitle} confirmLabel={t.waiting.leaveVerb} onConfirm={leaveWaitlist}>
          <p>{t.waiting.leaveMeans}</p>
        </ConfirmButton>
      </div>
    </div>
  )
}
