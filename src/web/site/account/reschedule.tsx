/** Reschedules a booking of the member. The calendar is heavy: loaded when it is asked for. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { type ApiError, queryClient, useApiMutation } from '../../api.ts'
import { Dialog } from '../../kit/dialog.tsx'
import { Form, throwInvalid } from '../../kit/form.tsx'
import { currentMessages, useMessages } from '../../kit/messages.ts'
import { ErrorState, Skeletons } from '../../kit/states.tsx'
import { toast } from '../../kit/toasts.tsx'
import { When } from '../../kit/when.tsx'
import { useSite } from '../../site-context.tsx'
import { type SlotEntry, useService } from '../catalog.ts'
import type { ExtendedBooking } from '../member-data.ts'
import { isBookedTime, toNewSlot, useNewTimes } from '../new-times.ts'
import { SlotPicker } from '../slot-picker.tsx'
import { messages } from './bookings.messages.tsx'

export function Reschedule({ item: { booking }, onClose }: { item: ExtendedBooking; onClose: () => void }) {
  const t = useMessages(messages)
  const site = useSite()
  const serviceId = booking.bookedEntity.slot?.serviceId ?? ''
  const service = useService(serviceId)
  const reschedule = useApiMutation('bookings.rescheduleBooking')
  const [slot, setSlot] = useState<SlotEntry>()
  const part = { serviceId, serviceType: service.data?.type ?? '', booking }
  const useTimes = useNewTimes([part])
  const isBooked = useCallback((entry: SlotEntry) => isBookedTime({ serviceId: '', serviceType: '', booking }, entry), [booking])
  const container = useRef<HTMLDivElement>(null)
  const loaded = service.data !== undefined
  useEffect(() => {
    if (loaded) container.current?.querySelector<HTMLElement>('[data-day][tabindex="0"]')?.focus()
  }, [loaded])
  const save = async () => {
    if (!slot) return throwInvalid([{ field: t.newTime, description: t.chooseTime }])
    try {
      await reschedule.mutateAsync({
        params: { bookingId: booking.id },
        body: { revision: booking.revision, slot: toNewSlot(part, slot), participantNotification: { notifyParticipants: true } },
      })
    } finally {
      // The dialog stays until the booking is read again: what is done with it next is done with the one that was moved.
      await queryClient.invalidateQueries()
    }
    const isRequest = booking.status === 'CONFIRMED' && service.data?.onlineBooking?.requireManualApproval
    toast(isRequest ? currentMessages(messages).moveRequested : currentMessages(messages).moved)
    onClose()
  }
  return (
    <Dialog title={booking.bookedEntity.title ? t.move(booking.bookedEntity.title) : t.moveUnnamed} onClose={onClose}>
      <div ref={container}>
        <p className="dim small below-filters">{t.now(<When at={booking.startDate} />)}</p>
        {service.data ? (
          <Form label={t.newTime} submit={t.moveVerb} onSubmit={save} explain={explainRefusal(site.name)}>
            <SlotPicker
              service={service.data}
              selected={slot}
              onSelect={setSlot}
              withWaitlist={false}
              isBooked={isBooked}
              {...(useTimes ? { useTimes } : {})}
            />
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

const explainRefusal = (business: string) => (error: ApiError) => {
  const t = currentMessages(messages)
  if (/CAPACITY|SLOT_NOT_AVAILABLE|SESSION_NOT_FOUND/.test(error.code)) return t.taken
  if (error.code === 'REVISION_MISMATCH') return t.changed
  return error.code === 'BOOKING_POLICY_VIOLATION' ? t.tooLate(business) : error.message
}
