/** Moves bookings, sessions and blocked time, by dragging or by a form, after a confirmation. */
import { createElement, lazy, Suspense } from 'react'
import { call, useApiMutation } from '#web/api.ts'
import { currentMessages, useMessages } from '#web/kit/messages.ts'
import type { InputOf } from '#web/operations.ts'
import { toastError } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import type { CalendarEvent, CalendarItem, Site } from '../entities.ts'
import { useConfirm } from '../parts/confirm.tsx'
import type { ParticipantNotification } from '../parts/confirm-dialog.tsx'
import type { describeConflicts as Describe } from '../parts/describe-conflicts.ts'
import { dryRun } from '../parts/dry-run-request.ts'
import type { ChangeEmail } from '../parts/email-preview.tsx'
import { formatTimeRange } from '../parts/format-times.ts'
import { held } from '../parts/held-changes.ts'
import { entryEnd, entryId, entryStart, entryTitle, type Entry } from '../parts/events.ts'
import type { Move } from '../parts/move.ts'
import { toReschedule } from '../parts/reschedule.ts'
import { messages } from './calendar-actions.messages.ts'
import { findSeriesInput, type Scope } from './series-change.ts'
import { swapResource, toEventChange, toLocalDate, type RowChange, type SessionChange } from './session-change.ts'
import { words } from './words.messages.ts'
import { commonWords } from '../parts/common-words.ts'

/** Only moving needs it. */
const describeConflicts = async (...given: Parameters<typeof Describe>): Promise<string> =>
  (await import('../parts/describe-conflicts.ts')).describeConflicts(...given)
const CancellationEffects = lazy(async () => ({ default: (await import('../parts/cancellation-effects.tsx')).CancellationEffects }))

/** A session of the grid with its guests. */
async function loadGuests(item: CalendarItem): Promise<CalendarItem> {
  const { items } = await call('bookingPages.calendar', { body: { from: item.startDate, to: item.endDate } })
  return items.find(({ id }) => id === item.id) ?? item
}
/** Who comes to a session and takes part in its changes. */
const activeGuests = (item: CalendarItem) => item.bookings.filter(({ status }) => status === 'CONFIRMED' || status === 'PENDING')

interface CalendarActions {
  /** `row`: to whose row it moves as well. */
  move: (entry: Entry, to: Move, row?: RowChange) => void
  /** `series`: the part of it that changes too. */
  changeSession: (item: CalendarItem, change: SessionChange, series?: SeriesScope) => void
  cancelSession: (item: CalendarItem, done: () => void) => void
  /** A session or blocked time and those of its series that follow. */
  cancelFollowing: (entry: Entry, masterId: string, done: () => void) => void
  unblock: (event: CalendarEvent, done: () => void) => void
}
export function useCalendarActions(): CalendarActions {
  const changeSession = useSessionChange()
  return { changeSession, move: useMove(changeSession), cancelSession: useSessionCancel(), cancelFollowing: useFollowingCancel(), unblock: useUnblock() }
}

const toEventTimes = (to: Move, zone: string) => ({ start: toLocalDate(to.startDate, zone), end: toLocalDate(to.endDate, zone) })
const describeMove = (entry: Entry, to: Move, site: Parameters<typeof formatTimeRange>[2]) =>
  currentMessages(messages).moves(entryTitle(entry), formatTimeRange(entryStart(entry), entryEnd(entry), site), formatTimeRange(to.startDate, to.endDate, site))
/** Asks whether to notify attendees, when there are any, and can show the email to the first of them. */
function askToNotify([first, ...others]: CalendarItem['bookings'], email: Omit<ChangeEmail, 'bookingId'>) {
  const t = currentMessages(messages)
  return first ? { notifies: others.length === 0 ? first.name || t.theClient : t.allClients(others.length + 1), email: { bookingId: first.id, ...email } } : {}
}

/** The part of a series that changes with the session. */
interface SeriesScope {
  scope: Scope
  masterId: string
}

