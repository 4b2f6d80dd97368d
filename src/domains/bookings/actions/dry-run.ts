/** Bookings in a dry run: whose are cancelled, declined, confirmed or moved. */
import type { DryRunReporter } from '#kit/jobs/dry-run.ts'
import type { Booking } from '../contract.ts'
import { closeBookingsOfPlan } from './close-bookings.ts'

const kinds: Readonly<Record<string, string>> = {
  canceled: 'BOOKING_CANCELED',
  declined: 'BOOKING_DECLINED',
  confirmed: 'BOOKING_CONFIRMED',
  rescheduled: 'BOOKING_MOVED',
}

export const bookingsDryRun: DryRunReporter = {
  // Bookings that a plan paid for end in a job of their own.
  async continueWith(ctx, jobs) {
    for (const { kind, key } of jobs) if (kind === 'bookings.end-with-plan') await closeBookingsOfPlan(ctx, key)
  },
  async describe(_ctx, { events }) {
    return events.flatMap(({ entityFqdn, slug, entityId, payload }) => {
      const kind = entityFqdn === 'wix.bookings.v2.booking' ? kinds[slug] : undefined
      if (!kind || !('actionEvent' in payload)) return []
      const { contactDetails, bookedEntity, startDate } = (payload.actionEvent.body as { booking: Booking }).booking
      const who = [contactDetails?.firstName, contactDetails?.lastName].filter(Boolean).join(' ')
      const what = bookedEntity?.title
      return [{ kind, id: entityId, ...(who && { who }), ...(what && { what }), ...(startDate && { at: startDate }) }]
    })
  },
}
