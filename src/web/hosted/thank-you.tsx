/** Thank-you pages of bookings and plan orders. */
import { lazy, Suspense } from 'react'
import { useApiQuery, useIsMember } from '../api.ts'
import { ButtonLink } from '../kit/button.tsx'
import { Money } from '../kit/money.tsx'
import { Taxes } from '../kit/taxes.tsx'
import { ErrorState, Skeletons } from '../kit/states.tsx'
import { StatusBadge } from '../kit/status-badge.tsx'
import { When } from '../kit/when.tsx'
import { useMessages } from '../kit/messages.ts'
import type { ReplyOf } from '../operations.ts'
import { useSearchParams } from '../search-params.ts'
import { thankYouSearch } from '../site-search.ts'
import { describeBookedExtras } from '../site/booked-extras.ts'
import { useService, describeBookedLocation } from '../site/catalog.ts'
import { CancellationOutcome } from './manage/cancellation-outcome.tsx'
import { messages } from './thank-you.messages.tsx'
import { HostedLayout } from './layout.tsx'

const BookedThanks = lazy(async () => ({ default: (await import('./booked-thanks.tsx')).BookedThanks }))
// Only for members.
const OfflineCopy = lazy(async () => ({ default: (await import('../site/offline-copy.tsx')).OfflineCopy }))
// Only for courses.
const CourseDates = lazy(async () => ({ default: (await import('../site/course-dates.tsx')).CourseDates }))

export function ThankYou() {
  const t = useMessages(messages)
  const { planOrderId, bookingId } = useSearchParams(thankYouSearch)
  const isMember = useIsMember()
  return (
    <HostedLayout title={t.thanks}>
      <Suspense>{isMember && bookingId ? <OfflineCopy /> : null}</Suspense>
      {bookingId ? (
        <BookingThanks id={bookingId} />
      ) : planOrderId ? (
        <OrderThanks id={planOrderId} />
      ) : (
        <div className="card stack">
          <h1 className="title">{t.nothingToShow}</h1>
          <p>{t.whereToLook}</p>
          <div className="row">
            <ButtonLink href="/account?tab=bookings">{t.myBookings}</ButtonLink>
            <ButtonLink href="/" variant="default">
              {t.start}
            </ButtonLink>
          </div>
        </div>
      )}
    </HostedLayout>
  )
}

function BookingThanks({ id }: { id: string }) {
  const t = useMessages(messages)
  const member = useIsMember()
  const summary = useApiQuery('bookingPages.bookingSummary', { params: { id } })
  const entity = summary.data?.booking.bookedEntity
  const service = useService(entity?.slot?.serviceId ?? entity?.schedule?.serviceId ?? '').data
  if (summary.isPending) return <Skeletons kind="text" count={4} />
  if (summary.error) return <ErrorState error={summary.error} onRetry={() => void summary.refetch()} />
  const { booking, amounts, outcome, policyText, payToken, manageToken, planOrderId } = summary.data
  const [title, text] = t.booked[booking.status] ?? [t.booking]
  if (manageToken)
    return (
      <Suspense fallback={<Skeletons kind="text" count={6} />}>
        <BookedThanks token={manageToken} title={title} text={text} planOrderId={planOrderId} />
      </Suspense>
    )
  const where = describeBookedLocation(booking.bookedEntity, service)
  const courseId = booking.bookedEntity.schedule?.scheduleId
  const extras = describeBookedExtras(booking)
  return (
    <div className="card stack">
      <h1 className="title">{title}</h1>
      {text ? <p>{text}</p> : null}
      {outcome ? <CancellationOutcome outcome={outcome} /> : null}
      <dl className="facts">
        <dt>{t.what}</dt>
        <dd>{booking.bookedEntity.title}</dd>
        <dt>{t.when}</dt>
        <dd>
          <When at={booking.startDate} until={booking.endDate} both />
        </dd>
        {courseId ? (
          <>
            <dt>{t.dates}</dt>
            <dd>
              <Suspense fallback={<Skeletons kind="text" count={3} />}>
                <CourseDates scheduleId={courseId} usualPlace={where} />
              </Suspense>
            </dd>
          </>
        ) : null}
        {where ? (
          <>
            <dt>{t.where}</dt>
            <dd>{where}</dd>
          </>
        ) : null}
        {extras.length > 0 ? (
          <>
            <dt>{t.extras}</dt>
            <dd>{extras.join(', ')}</dd>
          </>
        ) : null}
        <dt>{t.status}</dt>
        <dd>
          <StatusBadge status={booking.status} />
        </dd>
        {Number(amounts.total) > 0 && !outcome ? (
          <>
            <dt>{t.price}</dt>
            <dd>{booking.selectedPaymentOption === 'MEMBERSHIP' ? t.byPlan : <Amounts amounts={amounts} />}</dd>
          </>
        ) : null}
      </dl>
      {policyText ? <p className="small dim">{policyText}</p> : null}
      <div className="row">
        {payToken ? <ButtonLink href={`/checkout/basket/${payToken}`}>{t.finishPaying}</ButtonLink> : null}
        {member ? (
          <ButtonLink variant="default" href="/account?tab=bookings">
            {t.myBookings}
          </ButtonLink>
        ) : (
          <ButtonLink variant="default" href="/">
            {t.start}
          </ButtonLink>
        )}
      </div>
    </div>
  )
}

function Amounts({ amounts: { total, paid, currency, taxes } }: { amounts: ReplyOf<'bookingPages.bookingSummary'>['amounts'] }) {
  const t = useMessages(messages)
  return (
    <>
      <Money value={total} currency={currency} />
      <Taxes taxes={taxes} currency={currency} />
      {Number(paid) > 0 ? <span className="dim">{t.paid(<Money value={paid} currency={currency} />)}</span> : null}
    </>
  )
}

function OrderThanks({ id }: { id: string }) {
  const t = useMessages(messages)
  const orderQuery = useApiQuery('orders.memberGetOrder', { params: { id }, query: {} })
  const next = useApiQuery('orders.getAvailableActions', { params: { id } }).data?.nextPayment
  if (orderQuery.isPending) return <Skeletons kind="text" count={4} />
  if (orderQuery.error) return <ErrorState error={orderQuery.error} onRetry={() => void orderQuery.refetch()} />
  const { order } = orderQuery.data
  const isRunning = order.status === 'ACTIVE' || order.status === 'PENDING'
  return (
    <div className="card stack">
      <h1 className="title">{isRunning ? t.welcome(order.planName) : order.planName}</h1>
      <p>{order.status === 'ACTIVE' && order.lastPaymentStatus === 'PAID' ? t.activePaid : t.orders[order.status]}</p>
      <dl className="facts">
        <dt>{t.status}</dt>
        <dd>
          <StatusBadge status={order.status} />
        </dd>
        <dt>{t.starts}</dt>
        <dd>
          <When at={order.startDate} style="date" />
        </dd>
        {next ? (
          <>
            <dt>{t.next}</dt>
            <dd>
              <When at={next.date} style="date" /> · <Money value={next.amount} currency={next.currency} free={t.nothing} />
            </dd>
          </>
        ) : null}
        {order.endDate ? (
          <>
            <dt>{t.ends}</dt>
            <dd>
              <When at={order.endDate} style="date" />
            </dd>
          </>
        ) : null}
      </dl>
      <div className="row">
        <ButtonLink href="/services">{t.bookSomething}</ButtonLink>
        <ButtonLink variant="default" href="/account?tab=plans">
          {t.myPlans}
        </ButtonLink>
      </div>
    </div>
  )
}
