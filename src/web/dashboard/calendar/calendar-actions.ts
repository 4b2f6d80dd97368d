/** Moves bookings, sessions and blocked time, by dragging or by a form, after a confirmation. */
import { useApiMutation } from '#web/api.ts'
import { useSite } from '../business.tsx'
import type { CalendarEvent, CalendarItem } from '../entities.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { formatPeople, formatTimeRange } from '../parts/format.ts'
import { entryEnd, entryStart, entryTitle, type Entry, type Move } from './events.ts'
import { toEventChange, toLocalDate, type SessionChange } from './session-change.ts'

/** Who comes to a session and takes part in its changes. */
const activeGuests = (item: CalendarItem) => item.bookings.filter(({ status }) => status === 'CONFIRMED' || status === 'PENDING')

interface CalendarActions {
  move: (entry: Entry, to: Move, resourceId?: string) => void
  changeSession: (item: CalendarItem, change: SessionChange) => void
  cancelSession: (item: CalendarItem, done: () => void) => void
  unblock: (event: CalendarEvent, done: () => void) => void
}
export function useCalendarActions(): CalendarActions {
  const changeSession = useSessionChange()
  return { changeSession, move: useMove(changeSession), cancelSession: useSessionCancel(), unblock: useUnblock() }
}

const toEventTimes = (to: Move, zone: string) => ({ start: toLocalDate(to.startDate, zone), end: toLocalDate(to.endDate, zone) })
const describeMove = (entry: Entry, to: Move, site: Parameters<typeof formatTimeRange>[2]) =>
  `${entryTitle(entry)} moves from ${formatTimeRange(entryStart(entry), entryEnd(entry), site)} to ${formatTimeRange(to.startDate, to.endDate, site)}.`
/** The question whether to tell them, when there is anybody to tell. */
const askToNotify = (guests: CalendarItem['bookings']) =>
  guests.length > 0 ? { notifies: guests.length === 1 ? (guests[0]?.name ?? 'the client') : `all ${guests.length} clients` } : {}

function useSessionChange(): CalendarActions['changeSession'] {
  const site = useSite()
  const openConfirm = useConfirm()
  const update = useApiMutation('availability.updateEvent')
  return (item, { to, staff, place }) => {
    const guests = activeGuests(item)
    const moved = to && (to.startDate !== item.startDate || to.endDate !== item.endDate) ? to : undefined
    const onlyMoved = moved && !staff && !place
    const sentences = [
      moved && describeMove({ kind: 'BOOKED', item, resourceIds: item.resourceIds }, moved, site),
      staff && (staff.names ? `${staff.names} will lead it.` : 'A different staff member will lead it.'),
      place && `The new location is ${[place.name, place.address].filter(Boolean).join(', ')}.`,
      guests.length > 0 ? `${formatPeople(item.participants)} will stay booked.` : 'No one has booked yet.',
      'Other sessions in the series stay the same.',
    ]
    openConfirm({
      title: `${onlyMoved ? 'Reschedule' : 'Update'} ${item.title}?`,
      description: sentences.filter(Boolean).join(' '),
      confirmLabel: onlyMoved ? 'Reschedule session' : 'Update session',
      cancelLabel: 'Cancel',
      ...askToNotify(guests),
      successMessage: onlyMoved ? 'Session rescheduled.' : 'Session updated.',
      // The bookings follow their session on the server, in the same step.
      onConfirm: (participantNotification) =>
        update.mutateAsync({
          params: { id: item.id },
          body: {
            event: toEventChange({ ...(moved && { to: moved }), ...(staff && { staff }), ...(place && { place }) }, site.timeZone),
            participantNotification,
          },
        }),
    })
  }
}

function useMove(changeSession: CalendarActions['changeSession']): CalendarActions['move'] {
  const site = useSite()
  const openConfirm = useConfirm()
  const update = useApiMutation('availability.updateEvent')
  const moveAppointment = useAppointmentMove()
  return (entry, to, resourceId) => {
    if (entry.kind === 'BLOCKED') {
      openConfirm({
        title: 'Move blocked time?',
        description: `${describeMove(entry, to, site)} The previous time becomes available.`,
        confirmLabel: 'Move',
        cancelLabel: 'Cancel',
        successMessage: 'Moved.',
        onConfirm: () => update.mutateAsync({ params: { id: entry.event.id }, body: { event: toEventTimes(to, site.timeZone) } }),
      })
      return
    }
    const { item } = entry
    if (item.kind === 'SESSION') {
      const other = resourceId !== undefined && !item.resourceIds.includes(resourceId) ? { ids: [resourceId], names: '' } : undefined
      changeSession(item, { to, ...(other ? { staff: other } : {}) })
      return
    }
    moveAppointment(item, to, resourceId)
  }
}

function useAppointmentMove() {
  const site = useSite()
  const openConfirm = useConfirm()
  const reschedule = useApiMutation('bookings.rescheduleBooking')
  return (item: CalendarItem, to: Move, resourceId: string | undefined) => {
    const entry: Entry = { kind: 'BOOKED', item, resourceIds: item.resourceIds }
    const guest = item.bookings[0]
    const person = resourceId ?? item.resourceIds[0]
    if (guest)
      openConfirm({
        title: `Reschedule ${guest.name}?`,
        description: `${describeMove(entry, to, site)} The previous time becomes available. Price and payment don’t change.`,
        confirmLabel: 'Reschedule',
        cancelLabel: 'Cancel',
        notifies: guest.name,
        successMessage: `${guest.name} has been rescheduled.`,
        onConfirm: (participantNotification) =>
          reschedule.mutateAsync({
            params: { bookingId: guest.id },
            body: {
              slot: { serviceId: item.serviceId, ...to, timezone: site.timeZone, ...(person ? { resource: { id: person } } : {}) },
              revision: guest.revision,
              participantNotification,
              flowControlSettings: { ignoreReschedulePolicy: true },
            },
          }),
      })
  }
}

function useSessionCancel(): CalendarActions['cancelSession'] {
  const site = useSite()
  const openConfirm = useConfirm()
  const cancelEvent = useApiMutation('availability.cancelEvent')
  return (item, done) => {
    const guests = activeGuests(item)
    openConfirm({
      title: `Cancel ${item.title}?`,
      danger: true,
      description:
        guests.length > 0
          ? `${formatTimeRange(item.startDate, item.endDate, site)} will be cancelled. ${guests.length === 1 ? '1 booking is' : `${guests.length} bookings are`} cancelled and plan sessions are returned. Other payments are not refunded.`
          : `${formatTimeRange(item.startDate, item.endDate, site)} will be cancelled. No one has booked yet. Other sessions in the series stay the same.`,
      confirmLabel: 'Cancel session',
      cancelLabel: 'Keep session',
      ...askToNotify(guests),
      successMessage: 'Session cancelled.',
      onConfirm: async (participantNotification) => {
        await cancelEvent.mutateAsync({ params: { id: item.id }, body: { participantNotification } })
        done()
      },
    })
  }
}

function useUnblock(): CalendarActions['unblock'] {
  const openConfirm = useConfirm()
  const cancelEvent = useApiMutation('availability.cancelEvent')
  return (event, done) =>
    openConfirm({
      title: `Remove ${event.title || 'blocked time'}?`,
      description: 'This time becomes available for booking.',
      confirmLabel: 'Remove',
      cancelLabel: 'Keep',
      danger: true,
      successMessage: 'Removed.',
      onConfirm: async () => {
        await cancelEvent.mutateAsync({ params: { id: event.id }, body: {} })
        done()
      },
    })
}
