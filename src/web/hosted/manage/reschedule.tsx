/** Reschedules a booking or a whole visit. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { type ApiError, call, queryClient } from '../../api.ts'
import { Dialog } from '../../kit/dialog.tsx'
import { Form, throwInvalid } from '../../kit/form.tsx'
import { ErrorState, Skeletons } from '../../kit/states.tsx'
import { toast } from '../../kit/toasts.tsx'
import { When } from '../../kit/when.tsx'
import { currentMessages, useMessages } from '../../kit/messages.ts'
import { type SlotEntry, useService } from '../../site/catalog.ts'
import { isBookedTime, type NewTimeEntry, toNewSlot, useNewTimes } from '../../site/new-times.ts'
import { SlotPicker } from '../../site/slot-picker.tsx'
import { messages } from './manage.messages.tsx'
import { isOpen, type ManageProps, type ManagedBooking, type ManagedPart, joinTitles } from './managed-booking.ts'

export function Reschedule({ token, managed, onClose }: ManageProps & { onClose: () => void }) {
  const t = useMessages(messages)
  const parts = managed.bookings.filter(isOpen)
  // Services of one basket at unrelated times move one by one; those of one visit move together.
  const movesTogether = managed.visit !== undefined && managed.visit.type !== 'SEPARATE_BOOKINGS'
  const [chosen, setChosen] = useState(movesTogether || parts.length === 1 ? parts[0] : undefined)
  return (
    <Dialog title={t.moveTitle(movesTogether || !chosen ? joinTitles(managed) : chosen.booking.bookedEntity.title)} onClose={onClose}>
      {chosen ? (
        <NewTimeForm token={token} managed={managed} part={chosen} parts={movesTogether ? parts : [chosen]} onClose={onClose} />
      ) : (
        <ul className="cards">
          {parts.map((part) => (
            <li key={part.booking.id}>
              <button type="button" className="plain link" onClick={() => setChosen(part)}>
                {part.booking.bookedEntity.title}
              </button>{' '}
              <span className="dim small">
                <When at={part.booking.startDate} />
              </span>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

interface NewTimeFormProps extends ManageProps {
  part: ManagedPart
  /** All bookings that move together. */
  parts: readonly ManagedPart[]
  onClose: () => void
}
function NewTimeForm({ token, managed, part, parts, onClose }: NewTimeFormProps) {
  const t = useMessages(messages)
  const service = useService(part.serviceId)
  const useTimes = useNewTimes(parts)
  const [slot, setSlot] = useState<SlotEntry>()
  const container = useRef<HTMLDivElement>(null)
  const isBooked = useCallback((entry: SlotEntry) => isBookedTime(part, entry), [part])
  const loaded = service.data !== undefined
  useEffect(() => {
    if (loaded) container.current?.querySelector<HTMLElement>('[data-day][tabindex="0"]')?.focus()
  }, [loaded])
  const save = async () => {
    if (!slot) return throwInvalid([{ field: t.newTime, description: t.chooseTime }])
    try {
      await sendReschedule(token, managed, parts, slot)
    } finally {
      await queryClient.invalidateQueries()
    }
    toast(
      part.booking.status === 'CONFIRMED' && service.data?.onlineBooking?.requireManualApproval
        ? currentMessages(messages).moveRequested
        : currentMessages(messages).moved,
    )
    return onClose()
  }
  return (
    <div ref={container}>
      <p className="dim small below-filters">{t.now(<When at={part.booking.startDate} />)}</p>
      {service.data ? (
        <Form label={t.newTime} submit={t.moveVerb} onSubmit={save} explain={explainRefusal(parts.length > 1)}>
          <SlotPicker service={service.data} selected={slot} onSelect={setSlot} withWaitlist={false} isBooked={isBooked} {...(useTimes ? { useTimes } : {})} />
        </Form>
      ) : service.error ? (
        <ErrorState error={service.error} onRetry={() => void service.refetch()} />
      ) : (
        <Skeletons kind="text" />
      )}
    </div>
  )
}

async function sendReschedule(token: string, managed: ManagedBooking, parts: readonly ManagedPart[], entry: SlotEntry): Promise<void> {
  const [part] = parts
  if (!part) return
  if (!managed.visit) {
    await call('anonymousBookings.rescheduleBookingAnonymously', { params: { token }, body: { revision: part.booking.revision, slot: toNewSlot(part, entry) } })
    return
  }
  const nested = (entry as NewTimeEntry).nestedSlots ?? []
  const rescheduleBookingsInfo = parts.map((one, at) => {
    const own = nested[at]
    const slot = own
      ? {
          ...toNewSlot(one, entry),
          serviceId: one.serviceId,
          scheduleId: own.scheduleId,
          startDate: own.start,
          endDate: own.end,
          timezone: entry.slot.timezone,
          resource: own.resource ? { id: own.resource.id } : undefined,
        }
      : toNewSlot(one, entry)
    return { bookingId: one.booking.id, revision: one.booking.revision, slot }
  })
  await call('anonymousMultiBookings.rescheduleMultiServiceBookingAnonymously', { params: { token }, body: { rescheduleBookingsInfo } })
}

const explainRefusal = (isVisit: boolean) => (error: ApiError) => {
  const t = currentMessages(messages)
  if (/CAPACITY|SLOT_NOT_AVAILABLE|SESSION_NOT_FOUND/.test(error.code)) return isVisit ? t.visitTaken : t.taken
  if (/REVISION_MISMATCH/.test(error.code)) return t.changed
  return error.code === 'PRICE_CHANGE_NOT_ALLOWED' ? t.notThisPrice : error.message
}
