/** A booking of a class that is stored by one statement, sent together with the commit. Source: guide bookings §4, §7. */
import type { Temporal } from 'temporal-polyfill'
import type { TransactionContext } from '#kit/api/context.ts'
import { isGuid } from '#kit/pure/guid.ts'
import type { CreateBookingInput } from '../../contract.ts'
import { unwrapOrRefuse } from '../../errors.ts'
import { explainNoSeats } from '../../rules/seats.ts'
import * as scheduling from '../../scheduling.ts'
import type { BookingRow } from '../../store/bookings.ts'
import { storeSeatedBooking } from '../../store/seated-bookings.ts'
import type { BookingSlot } from './resolve-slot.ts'

/** What such a booking is decided by. */
export interface SingleStatement {
  /** As this process read it within the last second; the statement compares it with its row, and the booking is made step by step when it changed. */
  session: scheduling.SessionPlan
  /** The id of the guest’s contact, unless the statement finds that they have one: its id takes the place of this one everywhere. */
  newContactId: string
  /** Stores the booking with its contact, event and seats. Refuses with SESSION_CAPACITY_EXCEEDED at the commit. */
  save(of: { booking: BookingRow; slot: Pick<BookingSlot, 'capacity'>; forced: boolean; holdUntil: Temporal.Instant | null }): void
}

/**
 * Undefined for what takes more than one statement: what needs to know the contact or the booking in between (confirmed in the same call, answers to forms,
 * a contact that the business names, a consent to texts), what is no stored session of a class, and where the reply is needed before the commit.
 */
export async function planSingleStatement(ctx: TransactionContext, input: CreateBookingInput): Promise<SingleStatement | undefined> {
  const { saveWithEvents } = ctx
  const { slot } = input.booking.bookedEntity ?? {}
  const sessionId = slot?.eventId ?? slot?.sessionId
  if (!saveWithEvents || !sessionId || !isGuid(slot?.serviceId ?? '') || takesSteps(ctx, input)) return undefined
  const service = await scheduling.findService(ctx, { id: slot?.serviceId ?? undefined })
  if (service?.type !== 'CLASS' || service.policy.intakeFormPolicy.enabled) return undefined
  const session = await scheduling.findRecentSession(ctx, sessionId)
  if (!session?.hasRow || session.cancelled) return undefined
  const newContactId = ctx.newId()
  const save: SingleStatement['save'] = ({ booking, slot: { capacity }, forced, holdUntil }) => {
    const refuseSeats = (room: { left: number; kept: boolean }) => unwrapOrRefuse(explainNoSeats({ type: 'CLASS', ...room }))
    saveWithEvents((events) => storeSeatedBooking(ctx, { booking, session, capacity, forced, holdUntil, events, newContactId }, refuseSeats))
  }
  return { session, newContactId, save }
}

const takesSteps = ({ caller }: TransactionContext, { booking, formSubmission, sendSmsReminder }: CreateBookingInput): boolean =>
  Object.keys(formSubmission ?? {}).length > 0 ||
  (caller.role === 'owner' ? booking.status === 'CONFIRMED' || Boolean(booking.contactDetails?.contactId) : sendSmsReminder === true)
