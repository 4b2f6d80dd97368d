/** How a visit ends: thank you, signed out, back from signing in. Each asks the server for the truth. */
import { useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { queryClient, useAsk, useIsMember } from '../api.ts'
import { exchangeCode, saveTokens } from '../auth.ts'
import { ButtonLink } from '../kit/button.tsx'
import { Money } from '../kit/money.tsx'
import { ErrorState, Skeletons } from '../kit/states.tsx'
import { StatusBadge } from '../kit/status-badge.tsx'
import { When } from '../kit/when.tsx'
import { HostedFrame } from './frame.tsx'
import { calendarFile } from './calendar-file.ts'

export function ThankYou() {
  const { planOrderId, bookingId } = useSearch({ strict: false }) as { planOrderId?: string; bookingId?: string }
  return (
    <HostedFrame title="Thank you">
      {bookingId ? (
        <Booked id={bookingId} />
      ) : planOrderId ? (
        <Bought id={planOrderId} />
      ) : (
        <div className="card stack">
          <h1 className="title">Thank you</h1>
          <p>Everything is done.</p>
          <ButtonLink href="/" variant="light">
            Go to the start
          </ButtonLink>
        </div>
      )}
    </HostedFrame>
  )
}

function Booked({ id }: { id: string }) {
  const member = useIsMember()
  const asked = useAsk('bookings.bookingSummary', { params: { id } })
  if (asked.isPending) return <Skeletons kind="text" count={4} />
  if (asked.error) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
  const { booking, amounts, policyText } = asked.data
  const words: Record<string, [string, string]> = {
    CONFIRMED: ['You are booked', 'We look forward to seeing you. A confirmation is on its way by e-mail.'],
    PENDING: ['Your request is sent', 'You will get an e-mail as soon as it is confirmed. Nothing is final until then.'],
    WAITING_LIST: ['You are on the waitlist', 'We write to you as soon as a place is free.'],
    CREATED: ['Not finished yet', 'Your place is held for a short time. Please finish the payment.'],
  }
  const [title, text] = words[booking.status] ?? ['Your booking', '']
  const place = booking.bookedEntity.slot?.location
  return (
    <div className="card stack">
      <h1 className="title">{title}</h1>
      <p>{text}</p>
      <dl className="facts">
        <dt>What</dt>
        <dd>{booking.bookedEntity.title}</dd>
        <dt>When</dt>
        <dd>
          <When at={booking.startDate} until={booking.endDate} both />
        </dd>
        {place?.name || place?.formattedAddress ? (
          <>
            <dt>Where</dt>
            <dd>{place.name || place.formattedAddress}</dd>
          </>
        ) : null}
        <dt>Status</dt>
        <dd>
          <StatusBadge status={booking.status} />
        </dd>
        {Number(amounts.total) > 0 ? (
          <>
            <dt>Price</dt>
            <dd>
              <Money value={amounts.total} currency={amounts.currency} />
              {Number(amounts.paid) > 0 ? (
                <span className="dim">
                  , <Money value={amounts.paid} currency={amounts.currency} /> paid
                </span>
              ) : null}
            </dd>
          </>
        ) : null}
      </dl>
      {policyText ? <p className="small dim">{policyText}</p> : null}
      <div className="row">
        <ButtonLink
          variant="light"
          download="booking.ics"
          href={calendarFile({
            id: booking.id,
            title: booking.bookedEntity.title ?? 'Booking',
            start: booking.startDate ?? '',
            end: booking.endDate ?? booking.startDate ?? '',
            place: place?.formattedAddress ?? place?.name ?? '',
          })}
        >
          Add to calendar
        </ButtonLink>
        {member ? (
          <ButtonLink variant="default" href="/account?tab=bookings">
            My bookings
          </ButtonLink>
        ) : (
          <ButtonLink variant="default" href="/">
            Go to the start
          </ButtonLink>
        )}
      </div>
    </div>
  )
}

function Bought({ id }: { id: string }) {
  const asked = useAsk('orders.memberGetOrder', { params: { id }, query: {} })
  const next = useAsk('orders.getAvailableActions', { params: { id } }).data?.nextPayment
  if (asked.isPending) return <Skeletons kind="text" count={4} />
  if (asked.error) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
  const { order } = asked.data
  const good = order.status === 'ACTIVE' || order.status === 'PENDING'
  return (
    <div className="card stack">
      <h1 className="title">{good ? `Welcome to ${order.planName}` : order.planName}</h1>
      <p>
        {order.status === 'ACTIVE'
          ? order.lastPaymentStatus === 'PAID'
            ? 'Your plan is active. A receipt is on its way by e-mail.'
            : 'Your plan is active.'
          : order.status === 'PENDING'
            ? 'Your plan starts on the day below.'
            : 'The payment is not finished. You can pay in your account.'}
      </p>
      <dl className="facts">
        <dt>Status</dt>
        <dd>
          <StatusBadge status={order.status} />
        </dd>
        <dt>Starts</dt>
        <dd>
          <When at={order.startDate} style="date" />
        </dd>
        {next ? (
          <>
            <dt>Next payment</dt>
            <dd>
              <When at={next.date} style="date" /> · <Money value={next.amount} currency={next.currency} free="nothing" />
            </dd>
          </>
        ) : null}
        {order.endDate ? (
          <>
            <dt>Ends</dt>
            <dd>
              <When at={order.endDate} style="date" />
            </dd>
          </>
        ) : null}
      </dl>
      <div className="row">
        <ButtonLink href="/services">Book something</ButtonLink>
        <ButtonLink variant="default" href="/account?tab=plans">
          My plans
        </ButtonLink>
      </div>
    </div>
  )
}

export function SignedOut() {
  useEffect(() => {
    saveTokens(undefined)
    queryClient.clear()
  }, [])
  return (
    <HostedFrame title="Signed out">
      <div className="card stack">
        <h1 className="title">You are signed out</h1>
        <p>See you soon.</p>
        <div className="row">
          <ButtonLink href="/">Go to the start</ButtonLink>
          <ButtonLink variant="default" href="/hosted/login">
            Sign in again
          </ButtonLink>
        </div>
      </div>
    </HostedFrame>
  )
}

/** Where the sign-in page sends people back with a code. The verifier was kept in this tab. */
export function SignedIn() {
  const { code, state, error, error_description } = useSearch({ strict: false }) as {
    code?: string
    state?: string
    error?: string
    error_description?: string
  }
  const [failure, setFailure] = useState('')
  const started = useRef(false)
  useEffect(() => {
    if (started.current) return
    started.current = true
    const kept = JSON.parse(sessionStorage.getItem('atrium.pkce') ?? 'null') as {
      verifier: string
      state: string
      redirectUri: string
      returnTo: string
    } | null
    if (error) {
      setFailure(error_description ?? 'Signing in did not work.')
      return
    }
    if (!code || !state) {
      setFailure('Missing code or state.')
      return
    }
    if (!kept || kept.state !== state) {
      setFailure('This sign-in was started somewhere else. Please try again.')
      return
    }
    sessionStorage.removeItem('atrium.pkce')
    exchangeCode(code, kept.verifier, kept.redirectUri).then(
      () => location.replace(kept.returnTo || '/account'),
      () => setFailure('This sign-in has expired. Please try again.'),
    )
  }, [code, state, error, error_description])
  return (
    <HostedFrame title="Signing in">
      {failure ? (
        <div className="card stack" role="alert">
          <h1 className="title">Not signed in</h1>
          <p>{failure}</p>
          <ButtonLink href="/hosted/login">Sign in</ButtonLink>
        </div>
      ) : (
        <div role="status">
          <h1 className="sr">Signing in</h1>
          <Skeletons kind="text" count={2} />
        </div>
      )}
    </HostedFrame>
  )
}