/** What the change means, one sentence for each part. */
function describeChange(item: CalendarItem, { to, resources, place, capacity }: SessionChange, scope: Scope, site: Site): string[] {
  const t = currentMessages(messages)
  return [
    to && describeMove({ kind: 'BOOKED', item, resourceIds: item.resourceIds }, to, site),
    resources?.staff !== undefined && t.leads(resources.staff),
    resources?.rooms !== undefined && t.takesPlace(resources.rooms),
    capacity !== undefined && t.hasSpots(capacity, capacity < item.participants),
    place && t.newPlace([place.name, place.address].filter(Boolean).join(', ')),
    activeGuests(item).length > 0 ? t.stayBooked(item.participants) : currentMessages(words).noneBooked,
    t.scopes[scope],
  ].filter((sentence) => typeof sentence === 'string')
}

const toUpdateInput =
  (item: CalendarItem, change: SessionChange, timeZone: string) =>
  (participantNotification: Notification): InputOf<'availability.updateEvent'> => ({
    params: { id: item.id },
    body: { event: toEventChange(change, timeZone), participantNotification },
  })

function useSessionChange(): CalendarActions['changeSession'] {
  const t = useMessages(messages)
  const site = useSite()
  const openConfirm = useConfirm()
  const changeOne = useOneSessionChange()
  return (item, { to, ...rest }, series) => {
    const isMoved = to !== undefined && (to.startDate !== item.startDate || to.endDate !== item.endDate)
    const change: SessionChange = { ...rest, ...(isMoved && { to }) }
    const { scope = 'ONE', masterId = '' } = series ?? {}
    if (scope === 'ONE') {
      changeOne(item, change)
      return
    }
    // Other sessions of the series that clash are found by the server, with everything else that would happen.
    const ask = (toInput: Awaited<ReturnType<typeof findSeriesInput>>) => {
      const hold = held('availability.updateEvent', toInput)
      openConfirm({
        title: t.askUpdate(item.title),
        description: describeChange(item, change, scope, site).join(' '),
        confirmLabel: t.updateSessions,
        ...askToNotify(activeGuests(item), toEmail(change)),
        notifies: t.everyoneBooked,
        effects: dryRun('availability.updateEvent', toInput),
        successMessage: t.sessionsWillUpdate,
        ...hold,
      })
    }
    void findSeriesInput({ item, masterId, scope, change }, site.timeZone).then(ask, toastError)
  }
}

function useOneSessionChange(): (item: CalendarItem, change: SessionChange) => void {
  const t = useMessages(messages)
  const site = useSite()
  const openConfirm = useConfirm()
  const update = useApiMutation('availability.updateEvent')
  return (item, change) => {
    const isMoved = change.to !== undefined
    const onlyMoved = isMoved && Object.keys(change).length === 1
    // A move is taken back by a move. Of what clients were told of, and of a location, of which only the name is known, no opposite call is.
    const waits = change.place !== undefined || (!isMoved && activeGuests(item).length > 0)
    const toInput = toUpdateInput(item, change, site.timeZone)
    const hold = held('availability.updateEvent', toInput)
    let notification: Notification
    const undoMove = () =>
      update.mutateAsync({ params: { id: item.id }, body: { event: toFormerEvent(item, change, site.timeZone), participantNotification: notification } })
    const ask = (conflicts: string) =>
      openConfirm({
        title: onlyMoved ? t.askReschedule(item.title) : t.askUpdate(item.title),
        description: [conflicts, ...describeChange(item, change, 'ONE', site)].filter(Boolean).join(' '),
        confirmLabel: onlyMoved ? t.rescheduleSession : t.updateSession,
        cancelLabel: commonWords.cancel,
        ...askToNotify(activeGuests(item), toEmail(change)),
        ...(item.participants > 0 && { effects: dryRun('availability.updateEvent', toInput) }),
        successMessage: waits ? t.sessionWillUpdate : onlyMoved ? t.sessionRescheduled : t.sessionUpdated,
        // The bookings follow their session on the server, in the same step.
        onConfirm: (participantNotification) => {
          notification = participantNotification
          return waits ? hold.onConfirm(participantNotification) : update.mutateAsync(toInput(participantNotification))
        },
        isHeld: waits,
        undo: waits ? hold.undo : undoMove,
      })
    // Without a new time, staff member or room there are no new conflicts to describe.
    if (!isMoved && !change.resources) ask('')
    else void describeConflicts(item.id, change.to ?? item, change.resources?.ids ?? item.resourceIds, site).then(ask, toastError)
  }
}

