/** My bookings: what is coming, what was, and what may be done with each. */
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { ApiError, useAsk, useDo } from '../../api.ts'
import { calendarFile } from '../../hosted/calendar-file.ts'
import { CancelEffect } from '../../hosted/manage/cancel-effect.tsx'
import { Button, buttonClass, ButtonLink } from '../../kit/button.tsx'
import { ConfirmButton } from '../../kit/confirm.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Form, invalid } from '../../kit/form.tsx'
import { EmptyState, ErrorState, Skeletons } from '../../kit/states.tsx'
import { StatusBadge } from '../../kit/status-badge.tsx'
import { toast } from '../../kit/toasts.tsx'
import { When } from '../../kit/when.tsx'
import { sayNow, useWords } from '../../kit/words.ts'
import { useSite } from '../../site-context.tsx'
import { whereBooked, bookedSlot, cancelRule, type ExtendedBooking, type SlotEntry, useMyBookings, useService } from '../catalog.ts'
import { SlotPicker } from '../slot-picker.tsx'
import { BookingReceipts } from './booking-money.tsx'
import { said } from './bookings.words.tsx'
import { UnfinishedBooking } from './unfinished-booking.tsx'

const isOver = ({ booking }: ExtendedBooking): boolean =>
  ['CANCELED', 'DECLINED'].includes(booking.status) || Date.parse(booking.endDate ?? booking.startDate) < Date.now()

export function Bookings() {
  const asked = useMyBookings()
  if (asked.isPending) return <Skeletons kind="rows" />
  if (asked.error) return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />
  return <BookingList all={asked.data.extendedBookings ?? []} />
}

