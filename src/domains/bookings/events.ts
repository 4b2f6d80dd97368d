/** What happened to a booking. Source: guide: bookings 19. */
import type { Ctx, DomainEvent } from '#kit/ctx.ts'
import type { BookingRecord } from './store/bookings.ts'
import { bookingToWire } from './wire.ts'

const FQDN = 'wix.bookings.v2.booking'
export const BOOKINGS_APP = '13d21c63-b5ec-5912-8397-c3a5ddb27a97'

const event = (slug: string, id: string, payload: DomainEvent['payload']): DomainEvent => ({
  type: `${FQDN}_${slug}`,
  entityFqdn: FQDN,
  slug,
  entityId: id,
  payload,
})

/** Who set it off; time itself counts as the bookings app. */
const initiator = (ctx: Ctx): Record<string, string | undefined> => {
  const { memberId, userId, appId, visitorId, role } = ctx.caller
  if (role === 'owner') return userId ? { wixUserId: userId } : { appId: appId ?? BOOKINGS_APP }
  if (memberId) return { memberId }
  return visitorId ? { anonymousVisitorId: visitorId } : { appId: BOOKINGS_APP }
}

export const created = (ctx: Ctx, booking: BookingRecord): void =>
  ctx.announce(event('created', booking.id, { createdEvent: { entity: bookingToWire(booking, true) } }))

export const updated = (ctx: Ctx, booking: BookingRecord, modifiedFields: Record<string, unknown>): void =>
  ctx.announce(event('updated', booking.id, { updatedEvent: { currentEntity: bookingToWire(booking, true), modifiedFields } }))

export type ActionSlug = 'confirmed' | 'declined' | 'markedAsPending' | 'canceled' | 'rescheduled' | 'number_of_participants_updated'
export const acted = (ctx: Ctx, slug: ActionSlug, booking: BookingRecord, more: Record<string, unknown> = {}): void =>
  ctx.announce(
    event(slug, booking.id, {
      actionEvent: {
        body: { booking: bookingToWire(booking, true), initiatedBy: initiator(ctx), ...(booking.doubleBooked && { doubleBooked: true }), ...more },
      },
    }),
  )

const ATTENDANCE = 'wix.bookings.v2.attendance'
const aboutAttendance = (slug: string, entityId: string, payload: DomainEvent['payload']): DomainEvent => ({
  type: `${ATTENDANCE}_${slug}`,
  entityFqdn: ATTENDANCE,
  slug,
  entityId,
  payload,
})
/** Deleted attendances go without their entity. */
export const attendanceDeleted = (id: string): DomainEvent => aboutAttendance('deleted', id, { deletedEvent: {} })
export const notAttended = (row: { id: string }, attendance: unknown, participantNotification: unknown): DomainEvent =>
  aboutAttendance('marked_as_not_attended', row.id, { actionEvent: { body: { attendance, ...(participantNotification ? { participantNotification } : {}) } } })

const FEE = 'wix.bookings.fees.v1.booking_fee'
/** A fee could not be put on an order, or not be collected. */
export const feeEvent = (slug: 'failed_to_apply' | 'failed_to_collect', body: Record<string, unknown>, id: string): DomainEvent => ({
  type: `${FEE}_${slug}`,
  entityFqdn: FEE,
  slug,
  entityId: id,
  payload: { actionEvent: { body } },
})
