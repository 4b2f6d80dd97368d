/** After a visit of several services was booked: all its parts, calendar, and an account for guests. */
import { useIsMember } from '../api.ts'
import { ButtonLink } from '../kit/button.tsx'
import { ErrorState, Skeletons } from '../kit/states.tsx'
import { AccountHint } from './manage/account-hint.tsx'
import { AddToCalendar } from './manage/add-to-calendar.tsx'
import { BookingDetails } from './manage/details.tsx'
import { useManagedBooking } from './manage/managed-booking.ts'

interface VisitThanksProps {
  token: string
  title: string
  text: string | undefined
  manage: string
}
export function VisitThanks({ token, title, text, manage }: VisitThanksProps) {
  const isMember = useIsMember()
  const query = useManagedBooking(token)
  if (query.isPending) return <Skeletons kind="text" count={6} />
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  return (
    <div className="stack">
      <div className="card stack">
        <h1 className="title">{title}</h1>
        {text ? <p>{text}</p> : null}
        <BookingDetails managed={query.data} />
        <div className="row">
          <ButtonLink href={`/booking/${token}`}>{manage}</ButtonLink>
        </div>
        <AddToCalendar token={token} managed={query.data} />
      </div>
      {isMember ? null : <AccountHint managed={query.data} />}
    </div>
  )
}
