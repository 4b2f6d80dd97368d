/** Another time for a booking, or for a visit as a whole. */
import { useEffect, useRef, useState } from 'react'
import { type ApiError, call, callPath, queryClient } from '../../api.ts'
import { Dialog } from '../../kit/dialog.tsx'
import { Form, invalid } from '../../kit/form.tsx'
import { ErrorState, Skeletons } from '../../kit/states.tsx'
import { toast } from '../../kit/toasts.tsx'
import { When } from '../../kit/when.tsx'
import { sayNow, useWords } from '../../kit/words.ts'
import { bookedSlot, type SlotEntry, useService } from '../../site/catalog.ts'
import { SlotPicker } from '../../site/slot-picker.tsx'
import { said } from './manage.words.tsx'
import { isOpen, type Linked, type Managed, type ManagedPart, titleOf } from './managed.ts'
import { useVisitTimes, type VisitEntry } from './visit-times.ts'

export function Move({ token, managed, onClose }: Linked & { onClose: () => void }) {
  const t = useWords(said)
  const parts = managed.bookings.filter(isOpen)
  // Services of one basket at unrelated times move one by one; those of one visit move together.
  const isTogether = managed.visit !== undefined && managed.visit.type !== 'SEPARATE_BOOKINGS'
  const [chosen, setChosen] = useState(isTogether || parts.length === 1 ? parts[0] : undefined)
  return (
    <Dialog title={t.moveTitle(isTogether || !chosen ? titleOf(managed) : chosen.booking.bookedEntity.title)} onClose={onClose}>
      {chosen ? (
        <NewTime token={token} managed={managed} part={chosen} parts={isTogether ? parts : [chosen]} onClose={onClose} />
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

interface NewTimeProps extends Linked {
  part: ManagedPart
  /** All that move along. */
  parts: readonly ManagedPart[]
  onClose: () => void
}
function NewTime({ token, managed, part, parts, onClose }: NewTimeProps) {
  const t = useWords(said)
  const service = useService(part.serviceId)
  const useTimes = useVisitTimes(parts)
  const [slot, setSlot] = useState<SlotEntry>()
  const box = useRef<HTMLDivElement>(null)
  const loaded = service.data !== undefined
  useEffect(() => {
    if (loaded) box.current?.querySelector<HTMLElement>('[data-day][tabindex="0"]')?.focus()
  }, [loaded])
  const save = async () => {
    if (!slot) return invalid([{ field: t.newTime, description: t.chooseTime }])
    try {
      await send(token, managed, parts, slot)
    } finally {
      await queryClient.invalidateQueries()
    }
    toast(part.booking.status === 'CONFIRMED' && service.data?.onlineBooking?.requireManualApproval ? sayNow(said).movedAsks : sayNow(said).moved)
    return onClose()
  }
  return (
    <div ref={box}>
      <p className="dim small below-filters">{t.now(<When at={part.booking.startDate} />)}</p>
      {service.data ? (
        <Form label={t.newTime} submit={t.moveVerb} onSubmit={save} explain={sayRefusal(parts.length > 1)}>
          <SlotPicker service={service.data} selected={slot} onSelect={setSlot} withWaitlist={false} {...(useTimes ? { useTimes } : {})} />
        </Form>
      ) : service.error ? (
        <ErrorState error={service.error} onRetry={() => void service.refetch()} />
      ) : (
        <Skeletons kind="text" />
      )}
    </div>
  )
}

/** The booking keeps its length, whatever is usual now. */
function slotFor({ booking, serviceType }: ManagedPart, entry: SlotEntry) {
  const slot = bookedSlot(entry)
  if (serviceType !== 'APPOINTMENT') return slot
  const length = Date.parse(booking.endDate) - Date.parse(booking.startDate)
  return { ...slot, startDate: new Date(slot.startDate).toISOString(), endDate: new Date(Date.parse(slot.startDate) + length).toISOString() }
}

async function send(token: string, managed: Managed, parts: readonly ManagedPart[], entry: SlotEntry): Promise<void> {
  const [part] = parts
  if (!part) return
  if (!managed.visit) {
    await call('bookings.rescheduleBookingAnonymously', { params: { token }, body: { revision: part.booking.revision, slot: slotFor(part, entry) } })
    return
  }
  const nested = (entry as VisitEntry).nestedSlots ?? []
  const rescheduleBookingsInfo = parts.map((one, at) => {
    const own = nested[at]
    const slot = own
      ? {
          ...slotFor(one, entry),
          serviceId: one.serviceId,
          scheduleId: own.scheduleId,
          startDate: own.start,
          endDate: own.end,
          timezone: entry.slot.timezone,
          resource: own.resource ? { id: own.resource.id } : undefined,
        }
      : slotFor(one, entry)
    return { bookingId: one.booking.id, revision: one.booking.revision, slot }
  })
  await callPath('POST', `/api/bookings/by-link/${encodeURIComponent(token)}/reschedule-visit`, { rescheduleBookingsInfo })
}

const sayRefusal = (isVisit: boolean) => (error: ApiError) => {
  const words = sayNow(said)
  if (/CAPACITY|SLOT_NOT_AVAILABLE|SESSION_NOT_FOUND/.test(error.code)) return isVisit ? words.visitTaken : words.taken
  if (/REVISION_MISMATCH/.test(error.code)) return words.changed
  return error.code === 'PRICE_CHANGE_NOT_ALLOWED' ? words.notThisPrice : error.message
}
