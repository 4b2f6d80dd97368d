/** Bookings of the member, upcoming and past, with their actions. */
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useApiQuery, useApiMutation } from '../../api.ts'
import { CancelEffect } from '../../hosted/manage/cancel-effect.tsx'
import { CancellationOutcome, type Outcome } from '../../hosted/manage/cancellation-outcome.tsx'
import { Button, buttonClass } from '../../kit/button.tsx'
import { ConfirmButton } from '../../kit/confirm.tsx'
import { EmptyState, ErrorState, Skeletons } from '../../kit/states.tsx'
import { StatusBadge } from '../../kit/status-badge.tsx'
import { toast } from '../../kit/toasts.tsx'
import { When } from '../../kit/when.tsx'
import { currentMessages, useMessages } from '../../kit/messages.ts'
import { useSearchParams } from '../../search-params.ts'
import { accountSearch } from '../../site-search.ts'
import { describeBookedLocation, describeCancellation, useService } from '../catalog.ts'
import { type ExtendedBooking, useMyBookings } from '../member-data.ts'
import { BookingReceipts } from './booking-receipts.tsx'
import { messages } from './bookings.messages.tsx'
import { CalendarAddress } from './calendar-address.tsx'
import { CalendarButton } from './calendar-button.tsx'
import { CancelSeries, findSeries, SeriesPlace } from './series.tsx'
import { mayOweBalance, PayBalance } from './pay-balance.tsx'
import { UnfinishedBooking } from './unfinished-booking.tsx'
import { useGoTo } from '../../navigation.tsx'

// The slot picker is heavy; loaded on demand.
const Reschedule = lazy(async () => ({ default: (await import('./reschedule.tsx')).Reschedule }))

const isEnded = ({ booking }: ExtendedBooking): boolean => booking.status === 'CANCELED' || booking.status === 'DECLINED'
const isOver = ({ booking }: ExtendedBooking): boolean => isEnded({ booking }) || Date.parse(booking.endDate ?? booking.startDate) < Date.now()

export function Bookings() {
  const query = useMyBookings()
  if (query.isPending) return <Skeletons kind="rows" />
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  return <BookingList all={query.data.extendedBookings ?? []} />
}

/** What became of the money of cancelled bookings, by booking. */
function useOutcomes(shown: readonly ExtendedBooking[]): ReadonlyMap<string, Outcome> {
  const bookingIds = shown.filter(isEnded).map(({ booking }) => booking.id)
  const { data } = useApiQuery('bookingMoney.listCancellationOutcomes', { body: { bookingIds } }, { enabled: bookingIds.length > 0 })
  return new Map(data?.outcomes.map((outcome) => [outcome.bookingId, outcome]))
}

function BookingList({ all }: { all: readonly ExtendedBooking[] }) {
  const t = useMessages(messages)
  const isPast = useSearchParams(accountSearch).past === true
  const goTo = useGoTo()
  const show = (to: boolean) => void goTo({ to: '/account', search: { tab: 'bookings', ...(to ? { past: true as const } : {}) }, resetScroll: false })
  const heading = useRef<HTMLHeadingElement>(null)
  const wasRemoved = useRef(false)
  const shown = all
    .filter((one) => isOver(one) === isPast)
    .toSorted((a, b) => (isPast ? -1 : 1) * (Date.parse(a.booking.startDate) - Date.parse(b.booking.startDate)))
  const outcomes = useOutcomes(shown)
  // A cancelled card leaves the list together with the focused button: move the focus to the list.
  useEffect(() => {
    if (wasRemoved.current && document.activeElement === document.body) heading.current?.focus()
    wasRemoved.current = false
  }, [shown.length])
  return (
    <div className="stack">
      <h2 className="sr" tabIndex={-1} ref={heading}>
        {t.title}
      </h2>
      <div className="chips" role="group" aria-label={t.which}>
        <button type="button" className="chip" aria-pressed={!isPast} onClick={() => show(false)}>
          {t.upcoming}
        </button>
        <button type="button" className="chip" aria-pressed={isPast} onClick={() => show(true)}>
          {t.past}
        </button>
      </div>
      {shown.length === 0 ? (
        <div className="card">
          <EmptyState
            title={isPast ? t.nonePast : t.none}
            action={
              <Link to="/services" className={buttonClass()}>
                {t.book}
              </Link>
            }
          >
            {isPast ? t.nonePastMeans : t.noneMeans}
          </EmptyState>
        </div>
      ) : (
        <ul className="cards">
          {shown.map((one) => (
            <BookingCard
              key={one.booking.id}
              item={one}
              series={findSeries(one, all)}
              outcome={outcomes.get(one.booking.id)}
              isPast={isPast}
              onRemoved={() => {
                wasRemoved.current = true
              }}
            />
          ))}
        </ul>
      )}
      <CalendarAddress />
    </div>
  )
}

/** Cancelling and rescheduling here always sends the confirmation email. */
const notifyByEmail = { notifyParticipants: true }

