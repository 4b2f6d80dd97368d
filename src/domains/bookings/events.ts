/** Events of bookings. Source: guide bookings §19. */
import type { BaseContext, DomainEvent, TransactionContext } from '#kit/api/context.ts'
import type { BookingRow } from './store/bookings.ts'
import { bookingToWire } from './wire.ts'

const FQDN = 'wix.bookings.v2.booking'
export const BOOKINGS_APP = '13d21c63-b5ec-5912-8397-c3a5ddb27a97'

const bookingEvent = (slug: string, id: string, payload: DomainEvent['payload']): DomainEvent => ({
  type: `${FQDN}_${slug}`,
  entityFqdn: FQDN,
  slug,
  entityId: id,
  payload,
})

/** Who caused the event; schedules count as the bookings app. A customer who made the booking is named with their contact. */
const getInitiator = (ctx: BaseContext, booking: BookingRow): Record<string, string> => {
  const { memberId, userId, appId, visitorId, role } = ctx.caller
  if (role === 'owner') return userId ? { wixUserId: userId } : { appId: appId ?? BOOKINGS_APP }
  const isCreator = memberId ? booking.createdByMemberId === memberId : visitorId !== undefined && booking.createdByVisitorId === visitorId
  const contact: Record<string, string> = isCreator && booking.createdByContactId ? { contactId: booking.createdByContactId } : {}
  if (memberId) return { memberId, ...contact }
  return visitorId ? { anonymousVisitorId: visitorId, ...contact } : { appId: BOOKINGS_APP }
}

export const emitCreated = (ctx: TransactionContext, booking: BookingRow): void =>
  ctx.emit(bookingEvent('created', booking.id, { createdEvent: { entity: bookingToWire(booking, true) } }))

export const emitUpdated = (ctx: TransactionContext, booking: BookingRow, modifiedFields: Record<string, unknown>): void =>
  ctx.emit(bookingEvent('updated', booking.id, { updatedEvent: { currentEntity: bookingToWire(booking, true), modifiedFields } }))

export type ActionSlug = 'confirmed' | 'declined' | 'markedAsPending' | 'canceled' | 'rescheduled' | 'number_of_participants_updated'
/** Decisions say whether the time was taken twice. Source: guide bookings §19. */
const decisions: readonly ActionSlug[] = ['confirmed', 'declined', 'markedAsPending']
export const emitAction = (ctx: TransactionContext, slug: ActionSlug, booking: BookingRow, extra: Record<string, unknown> = {}): void => {
  const doubleBooked = decisions.includes(slug) ? { doubleBooked: booking.doubleBooked } : {}
  const body = { booking: bookingToWire(booking, true), initiatedBy: getInitiator(ctx, booking), ...doubleBooked, ...extra }
  ctx.emit(bookingEvent(slug, booking.id, { actionEvent: { body } }))
}

const ATTENDANCE = 'wix.bookings.v2.attendance'
const attendanceEvent = (slug: string, entityId: string, payload: DomainEvent['payload']): DomainEvent => ({
  type: `${ATTENDANCE}_${slug}`,
  entityFqdn: ATTENDANCE,
  slug,
  entityId,
  payload,
})
/** The event of a deleted attendance has no entity. */
export const attendanceDeletedEvent = (id: string): DomainEvent => attendanceEvent('deleted', id, { deletedEvent: {} })
export const notAttendedEvent = (row: { id: string }, attendance: unknown, participantNotification: unknown): DomainEvent =>
  attendanceEvent('marked_as_not_attended', row.id, { actionEvent: { body: { attendance, ...(participantNotification ? { participantNotification } : {}) } } })

const FEE = 'wix.bookings.fees.v1.booking_fee'
/** A fee could not be put on an order, or not be collected. */
export const feeEvent = (slug: 'failed_to_apply' | 'failed_to_collect', body: Record<string, unknown>, id: string): DomainEvent => ({
  type: `${FEE}_${slug}`,
  entityFqdn: FEE,
  slug,
  entityId: id,
  payload: { actionEvent: { body } },
})
