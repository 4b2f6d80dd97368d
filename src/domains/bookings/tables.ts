/** Tables of bookings; `npm run check` holds its SQL to them. */
import type { LeftOut } from '#kit/db/archive/rules.ts'
import type { SealedValue } from '#kit/db/sealed-values.ts'
import type { TableName } from '#kit/db/tables.gen.ts'
import { describeLinkSecret } from './rules/sealed.ts'

export const owns: readonly TableName[] = [
  'attendance',
  'booking',
  'booking_card',
  'booking_fee',
  'booking_flow',
  'booking_job',
  'booking_job_item',
  'booking_link_key',
  'booking_link_use',
  'booking_order',
  'booking_order_counter',
  'booking_owed',
  'booking_payment',
  'owed_change',
  'owed_sum',
]

/** What an archive of the site leaves out, and why. */
export const leftOut: LeftOut = {
  booking_flow: 'bookings that visitors were about to make',
  booking_job: 'work on many bookings; what came of it is in the bookings',
  booking_job_item: 'work on many bookings; what came of it is in the bookings',
  booking_link_use: 'counters of attempts',
}

/** Tables of others that its SQL reads, and why it does not ask their domain. */
export const reads: Partial<Record<TableName, string>> = {
  calendar_event: 'the nightly check counts the places of sessions of the last weeks, also of those without bookings',
  client_activity: 'how often clients came is read in one statement with when they come next',
  resource_use: 'the nightly check compares what is held with the bookings that hold it, and requests for a time that is taken are marked',
  seat_use: 'the nightly check compares what is held with the bookings that hold it',
  session_seat: 'the nightly check compares what is held with the bookings that hold it',
  member: 'the statement that stores a booking of a class finds or makes the contact of its guest',
  contact_email: 'the statement that stores a booking of a class finds or makes the contact of its guest',
  webhook_subscription: 'the statement that stores a booking of a class notes its deliveries',
  payment_attempt: 'what was paid for bookings is read with what became of the attempt to charge it',
}

/** Tables of others that its SQL writes, and why: one statement stores all of a booking of a class (`book_class`), by the functions of their domains. */
export const writesOf: Partial<Record<TableName, string>> = {
  contact: 'the contact of its guest',
  event: 'the event that tells of it',
  webhook_delivery: 'the deliveries of its event',
  job: 'the jobs that carry them out',
  session_seat: 'its seats, counted',
  seat_use: 'its seats',
}

/** What of them is sealed with the key of the server. */
export const sealed: readonly SealedValue[] = [
  {
    table: 'booking_link_key',
    column: 'secret',
    boundTo: ['site_id'],
    describe: (siteId) => describeLinkSecret(siteId as string),
    isMarked: true,
    isDeletedWhenLost: true,
  },
]