function BookingList({ all }: { all: readonly ExtendedBooking[] }) {
  const t = useWords(said)
  const past = (useSearch({ strict: false }) as { past?: string }).past === 'true'
  const navigate = useNavigate()
  const show = (to: boolean) => void navigate({ to: '.', search: { tab: 'bookings', ...(to ? { past: 'true' } : {}) }, resetScroll: false } as never)
  const heading = useRef<HTMLHeadingElement>(null)
  const gone = useRef(false)
  const shown = all
    .filter((one) => isOver(one) === past)
    .toSorted((a, b) => (past ? -1 : 1) * (Date.parse(a.booking.startDate) - Date.parse(b.booking.startDate)))
  // A cancelled card leaves the list together with the button that had the focus: it must not fall into nothing.
  useEffect(() => {
    if (gone.current && document.activeElement === document.body) heading.current?.focus()
    gone.current = false
  }, [shown.length])
  return (
    <div className="stack">
      <h2 className="sr" tabIndex={-1} ref={heading}>
        {t.title}
      </h2>
      <div className="chips" role="group" aria-label={t.which}>
        <button type="button" className="chip" aria-pressed={!past} onClick={() => show(false)}>
          {t.upcoming}
        </button>
        <button type="button" className="chip" aria-pressed={past} onClick={() => show(true)}>
          {t.past}
        </button>
      </div>
      {shown.length === 0 ? (
        <div className="card">
          <EmptyState
            title={past ? t.nonePast : t.none}
            action={
              <Link to="/services" className={buttonClass()}>
                {t.book}
              </Link>
            }
          >
            {past ? t.nonePastMeans : t.noneMeans}
          </EmptyState>
        </div>
      ) : (
        <ul className="cards">
          {shown.map((one) => (
            <BookingCard
              key={one.booking.id}
              item={one}
              over={past}
              onGone={() => {
                gone.current = true
              }}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

/** Whoever cancels or moves here gets it in writing. */
const written = { notifyParticipants: true }

interface BookingCardProps {
  item: ExtendedBooking
  over: boolean
  /** The card is about to leave this list. */
  onGone: () => void
}
function BookingCard({ item, over, onGone }: BookingCardProps) {
  const { booking, allowedActions } = item
  const t = useWords(said)
  const cancel = useDo('bookings.cancelBooking')
  const slot = booking.bookedEntity.slot
  const service = useService(slot?.serviceId ?? booking.bookedEntity.schedule?.serviceId ?? '').data
  const [moving, setMoving] = useState(false)
  const title = booking.bookedEntity.title ?? t.booking
  const place = whereBooked(booking.bookedEntity, service)
  const rule = service ? `${cancelRule(service)}.` : ''
  const people = booking.totalParticipants ?? 1
  const waits = booking.status === 'WAITING_LIST'
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
        {people > 1 ? <span className="block dim">{t.people(people)}</span> : null}
        <span className="block dim small">{paidInWords(item)}</span>
      </p>
      {over ? null : (
        <>
          {waits || booking.status === 'CREATED' ? <UnfinishedBooking booking={booking} title={title} /> : null}
          {allowedActions?.cancel && rule && !waits ? <p className="small dim">{rule}</p> : null}
          <div className="row">
            {waits || booking.status === 'CREATED' ? null : (
              <ButtonLink
                variant="default"
                download="booking.ics"
                aria-label={t.calendarNamed(title)}
                href={calendarFile({
                  id: booking.id,
                  title,
                  start: booking.startDate,
                  end: booking.endDate ?? booking.startDate,
                  place,
                })}
              >
                {t.calendar}
              </ButtonLink>
            )}
            {allowedActions?.reschedule && slot ? (
              <Button variant="light" aria-label={t.rescheduleNamed(title)} onClick={() => setMoving(true)}>
                {t.reschedule}
              </Button>
            ) : null}
            {allowedActions?.cancel ? (
              <ConfirmButton
                label={
                  <>
                    {waits ? t.leave : t.cancel}
                    <span className="sr"> {title}</span>
                  </>
                }
                title={waits ? t.leaveAsk(title) : t.cancelAsk(title)}
                verb={waits ? t.leave : t.cancelVerb}
                onConfirm={async () => {
                  await cancel.mutateAsync({
                    params: { bookingId: booking.id },
                    body: { revision: booking.revision, participantNotification: written },
                  } as never)
                  toast(waits ? sayNow(said).left(title) : sayNow(said).cancelled(title))
                  onGone()
                }}
              >
                {waits ? <p>{t.leaveMeans}</p> : <EffectOfCancelling bookingId={booking.id} start={booking.startDate} />}
                {rule && !waits ? <p className="small dim">{rule}</p> : null}
              </ConfirmButton>
            ) : booking.status === 'CONFIRMED' ? (
              <p className="small dim">
                {rule || t.notOnline} {t.contact}
              </p>
            ) : null}
          </div>
        </>
      )}
      {isPaidByMoney(item) ? <BookingReceipts bookingId={booking.id} title={title} /> : null}
      {moving ? <Reschedule item={item} onClose={() => setMoving(false)} /> : null}
    </li>
  )
}

function paidInWords({ booking }: ExtendedBooking): string {
  const { paid } = sayNow(said)
  if (booking.selectedPaymentOption === 'MEMBERSHIP') return booking.paymentStatus === 'REFUNDED' ? paid.creditBack : paid.plan
  if (booking.paymentStatus === 'PAID') return paid.paid
  if (booking.paymentStatus === 'REFUNDED') return paid.returned
  if (booking.paymentStatus === 'PARTIALLY_PAID') return paid.deposit
  if (booking.paymentStatus === 'NOT_PAID' && booking.selectedPaymentOption === 'OFFLINE') return paid.onSite
  return ''
}
/** Money came in for it, some or all. */
const isPaidByMoney = ({ booking }: ExtendedBooking): boolean =>
  booking.selectedPaymentOption !== 'MEMBERSHIP' && ['PAID', 'PARTIALLY_PAID', 'REFUNDED'].includes(booking.paymentStatus ?? '')

/** What a cancellation means for what was paid. */
function EffectOfCancelling({ bookingId, start }: { bookingId: string; start: string }) {
  const summary = useAsk('bookings.bookingSummary', { params: { id: bookingId } })
  if (summary.error) return <ErrorState error={summary.error} onRetry={() => void summary.refetch()} />
  if (!summary.data) return <Skeletons kind="text" count={2} />
  return <CancelEffect effect={summary.data.onCancel} amounts={summary.data.amounts} start={start} />
}

function Reschedule({ item, onClose }: { item: ExtendedBooking; onClose: () => void }) {
  const { booking } = item
  const t = useWords(said)
  const site = useSite()
  const service = useService(booking.bookedEntity.slot?.serviceId ?? '')
  const move = useDo('bookings.rescheduleBooking')
  const [slot, setSlot] = useState<SlotEntry>()
  const box = useRef<HTMLDivElement>(null)
  const loaded = service.data !== undefined
  useEffect(() => {
    if (loaded) box.current?.querySelector<HTMLElement>('[data-day][tabindex="0"]')?.focus()
  }, [loaded])
  const save = async () => {
    if (!slot) invalid([{ field: t.newTime, description: t.chooseTime }])
    await move.mutateAsync({
      params: { bookingId: booking.id },
      body: {
        revision: booking.revision,
        slot: slot && bookedSlot(slot),
        participantNotification: written,
      },
    } as never)
    toast(sayNow(said).moved)
    onClose()
  }
  return (
    <Dialog title={booking.bookedEntity.title ? t.move(booking.bookedEntity.title) : t.moveUnnamed} onClose={onClose}>
      <div ref={box}>
        <p className="dim small below-filters">{t.now(<When at={booking.startDate} />)}</p>
        {service.data ? (
          <Form label={t.newTime} submit={t.moveVerb} onSubmit={save} explain={sayMoveRefusal(site.name)}>
            <SlotPicker service={service.data} selected={slot} onSelect={setSlot} withWaitlist={false} />
          </Form>
        ) : service.error ? (
          <ErrorState error={service.error} onRetry={() => void service.refetch()} />
        ) : (
          <Skeletons kind="text" />
        )}
      </div>
    </Dialog>
  )
}
const sayMoveRefusal = (business: string) => (error: ApiError) =>
  /CAPACITY|SLOT_NOT_AVAILABLE|SESSION_NOT_FOUND/.test(error.code)
    ? sayNow(said).taken
    : error.code === 'REVISION_MISMATCH'
      ? sayNow(said).changed
      : error.code === 'BOOKING_POLICY_VIOLATION'
        ? sayNow(said).tooLate(business)
        : error.message
