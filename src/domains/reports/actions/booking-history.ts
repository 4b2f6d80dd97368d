/** History of a booking: events, actors and the emails to its customer. Payments are read from bookings. */
import type { Reply } from '#kit/api/contract.ts'
import type { ReadContext } from '#kit/api/context.ts'
import { toWireTime } from '#kit/pure/wire-time.ts'
import type { reportsApi } from '../contract.ts'
import { refuse } from '../errors.ts'
import { identifyActor } from '../rules/actor.ts'
import { visibleSources } from '../rules/notifications.ts'
import * as store from '../store/booking-history.ts'

/** Refuses with booking_not_found. */
export async function loadBookingHistory(ctx: ReadContext, bookingId: string): Promise<Reply<typeof reportsApi.getBookingHistory>> {
  const customer = (await store.findBookingCustomer(ctx, bookingId)) ?? refuse('booking_not_found')
  const events = await store.listBookingEvents(ctx, bookingId)
  const mayReadEmails = visibleSources(ctx.caller.permissions).includes('emails')
  const emails = customer.emailKey && mayReadEmails ? await store.listBookingEmails(ctx, bookingId, customer.emailKey) : []
  return {
    events: events.map(({ at, slug, identity, startDate, paymentStatus }) => ({
      at: toWireTime(at),
      slug,
      by: identifyActor(slug, identity.identityType),
      ...(startDate && { startDate }),
      ...(paymentStatus && { paymentStatus }),
    })),
    emails: emails.map(({ id, at, template, subject, state }) => ({ id, at: toWireTime(at), template, subject: subject ?? template, state })),
  }
}
