/** A place on a waiting list: where in line, what happens next, and an offer with the time that is left for it. */
import { useState } from 'react'
import { ApiError, call, queryClient } from '../../api.ts'
import { Button } from '../../kit/button.tsx'
import { ConfirmButton } from '../../kit/confirm.tsx'
import { Note } from '../../kit/states.tsx'
import { toast } from '../../kit/toasts.tsx'
import { sayNow, useWords } from '../../kit/words.ts'
import { Countdown } from '../countdown.tsx'
import { said } from './manage.words.tsx'
import type { Linked } from './managed.ts'

export function Waiting({ token, managed }: Linked) {
  const t = useWords(said)
  const { waitlist, amounts, now } = managed
  const [over, setOver] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<ApiError>()
  if (!waitlist) return null
  const { offerExpiresDate, registrationId } = waitlist
  const isOffered = waitlist.status === 'SUGGESTING' && offerExpiresDate !== undefined && over !== offerExpiresDate
  const byPlan = managed.bookings[0]?.booking.selectedPaymentOption === 'MEMBERSHIP'
  const costs = Number(amounts.total) > 0 && !byPlan
  const take = async (otherwise: boolean) => {
    setBusy(true)
    setFailure(undefined)
    try {
      const body = { registrationId, token, ...(otherwise ? { paymentOption: 'UNDEFINED' as const } : {}) }
      const { booking } = await call('bookings.enroll', { body })
      if (booking.status === 'CREATED') {
        const { payToken } = await call('bookings.getManagedBooking', { params: { token } })
        if (payToken) {
          location.assign(`/checkout/basket/${payToken}`)
          return
        }
      }
      await queryClient.invalidateQueries()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error)
      if (error.code === 'SLOT_NOT_AVAILABLE') setOver(offerExpiresDate ?? '')
    } finally {
      setBusy(false)
    }
  }
  const leave = async () => {
    await call('bookings.leave', { body: { registrationId, token } })
    toast(sayNow(said).waiting.gone)
    await queryClient.invalidateQueries()
  }
  const noCredits = failure?.code === 'NOT_ENOUGH_BALANCE'
  return (
    <div className="stack">
      {isOffered ? (
        <Note tone="good" role="status">
          <Countdown until={offerExpiresDate} from={now} say={t.waiting.left} speak={t.waiting.leftSpoken} onOver={() => setOver(offerExpiresDate)} />
        </Note>
      ) : (
        <div className="stack-s">
          <p className="strong">{t.waiting.place(waitlist.position)}</p>
          {over ? <p role="status">{t.waiting.over}</p> : waitlist.status === 'EXPIRED' ? <p>{t.waiting.missed}</p> : null}
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
          <Button busy={busy} onClick={() => void take(noCredits)}>
            {noCredits ? t.waiting.otherwise : costs ? t.waiting.takeAndPay : t.waiting.take}
          </Button>
        ) : null}
        <ConfirmButton label={t.waiting.leave} title={t.waiting.leaveTitle} verb={t.waiting.leaveVerb} onConfirm={leave}>
          <p>{t.waiting.leaveMeans}</p>
        </ConfirmButton>
      </div>
    </div>
  )
}
