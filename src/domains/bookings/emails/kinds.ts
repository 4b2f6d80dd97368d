/** Which letters about bookings people may do without; all others are always sent. Source: guide bookings 20. */
import type { OptionalEmailKind } from '#domains/notifications/public.ts'

export const bookingsEmailKinds: Readonly<Record<string, OptionalEmailKind>> = { 'booking-reminder': 'BOOKING_REMINDERS' }