interface BookingCardProps {
  item: ExtendedBooking
  /** All bookings of its series; empty when it is part of none. */
  series: readonly ExtendedBooking[]
  /** Of a cancelled one, once it is known. */
  outcome: Outcome | undefined
  isPast: boolean
  /** The card is about to leave this list. */
  onRemoved: () => void
}
function BookingCard({ item, series, outcome, isPast, onRemoved }: BookingCardProps) {
  const { booking, allowedActions } = item
  const t = useMessages(messages)
  const cancel = useApiMutation('bookings.cancelBooking')
  const slot = booking.bookedEntity.slot
  const service = useService(slot?.serviceId ?? booking.bookedEntity.schedule?.serviceId ?? '').data
  const [isRescheduling, setRescheduling] = useState(false)
  const title = booking.bookedEntity.title ?? t.booking
  const place = describeBookedLocation(booking.bookedEntity, service)
  const rule = service ? `${describeCancellation(service)}.` : ''
  const people = booking.totalParticipants ?? 1
  const isWaitlisted = booking.status === 'WAITING_LIST'
  return (
    <li className="card stack">
      <div className="row row-between">
        <h3 className="card-title">{title}</h3>
        <StatusBadge status={booking.status} />
      </div>
      <p>
        <When at={booking.startDate} until={booking.endDate} both />
        {slot?.resource?.name ? <span className="block dim">{t.with(slot.resource.name)}</span> : null}
        {place ? <span className="block dim">{place}</span> : null}
        <SeriesPlace item={item} series={series} />
        {people > 1 ? <span className="block dim">{t.people(people)}</span> : null}
        {isEnded(item) ? null : <span className="block dim small">{describePayment(item)}</span>}
      </p>
      {outcome ? <CancellationOutcome outcome={outcome} /> : null}
      {mayOweBalance(booking) ? <PayBalance booking={booking} title={title} /> : null}
      {isPast ? null : (
        <>
          {isWaitlisted || booking.status === 'CREATED' ? <UnfinishedBooking booking={booking} title={title} /> : null}
          {allowedActions?.cancel && rule && !isWaitlisted ? <p className="small dim">{rule}</p> : null}
          <div className="row">
            {isWaitlisted || booking.status === 'CREATED' ? null : <CalendarButton booking={booking} title={title} place={place} />}
            {allowedActions?.reschedule && slot ? (
              <Button variant="light" aria-label={t.rescheduleNamed(title)} onClick={() => setRescheduling(true)}>
                {t.reschedule}
              </Button>
            ) : null}
            {allowedActions?.cancel ? (
              <ConfirmButton
                label={
                  <>
                    {isWaitlisted ? t.leave : t.cancel}
                    <span className="sr"> {title}</span>
                  </>
                }
                title={isWaitlisted ? t.leaveAsk(title) : t.cancelAsk(title)}
                confirmLabel={isWaitlisted ? t.leave : t.cancelVerb}
                {...(isWaitlisted ? {} : { cancelLabel: t.keep })}
                onConfirm={async () => {
                  await cancel.mutateAsync({
                    params: { bookingId: booking.id },
                    body: { revision: booking.revision, participantNotification: notifyByEmail },
                  })
                  toast(isWaitlisted ? currentMessages(messages).left(title) : currentMessages(messages).cancelled(title))
                  onRemoved()
                }}
              >
                {isWaitlisted ? <p>{t.leaveMeans}</p> : <CancelPreview bookingId={booking.id} start={booking.startDate} people={people} />}
                {rule && !isWaitlisted ? <p className="small dim">{rule}</p> : null}
              </ConfirmButton>
            ) : booking.status === 'CONFIRMED' ? (
              <p className="small dim">
                {rule || t.notOnline} {t.contact}
              </p>
            ) : null}
            <CancelSeries item={item} series={series} title={title} onRemoved={onRemoved} />
          </div>
        </>
      )}
      {hasMoneyPayments(item) ? <BookingReceipts bookingId={booking.id} title={title} /> : null}
      {isRescheduling ? (
        <Suspense fallback={null}>
          <Reschedule item={item} onClose={() => setRescheduling(false)} />
        </Suspense>
      ) : null}
    </li>
  )
}

function describePayment({ booking }: ExtendedBooking): string {
  const { paid } = currentMessages(messages)
  if (booking.selectedPaymentOption === 'MEMBERSHIP') return booking.paymentStatus === 'REFUNDED' ? paid.creditBack : paid.plan
  if (booking.paymentStatus === 'PAID') return paid.paid
  if (booking.paymentStatus === 'REFUNDED') return paid.returned
  if (booking.paymentStatus === 'PARTIALLY_PAID') return paid.deposit
  if (booking.paymentStatus === 'NOT_PAID' && booking.selectedPaymentOption === 'OFFLINE') return paid.onSite
  return ''
}
/** Whether anything was paid. */
const hasMoneyPayments = ({ booking }: ExtendedBooking): boolean =>
  booking.selectedPaymentOption !== 'MEMBERSHIP' && ['PAID', 'PARTIALLY_PAID', 'REFUNDED'].includes(booking.paymentStatus ?? '')

/** What cancelling means for the payment. */
function CancelPreview({ bookingId, start, people }: { bookingId: string; start: string; people: number }) {
  const summary = useApiQuery('bookingPages.bookingSummary', { params: { id: bookingId } })
  if (summary.error) return <ErrorState error={summary.error} onRetry={() => void summary.refetch()} />
  if (!summary.data) return <Skeletons kind="text" count={2} />
  return <CancelEffect effect={summary.data.onCancel} amounts={summary.data.amounts} start={start} people={people} />
}
