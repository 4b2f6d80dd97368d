/** What a booking takes over from its session. Source: guide services-and-availability §13.4. */
import type { Temporal } from 'temporal-polyfill'
import type { LocationFields } from './location-text.ts'

interface LocationLike extends LocationFields {
  id?: string | undefined
}
/** `R` is the copy of the resource that gives the session. */
export interface BookedSession<R> {
  startAt: Temporal.Instant
  endAt: Temporal.Instant
  allDay: boolean
  location: LocationLike | null
  resourceIds: readonly string[]
  resource: R | null
}

export interface SessionChanges<R> {
  changed: ('time' | 'place' | 'staff')[]
  change: Partial<Pick<BookedSession<R>, 'startAt' | 'endAt' | 'allDay' | 'location' | 'resource'>> & { resourceIds?: string[]; resourceId?: string | null }
}

/** A location with an id stays the same under another name: the copy keeps the name of the day of booking. */
const getLocationKey = (place: LocationLike): string => [place.locationType, place.id ?? `${place.name ?? ''} ${place.formattedAddress ?? ''}`].join(' ')

/**
 * `changed`: what the customer has to know. `change`: columns to store, empty when nothing changed. A booking without a
 * location takes that of its session silently.
 */
export function diffSession<R>(booking: BookedSession<R>, session: BookedSession<R>): SessionChanges<R> {
  const isMoved = !booking.startAt.equals(session.startAt) || !booking.endAt.equals(session.endAt)
  const isAtOtherLocation = session.location !== null && (booking.location === null || getLocationKey(booking.location) !== getLocationKey(session.location))
  const isByOthers = booking.resourceIds.length !== session.resourceIds.length || booking.resourceIds.some((id) => !session.resourceIds.includes(id))
  return {
    changed: [
      ...(isMoved ? (['time'] as const) : []),
      ...(isAtOtherLocation && booking.location !== null ? (['place'] as const) : []),
      ...(isByOthers ? (['staff'] as const) : []),
    ],
    change: {
      ...(isMoved && { startAt: session.startAt, endAt: session.endAt }),
      ...(booking.allDay !== session.allDay && { allDay: session.allDay }),
      ...(isAtOtherLocation && { location: session.location }),
      ...(isByOthers && { resourceIds: [...session.resourceIds], resourceId: session.resourceIds[0] ?? null, resource: session.resource }),
    },
  }
}