/** The email about a change of a session. */
const toEmail = ({ to }: SessionChange): Omit<ChangeEmail, 'bookingId'> => (to ? { change: 'RESCHEDULE', startDate: to.startDate } : { change: 'UPDATE' })

type Notification = ParticipantNotification | undefined
type EventChange = NonNullable<InputOf<'availability.updateEvent'>['body']>['event']
/** What takes a change of a session back. */
const toFormerEvent = (item: CalendarItem, { to, resources, capacity }: SessionChange, timeZone: string): EventChange => ({
  ...(to && toEventTimes(item, timeZone)),
  ...(resources && { resources: item.resourceIds.map((id) => ({ id })) }),
  ...(capacity !== undefined && { totalCapacity: item.capacity ?? null }),
})

function useMove(changeSession: CalendarActions['changeSession']): CalendarActions['move'] {
  const t = useMessages(messages)
  const site = useSite()
  const openConfirm = useConfirm()
  const update = useApiMutation('availability.updateEvent')
  const moveAppointment = useAppointmentMove()
  return (entry, to, row) => {
    if (entry.kind === 'BLOCKED') {
      const send = (times: Move) => update.mutateAsync({ params: { id: entry.event.id }, body: { event: toEventTimes(times, site.timeZone) } })
      const before = { startDate: entryStart(entry), endDate: entryEnd(entry) }
      openConfirm({
        title: t.askMoveBlocked,
        description: `${describeMove(entry, to, site)} ${t.freed}`,
        confirmLabel: t.move,
        cancelLabel: commonWords.cancel,
        successMessage: t.moved,
        onConfirm: () => send(to),
        undo: () => send(before),
      })
      return
    }
    if (entry.kind === 'ELSEWHERE') return
    const { item } = entry
    if (item.kind === 'SESSION') {
      const resources = row && { ids: swapResource(item.resourceIds, row), ...(row.isRoom ? { rooms: row.name } : { staff: row.name }) }
      void loadGuests(item).then((session) => changeSession(session, { to, ...(resources && { resources }) }), toastError)
      return
    }
    // The room of an appointment follows from its service.
    moveAppointment(item, to, row && !row.isRoom ? row.to : undefined)
  }
}

function useAppointmentMove() {
  const t = useMessages(messages)
  const site = useSite()
  const openConfirm = useConfirm()
  const reschedule = useApiMutation('bookings.rescheduleBooking')
  return (item: CalendarItem, to: Move, resourceId: string | undefined) => {
    const entry: Entry = { kind: 'BOOKED', item, resourceIds: item.resourceIds }
    const guest = item.bookings[0]
    const person = resourceId ?? item.resourceIds[0]
    if (!guest) return
    let { revision } = guest
    let notification: Notification
    const toInput = ({ startDate, endDate }: Move, resource: string | undefined, participantNotification: Notification) =>
      toReschedule(
        { id: guest.id, revision, timezone: site.timeZone },
        { serviceId: item.serviceId, startDate, endDate, resourceId: resource },
        participantNotification,
      )
    const send = async (times: Move, resource: string | undefined, participantNotification: Notification) => {
      const { booking } = await reschedule.mutateAsync(toInput(times, resource, participantNotification))
      revision = booking.revision
    }
    void describeConflicts(item.id, to, person ? [person] : [], site).then(
      (conflicts) =>
        openConfirm({
          title: t.askRescheduleClient(guest.name),
          description: [conflicts, describeMove(entry, to, site), t.freed, t.priceStays].filter(Boolean).join(' '),
          confirmLabel: t.reschedule,
          cancelLabel: commonWords.cancel,
          notifies: guest.name,
          email: { bookingId: guest.id, change: 'RESCHEDULE', startDate: to.startDate },
          effects: dryRun('bookings.rescheduleBooking', (notifies) => toInput(to, person, notifies)),
          successMessage: t.clientRescheduled(guest.name),
          onConfirm: (participantNotification) => send(to, person, (notification = participantNotification)),
          undo: () => send(item, item.resourceIds[0], notification),
        }),
      toastError,
    )
  }
}

