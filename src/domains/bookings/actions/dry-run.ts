/** Bookings in a dry run: whose are made, cancelled, declined, confirmed or moved. */
import type { DomainEvent } from '#kit/api/context.ts'
import type { DryRunReporter } from '#kit/jobs/dry-run.ts'
import type { Booking } from '../contract.ts'
import { describeBooking } from '../wire.ts'
import { closeBookingsOfPlan } from './changes/close-bookings.ts'
import { startCollection } from './money/fees.ts'

const kinds: Readonly<Record<string, string>> = {
  created: 'BOOKING_CREATED',
  canceled: 'BOOKING_CANCELED',
  declined: 'BOOKING_DECLINED',
  confirmed: 'BOOKING_CONFIRMED',
  rescheduled: 'BOOKING_MOVED',
}
const readBooking = ({ payload }: DomainEvent): Booking | undefined =>
  'actionEvent' in payload
    ? (payload.actionEvent.body as { booking: Booking }).booking
    : 'createdEvent' in payload
      ? (payload.createdEvent.entity as Booking)
      : undefined

export const bookingsDryRun: DryRunReporter = {
  // Bookings that a plan paid for end in a job of their own, and fees are collected in one.
  async continueWith(ctx, jobs) {
    for (const { kind, key } of jobs) {
      if (kind === 'bookings.end-with-plan') await closeBookingsOfPlan(ctx, key)
      if (kind === 'bookings.collect-fee') await startCollection(ctx, key)
    }
  },
  async describe(_ctx, { events }) {
    const own = events.filter(({ entityFqdn }) => entityFqdn === 'wix.bookings.v2.booking')
    const made = new Set(own.filter(({ slug }) => slug === 'created').map(({ entityId }) => entityId))
    return own.flatMap((event) => {
      const { slug, entityId } = event
      const [kind, booking] = [kinds[slug], readBooking(event)]
      // One that the business makes is confirmed at once: that is one thing.
      if (!kind || !booking || (slug === 'confirmed' && made.has(entityId))) return []
      return [{ kind, id: entityId, ...describeBooking(booking) }]
    })
  },
}
