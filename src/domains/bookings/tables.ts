/** Tables of bookings; `npm run check` holds its SQL to them. */
import type { TableName } from '#kit/db/tables.gen.ts'

export const owns: readonly TableName[] = [
  'attendance',
  'booking',
  'booking_card',
  'booking_checkout',
  'booking_fee',
  'booking_flow',
  'booking_link_key',
  'booking_link_use',
  'booking_order',
  'booking_order_counter',
  'booking_payment',
  'form_submission',
  'waitlist',
  'waitlist_entry',
]
