/** Emails about bookings that people may unsubscribe from. Source: guide bookings §20. */
import type { OptionalEmailKind } from '#domains/notifications/public.ts'

export const bookingsEmailKinds: Readonly<Record<string, OptionalEmailKind>> = {
  'booking-reminder': 'BOOKING_REMINDERS',
  'booking-follow-up': 'FOLLOW_UPS',
  'visit-missed': 'FOLLOW_UPS',
}
