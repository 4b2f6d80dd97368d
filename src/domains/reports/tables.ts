/** Tables of reports, which are read models on the tables of others, and what of them was read; `npm run check` holds its SQL to them. */
import type { LeftOut } from '#kit/db/archive/rules.ts'
import type { TableName } from '#kit/db/tables.gen.ts'

export const owns: readonly TableName[] = [
  'clients_of_month',
  'notification_mark',
  'notification_reading',
  'revenue_of_day',
  'sessions_of_day',
  'summed_period',
  'summed_period_change',
  'visits_of_day',
]

/** What an archive of the site leaves out, and why. */
export const leftOut: LeftOut = {
  clients_of_month: 'sums of bookings; they are made again',
  revenue_of_day: 'sums of receipts; they are made again',
  sessions_of_day: 'sums of sessions; they are made again',
  summed_period: 'which days and months are summed; they are summed again',
  summed_period_change: 'what is to be summed again',
  visits_of_day: 'sums of bookings; they are made again',
}

/** Tables of others that its SQL reads, and why it does not ask their domain. */
export const reads: Partial<Record<TableName, string>> = {
  attendance: 'figures of sessions are summed in one statement',
  booking: 'figures of sessions are summed in one statement',
  booking_job: 'work that goes on and how it ended is listed with what is new in one statement',
  calendar_connection: 'what waits for the owner is counted in one statement',
  calendar_event: 'what a resource is used for is counted in one statement',
  event: 'the history of an order or a booking and the latest activity are read from the events',
  payment_attempt: 'what is new for the team is listed in one statement',
  held_change: 'what is new for the team is listed in one statement',
  location: 'revenue is summed by what it was paid for in one statement',
  resource: 'revenue is summed by what it was paid for in one statement',
  receipt_line: 'revenue is summed by what it was paid for in one statement',
  waitlist_entry: 'demand for full classes is counted in one statement',
  data_import: 'work that goes on and how it ended is listed with what is new in one statement',
  member_job: 'work that goes on and how it ended is listed with what is new in one statement',
  email: 'what today brings and what is left to set up are counted in one statement',
  member: 'what today brings and what is left to set up are counted in one statement',
  member_report: 'what today brings and what is left to set up are counted in one statement',
  dispute: 'what today brings and what is left to set up are counted in one statement',
  receipt: 'what today brings and what is left to set up are counted in one statement',
  refund: 'what today brings and what is left to set up are counted in one statement',
  plan_order: 'what today brings and what is left to set up are counted in one statement',
  plan_invoice: 'what waits for the owner is counted in one statement',
  waitlist: 'what waits for the owner is counted in one statement',
  hours_schedule: 'what is left to set up is counted in one statement',
  working_hours: 'what is left to set up is counted in one statement',
  plan: 'what today brings and what is left to set up are counted in one statement',
  service: 'what a resource is used for is counted in one statement',
  session_seat: 'what today brings and what is left to set up are counted in one statement',
  site: 'what today brings and what is left to set up are counted in one statement',
  time_off_request: 'what waits for the owner is counted in one statement',
  form: 'what waits for the owner is counted in one statement',
  form_submission: 'what waits for the owner is counted in one statement',
  staff_member: 'what today brings and what is left to set up are counted in one statement',
}