function useSessionCancel(): CalendarActions['cancelSession'] {
  const t = useMessages(messages)
  const site = useSite()
  const openConfirm = useConfirm()
  return (item, done) => {
    const guests = activeGuests(item)
    const hold = held('availability.cancelEvent', (participantNotification) => ({ params: { id: item.id }, body: { participantNotification } }))
    openConfirm({
      title: t.askCancel(item.title),
      danger: true,
      description:
        guests.length > 0
          ? t.cancelsBookings(formatTimeRange(item.startDate, item.endDate, site), guests.length)
          : t.cancelsEmpty(formatTimeRange(item.startDate, item.endDate, site)),
      confirmLabel: t.cancelSession,
      cancelLabel: t.keepSession,
      content: createElement(
        Suspense,
        { fallback: null },
        createElement(CancellationEffects, { bookingIds: guests.map(({ id }) => id), because: 'SESSION', sessionId: item.id }),
      ),
      ...askToNotify(guests, { change: 'CANCEL_SESSION' }),
      successMessage: t.sessionWillCancel,
      undo: hold.undo,
      isHeld: true,
      onConfirm: async (participantNotification) => {
        await hold.onConfirm(participantNotification)
        done()
      },
    })
  }
}

function useFollowingCancel(): CalendarActions['cancelFollowing'] {
  const t = useMessages(messages)
  const site = useSite()
  const openConfirm = useConfirm()
  return (entry, masterId, done) => {
    const title = entryTitle(entry)
    const guests = entry.kind === 'BOOKED' ? activeGuests(entry.item) : []
    const isBlocked = entry.kind === 'BLOCKED'
    const toInput = (participantNotification: Notification): InputOf<'availability.cancelEvent'> => ({
      params: { id: masterId },
      body: { fromEventId: entryId(entry), participantNotification },
    })
    const hold = held('availability.cancelEvent', toInput)
    openConfirm({
      title: isBlocked ? t.askRemoveFrom(title) : t.askCancelFrom(title),
      danger: true,
      description: isBlocked
        ? t.removesFrom(formatTimeRange(entryStart(entry), entryEnd(entry), site))
        : t.cancelsFrom(formatTimeRange(entryStart(entry), entryEnd(entry), site)),
      confirmLabel: isBlocked ? t.removeFrom : t.cancelSessions,
      cancelLabel: isBlocked ? t.keep : t.keepSessions,
      effects: dryRun('availability.cancelEvent', toInput),
      ...(!isBlocked && { ...askToNotify(guests, { change: 'CANCEL_SESSION' }), notifies: t.everyoneBooked }),
      successMessage: isBlocked ? t.timesWillOpen : t.sessionsWillCancel,
      undo: hold.undo,
      isHeld: true,
      onConfirm: async (participantNotification) => {
        await hold.onConfirm(participantNotification)
        done()
      },
    })
  }
}

function useUnblock(): CalendarActions['unblock'] {
  const t = useMessages(messages)
  const openConfirm = useConfirm()
  const cancelEvent = useApiMutation('availability.cancelEvent')
  const create = useApiMutation('availability.createEvent')
  const { timeZone } = useSite()
  return (event, done) =>
    openConfirm({
      title: t.askRemove(event.title),
      description: t.removes,
      confirmLabel: commonWords.remove,
      cancelLabel: t.keep,
      danger: true,
      successMessage: t.removed,
      onConfirm: async () => {
        await cancelEvent.mutateAsync({ params: { id: event.id }, body: {} })
        done()
      },
      undo: () =>
        create.mutateAsync({
          body: {
            event: {
              type: 'EVENT',
              title: event.title,
              start: { localDate: event.start.localDate, timeZone },
              end: { localDate: event.end.localDate, timeZone },
              ...(event.allDay && { allDay: true }),
              ...(event.notes && { notes: event.notes }),
              resources: event.resources.map(({ id }) => ({ id })),
            },
          },
        }),
    })
}
