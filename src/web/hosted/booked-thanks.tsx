/** After a booking or a visit of several services: what was booked, calendars, the plan that pays, and an account for guests. */
import { lazy, Suspense, useState } from 'react'
import { useIsMember } from '../api.ts'
import { ButtonLink } from '../kit/button.tsx'
import { saveDraft } from '../kit/draft.ts'
import { useMessages } from '../kit/messages.ts'
import { ErrorState, Skeletons } from '../kit/states.tsx'
import { useMyBalances } from '../site/member-data.ts'
import { AccountHint } from './manage/account-hint.tsx'
import { AddToCalendar } from './manage/add-to-calendar.tsx'
import { BookingDetails } from './manage/details.tsx'
import { type ManagedBooking, nameOfGuest, useManagedBooking } from './manage/managed-booking.ts'
import { messages } from './thank-you.messages.tsx'

// Only for guests.
const SignIn = lazy(async () => ({ default: (await import('./sign-in.tsx')).SignIn }))

interface BookedThanksProps {
  /** Opens the manage page. */
  token: string
  title: string
  text: string | undefined
  /** The plan order that pays, where one does. */
  planOrderId: string | undefined
}
export function BookedThanks({ token, title, text, planOrderId }: BookedThanksProps) {
  const t = useMessages(messages)
  const isMember = useIsMember()
  const query = useManagedBooking(token)
  const paidWith = usePlanUse(planOrderId)
  if (query.isPending) return <Skeletons kind="text" count={6} />
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  const managed = query.data
  return (
    <div className="stack stack-l">
      <div className="card stack">
        <h1 className="title">{title}</h1>
        {text ? <p>{text}</p> : null}
        <BookingDetails managed={managed} paidWith={paidWith} />
        <div className="row">
          <ButtonLink href={`/booking/${token}`}>{t.manage}</ButtonLink>
          {isMember ? (
            <ButtonLink variant="default" href="/account?tab=bookings">
              {t.myBookings}
            </ButtonLink>
          ) : (
            <ButtonLink variant="default" href="/">
              {t.start}
            </ButtonLink>
          )}
        </div>
        {managed.state === 'WAITING' ? null : <AddToCalendar token={token} managed={managed} />}
      </div>
      {isMember ? null : managed.hasAccount ? (
        <AccountHint managed={managed} />
      ) : (
        <Suspense fallback={<Skeletons kind="text" count={3} />}>
          <GuestAccount managed={managed} />
        </Suspense>
      )}
    </div>
  )
}

/** "Ten Class Pack · 1 of 10 used": the plan of the member that pays; undefined until it is known. */
function usePlanUse(orderId: string | undefined): string | undefined {
  const t = useMessages(messages)
  const balances = useMyBalances().data?.balances
  const plan = orderId === undefined ? undefined : balances?.find((one) => one.orderId === orderId)
  if (!plan) return undefined
  const total = Number(plan.total ?? 0)
  return plan.unlimited ? t.withPlan(plan.planName) : t.withCredits(plan.planName, total - Number(plan.balance ?? 0), total)
}

/** Name and email are known from the booking: an account takes a password only. */
function GuestAccount({ managed }: { managed: ManagedBooking }) {
  const guest = nameOfGuest(managed)
  useState(() => saveDraft('sign-in', guest))
  return <SignIn mode="up" known={guest} returnUrl="/account?tab=bookings" onSignedIn={() => location.assign('/account?tab=bookings')} />
}
