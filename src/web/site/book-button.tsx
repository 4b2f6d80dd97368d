/** Books with one click when a plan pays; otherwise links to the booking page. */
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { defaultFormId } from '#domains/forms/rules/form.ts'
import { Button, ButtonLink } from '../kit/button.tsx'
import { defineMessages, useMessages } from '../kit/messages.ts'
import { Skeletons } from '../kit/states.tsx'
import { formatDateTime } from '../kit/when.tsx'
import { useSite } from '../site-context.tsx'
import type { findCoveringPlan } from './member-data.ts'
import { type Service, type SlotEntry, useSlots } from './catalog.ts'
import type { BookedExtras } from './direct-booking.ts'
import { toBookingUrl, canBook } from './sessions.tsx'
import { useShownZone } from './shown-zone.tsx'
import { findPlace } from './visit.ts'

// Rarely needed, so loaded on demand.
const PlanButton = lazy(async () => ({ default: (await import('./plan-button.tsx')).PlanButton }))
const RepeatBooking = lazy(async () => ({ default: (await import('./repeat-booking.tsx')).RepeatBooking }))

const messages = defineMessages(
  {
    request: 'Request to book',
    book: 'Book',
    joinWaitlist: 'Join waitlist',
    timeFirst: 'Choose a time',
    repeat: 'Repeat: book several at once',
  },
  {
    de: {
      request: 'Buchung anfragen',
      book: 'Buchen',
      joinWaitlist: 'Auf die Warteliste',
      timeFirst: 'Wähle zuerst eine Zeit',
      repeat: 'Wiederholen: mehrere auf einmal buchen',
    },
    fr: {
      request: 'Demander une réservation',
      book: 'Réserver',
      joinWaitlist: 'Rejoindre la liste d’attente',
      timeFirst: 'Choisissez d’abord un créneau',
      repeat: 'Répéter : réserver plusieurs fois d’un coup',
    },
    es: {
      request: 'Solicitar reserva',
      book: 'Reservar',
      joinWaitlist: 'Unirse a la lista de espera',
      timeFirst: 'Elige primero una hora',
      repeat: 'Repetir: reservar varias veces a la vez',
    },
  },
)

interface BookButtonProps {
  service: Service
  slot: SlotEntry | undefined
  plan: ReturnType<typeof findCoveringPlan>
  /** Price and length of what is chosen. */
  total?: ReactNode
  /** What the request says of what is chosen beside the time; for the link, and where one click books. */
  extras?: { choice: string; addOns: string }
  booked?: BookedExtras & { bookedAddOns?: readonly unknown[] }
  /** A hook that finds the times of what is booked; those of the service when absent. */
  useTimes?: typeof useSlots
}

/** A booking, or several: an appointment at a location of the business can be repeated. */
export function BookButton(props: BookButtonProps) {
  const { service, slot, extras, booked, useTimes = useSlots } = props
  const t = useMessages(messages)
  const { isOneServicePerVisit } = useSite()
  const [isRepeated, setRepeated] = useState(false)
  const canRepeat = service.type === 'APPOINTMENT' && !isOneServicePerVisit && findPlace(service) !== undefined && slot !== undefined && canBook(slot)
  if (!canRepeat) return <BookOnce {...props} />
  if (isRepeated)
    return (
      <Suspense fallback={<Skeletons kind="text" count={5} />}>
        <RepeatBooking
          service={service}
          slot={slot}
          extras={extras}
          bookedAddOns={booked?.bookedAddOns}
          useTimes={useTimes}
          onClose={() => setRepeated(false)}
        />
      </Suspense>
    )
  return (
    <>
      <BookOnce {...props} />
      <button type="button" className="plain link small" onClick={() => setRepeated(true)}>
        {t.repeat}
      </button>
    </>
  )
}

function BookOnce({ service, slot, plan, total, extras, booked }: BookButtonProps) {
  const site = useSite()
  const { zone } = useShownZone(service.conferencing?.enabled)
  const t = useMessages(messages)
  if (!slot)
    return (
      <>
        {total}
        <Button full disabled>
          {t.timeFirst}
        </Button>
      </>
    )
  const when = formatDateTime(slot.slot.startDate, zone, 'short', site.language)
  const needsApproval = service.onlineBooking?.requireManualApproval === true
  const hasQuestions = service.form?.id !== undefined && service.form.id !== defaultFormId
  // At the customer's place, the address is entered on the booking page first; add-ons are paid beside the plan.
  const needsForm = needsApproval || hasQuestions || slot.slot.location?.locationType === 'CUSTOM' || extras?.addOns
  const url = toBookingUrl(slot, extras)
  if (plan && canBook(slot) && !needsForm)
    return (
      <Suspense fallback={<Skeletons kind="text" count={3} />}>
        <PlanButton slot={slot} plan={plan} url={url} booked={booked} zone={zone} />
      </Suspense>
    )
  return (
    <div className="sticky-bar stack-s">
      {total}
      <ButtonLink full href={url}>
        {canBook(slot) ? (needsApproval ? t.request : t.book) : t.joinWaitlist} · {when}
      </ButtonLink>
    </div>
  )
}
