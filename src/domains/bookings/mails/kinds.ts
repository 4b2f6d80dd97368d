/** Which letters about bookings people may do without; all others are always sent. Source: guide bookings 20. */
import type { LetterKind } from '#domains/letters/public.ts'

export const bookingsLetterKinds: Readonly<Record<string, LetterKind>> = { 'booking-reminder': 'BOOKING_REMINDERS' }
