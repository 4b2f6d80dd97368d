/** Page of the link in booking emails; needs no account. Source: guide bookings §17. */
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { ApiError, useIsMember } from '../../api.ts'
import { ButtonLink } from '../../kit/button.tsx'
import { EmptyState, ErrorState, Skeletons } from '../../kit/states.tsx'
import { When } from '../../kit/when.tsx'
import { useMessages } from '../../kit/messages.ts'
import { HostedLayout } from '../layout.tsx'
import { AccountHint } from './account-hint.tsx'
import { AddToCalendar } from './add-to-calendar.tsx'
import { CancellationOutcome } from './cancellation-outcome.tsx'
import { Changes } from './changes.tsx'
import { BookingDetails } from './details.tsx'
import { messages } from './manage.messages.tsx'
import { type ManageProps, useManagedBooking, findZone } from './managed-booking.ts'
import { Waitlist } from './waitlist.tsx'

export function ManageBooking() {
  const { token = '' } = useParams({ strict: false }) as { token?: string }
  const t = useMessages(messages)
  const query = useManagedBooking(token)
  return (
    <HostedLayout title={query.data?.visit ? t.visit : t.title}>
      {query.isPending ? (
        <>
          <h1 className="sr">{t.title}</h1>
          <Skeletons kind="text" count={5} />
        </>
      ) : query.error && !query.data ? (
        <InvalidLink error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <ManageContent token={token} managed={query.data} />
      )}
    </HostedLayout>
  )
}

/** Shown for an invalid link, with where to go instead. */
function InvalidLink({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  const t = useMessages(messages)
  const [title, text] =
    error.code === 'INVALID_TOKEN' || error.violations.length > 0
      ? [t.expired, t.expiredMeans]
      : error.status === 404
        ? [t.gone, t.expiredMeans]
        : error.status === 429
          ? [t.tooOften, t.tooOftenMeans]
          : []
  return (
    <>
      <h1 className="sr">{t.title}</h1>
      {title ? (
        <EmptyState
          title={title}
          action={
            <ButtonLink href="/account?tab=bookings" variant="light">
              {t.myBookings}
            </ButtonLink>
          }
        >
          {text}
        </EmptyState>
      ) : (
        <ErrorState error={error} onRetry={onRetry} />
      )}
    </>
  )
}

function ManageContent({ token, managed }: ManageProps) {
  const t = useMessages(messages)
  const member = useIsMember()
  const { payToken, balanceToken, holdExpiresAt, waitlist, bookings } = managed
  const state = waitlist?.status === 'SUGGESTING' ? 'OFFERED' : managed.state
  const heading = useRef<HTMLHeadingElement>(null)
  const previousState = useRef(state)
  // The pressed button is gone with the old state: focus the new state, so that it is read out.
  useEffect(() => {
    if (previousState.current !== state) heading.current?.focus()
    previousState.current = state
  }, [state])
  const [title = t.title, text = ''] = t.states[state] ?? []
  const isFree = Number(managed.amounts.open) === 0
  const [first] = bookings
  return (
    <div className="stack stack-l">
      <div className="card stack">
        <h1 className="title" tabIndex={-1} ref={heading}>
          {title}
        </h1>
        {text ? <p>{state === 'UNFINISHED' && isFree ? t.unfinishedFree : text}</p> : null}
        {managed.outcome ? <CancellationOutcome outcome={managed.outcome} /> : null}
        {state === 'UNFINISHED' && payToken ? (
          <FinishPayment href={`/checkout/basket/${payToken}`} label={isFree ? t.finish : t.pay}>
            {holdExpiresAt
              ? t.heldUntil(<When at={holdExpiresAt} style="time" {...(first && findZone(first) ? { zone: findZone(first) as string } : {})} />)
              : null}
          </FinishPayment>
        ) : null}
        {balanceToken ? (
          <div className="row">
            <ButtonLink href={`/checkout/basket/${balanceToken}`}>{t.payBalance}</ButtonLink>
          </div>
        ) : null}
        {managed.intakes ? <Intakes intakes={managed.intakes} /> : null}
        {waitlist ? <Waitlist token={token} managed={managed} /> : null}
        <BookingDetails managed={managed} />
        {state === 'CONFIRMED' || state === 'REQUESTED' ? <AddToCalendar token={token} managed={managed} /> : null}
        {state === 'CANCELED' || state === 'DECLINED' || state === 'LAPSED' || state === 'PAST' ? (
          <div className="row">
            <ButtonLink href={first ? `/service/${first.serviceId}` : '/services'} variant="light">
              {t.again}
            </ButtonLink>
          </div>
        ) : null}
      </div>
      {state === 'CONFIRMED' || state === 'REQUESTED' || state === 'UNFINISHED' ? <Changes token={token} managed={managed} /> : null}
      {member ? (
        <p>
          <a className="link" href="/account?tab=bookings">
            {t.myBookings}
          </a>
        </p>
      ) : (
        <AccountHint managed={managed} />
      )}
    </div>
  )
}

/** The forms to fill in before the visit; those that were sent are named. */
function Intakes({ intakes }: { intakes: NonNullable<ManageProps['managed']['intakes']> }) {
  const t = useMessages(messages)
  return intakes.map(({ formName, isDone, token }) => (
    <div key={token} className="stack-s">
      <p className="small dim">{isDone ? t.formSent(formName) : t.formMissing(formName)}</p>
      {isDone ? null : (
        <div className="row">
          <ButtonLink href={`/booking/${token}/form`}>{t.fillIn}</ButtonLink>
        </div>
      )}
    </div>
  ))
}

function FinishPayment({ href, label, children }: { href: string; label: string; children: ReactNode }) {
  return (
    <div className="stack-s">
      {children ? <p className="small dim">{children}</p> : null}
      <div className="row">
        <ButtonLink href={href}>{label}</ButtonLink>
      </div>
    </div>
  )
}
