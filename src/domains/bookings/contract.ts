/** Bookings on the wire, in the order of the guide. */
import { attendanceApi } from './contract/attendance.ts'
import { bookingsApi } from './contract/bookings.ts'
import { clientsApi } from './contract/clients.ts'
import { bookingEmailsApi } from './contract/email-preview.ts'
import { bookingJobsApi } from './contract/jobs.ts'
import { bookingForecastApi } from './contract/forecast.ts'
import { bookingFeesApi, policySnapshotsApi } from './contract/fees.ts'
import { anonymousBookingsApi } from './contract/links.ts'
import { bookingFormsApi } from './contract/forms.ts'
import { managedBookingsApi } from './contract/manage.ts'
import { bookingMoneyApi } from './contract/money.ts'
import { bookingPagesApi } from './contract/pages.ts'
import { rostersApi } from './contract/rosters.ts'
import { extendedBookingsApi } from './contract/reading.ts'
export * from './contract/shapes.ts'
export * from './contract/bookings.ts'
export * from './contract/reading.ts'
export * from './contract/attendance.ts'
export * from './contract/pages.ts'
export * from './contract/jobs.ts'
export * from './contract/email-preview.ts'
export * from './contract/rosters.ts'
export * from './contract/clients.ts'
export * from './contract/forecast.ts'
export * from './contract/money.ts'
export * from './contract/links.ts'
export * from './contract/manage.ts'
export * from './contract/fees.ts'
export * from './contract/forms.ts'

/** The operations by group: `<group>.<operation>` is their name everywhere. */
export const bookingsContract = {
  bookings: bookingsApi,
  extendedBookings: extendedBookingsApi,
  attendance: attendanceApi,
  bookingPages: bookingPagesApi,
  bookingJobs: bookingJobsApi,
  bookingEmails: bookingEmailsApi,
  rosters: rostersApi,
  clients: clientsApi,
  bookingForecast: bookingForecastApi,
  bookingMoney: bookingMoneyApi,
  bookingForms: bookingFormsApi,
  anonymousBookings: anonymousBookingsApi,
  managedBookings: managedBookingsApi,
  bookingFees: bookingFeesApi,
  policySnapshots: policySnapshotsApi,
}
