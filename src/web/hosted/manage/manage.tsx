/** The page behind the button of every email about a booking, for whoever holds the link: no account needed. Source: guide bookings §17. */
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { ApiError, useIsMember } from '../../api.ts'
import { ButtonLink } from '../../kit/button.tsx'
import { EmptyState, ErrorState, Skeletons } from '../../kit/states.tsx'
import { When } from '../../kit/when.tsx'
import { useWords } from '../../kit/words.ts'
import { HostedFrame } from '../frame.tsx'
import { AccountHint } from './account-hint.tsx'
import { AddToCalendar } from './add-to-calendar.tsx'
import { Changes } from './changes.tsx'
import { Facts } from './facts.tsx'
import { said } from './manage.words.tsx'
import { type Linked, useManaged, zoneOf } from './managed.ts'
import { Waiting } from './waiting.tsx'

export function ManageBooking() {
  const { token = '' } = useParams({ strict: false }) as { token?: string }
  const t = useWords(said)
  const found = useManaged(token)
  return (
    <HostedFrame title={found.data?.visit ? t.visit : t.title}>
      {found.isPending ? (
        <>
          <h1 className="sr">{t.title}</h1>
          <Skeletons kind="text" count={5} />
        </>
      ) : found.error && !found.data ? (
        <Closed error={found.error} onRetry={() => void found.refetch()} />
      ) : (
        <Managed token={token} managed={found.data} />
      )}
    </HostedFrame>
  )
}

/** The link opens nothing: said plainly, with where to go instead. */
function Closed({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  const t = useWords(said)
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

function Managed({ token, managed }: Linked) {
  const t = useWords(said)
  const member = useIsMember()
  const { payToken, holdExpiresAt, waitlist, bookings } = managed
  const state = waitlist?.status === 'SUGGESTING' ? 'OFFERED' : managed.state
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(state)
  // What was pressed is gone with the old state: the new one is read out where it stands.
  useEffect(() => {
    if (before.current !== state) heading.current?.focus()
    before.current = state
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
        <p>{state === 'UNFINISHED' && isFree ? t.unfinishedFree : text}</p>
        {state === 'UNFINISHED' && payToken ? (
          <Finish href={`/checkout/basket/${payToken}`} label={isFree ? t.finish : t.pay}>
            {holdExpiresAt
              ? t.heldUntil(<When at={holdExpiresAt} style="time" {...(first && zoneOf(first) ? { zone: zoneOf(first) as string } : {})} />)
              : null}
          </Finish>
        ) : null}
        {waitlist ? <Waiting token={token} managed={managed} /> : null}
        <Facts managed={managed} />
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

function Finish({ href, label, children }: { href: string; label: string; children: ReactNode }) {
  return (
    <div className="stack-s">
      {children ? <p className="small dim">{children}</p> : null}
      <div className="row">
        <ButtonLink href={href}>{label}</ButtonLink>
      </div>
    </div>
  )
}
