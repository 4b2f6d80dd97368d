/** Bookings of sessions and appointments, attendance. */
import { findBookingEnds, findSessionsWithLapsedHolds, listBookedAppointments, onSessionChanged } from '#domains/availability/hooks.ts'
import {
  exportPersonalData,
  listEnteredContacts,
  listEnteredDetails,
  onContactsMerged,
  onMemberDeleted,
  onMemberStatusChanged,
} from '#domains/members/hooks.ts'
import { countDueToday, listDueRecipients, onAutomationChanged } from '#domains/notifications/hooks.ts'
import { onPlanEnded } from '#domains/orders/hooks.ts'
import { bindAttempts, bindPayables } from '#domains/payments/hooks.ts'
import { onLocationsChanged, onServiceDeleted } from '#domains/services/hooks.ts'
import { isTextStillTrue } from '#domains/texts/hooks.ts'
import type { Domain } from '#kit/api/domain.ts'
import { bindHook } from '#kit/api/hooks.ts'
import { bindOperations } from '#kit/api/mount.ts'
import { listAppointments } from './actions/reading/appointment-events.ts'
import { countFollowUps, listFollowUpRecipients, rescheduleReminders } from './actions/emails/follow-ups.ts'
import { bookingsDryRun } from './actions/dry-run.ts'
import { updateBookingsAtLocations, updateBookingsOfCourse, updateBookingsOfSession } from './actions/changes/on-session-changed.ts'
import { feeAttempts } from './actions/money/settle-fee.ts'
import { isBookingTextTrue } from './actions/emails/texts.ts'
import { bookingsContract } from './contract.ts'
import { bookingsEmailCatalog, bookingsEmailEditing } from './emails/catalog.ts'
import { bookingsEmailKinds } from './emails/kinds.ts'
import { attendanceHandlers } from './handlers/attendance.ts'
import { bookingsHandlers } from './handlers/bookings.ts'
import { clientsHandlers } from './handlers/clients.ts'
import { bookingEmailsHandlers } from './handlers/email-preview.ts'
import { bookingForecastHandlers } from './handlers/forecast.ts'
import { bookingFeesHandlers, policySnapshotsHandlers } from './handlers/fees.ts'
import { bookingFormsHandlers } from './handlers/forms.ts'
import { anonymousBookingsHandlers } from './handlers/links.ts'
import { managedBookingsHandlers } from './handlers/manage.ts'
import { bookingMoneyHandlers } from './handlers/money.ts'
import { bookingJobsHandlers } from './handlers/jobs.ts'
import { bookingPagesHandlers } from './handlers/pages.ts'
import { extendedBookingsHandlers } from './handlers/reading.ts'
import { rostersHandlers } from './handlers/rosters.ts'
import { bookingsJobs } from './jobs.ts'
import {
  bookingPayable,
  closeBookingsOfMember,
  closeBookingsOfService,
  eraseCustomerFromBookings,
  exportBookings,
  findBookingDetails,
  findBookingContacts,
  onPlanEnded as endBookingsOfPlan,
  reassignBookings,
} from './public.ts'
import { bookingsSchedules } from './schedules.ts'
import { listBookingEnds, listSessionsWithLapsedHolds } from './store/bookings.ts'
import * as tables from './tables.ts'

export const bookings: Domain = {
  name: 'bookings',
  operations: bindOperations(bookingsContract, {
    bookings: bookingsHandlers,
    extendedBookings: extendedBookingsHandlers,
    attendance: attendanceHandlers,
    bookingPages: bookingPagesHandlers,
    bookingJobs: bookingJobsHandlers,
    bookingEmails: bookingEmailsHandlers,
    rosters: rostersHandlers,
    clients: clientsHandlers,
    bookingForecast: bookingForecastHandlers,
    bookingMoney: bookingMoneyHandlers,
    bookingForms: bookingFormsHandlers,
    anonymousBookings: anonymousBookingsHandlers,
    managedBookings: managedBookingsHandlers,
    bookingFees: bookingFeesHandlers,
    policySnapshots: policySnapshotsHandlers,
  }),
  jobs: bookingsJobs,
  schedules: bookingsSchedules,
  dryRun: bookingsDryRun,
  emails: { templates: bookingsEmailCatalog, optional: bookingsEmailKinds, editing: bookingsEmailEditing },
  hooks: [
    bindHook(countDueToday, countFollowUps),
    bindHook(listDueRecipients, listFollowUpRecipients),
    bindHook(onAutomationChanged, rescheduleReminders),
    bindHook(isTextStillTrue, isBookingTextTrue),
    bindHook(onMemberStatusChanged, async (ctx, { memberId, change, contactId }) => {
      if (change === 'erased') await eraseCustomerFromBookings(ctx, memberId, contactId ?? memberId)
    }),
    bindHook(onMemberDeleted, (ctx, { memberId, byMember, contactId }) => closeBookingsOfMember(ctx, memberId, byMember, contactId)),
    bindHook(onContactsMerged, (ctx, { fromId, toId }) => reassignBookings(ctx, fromId, toId)),
    bindHook(listEnteredDetails, findBookingDetails),
    bindHook(listEnteredContacts, findBookingContacts),
    bindHook(exportPersonalData, (ctx, { memberId, contactId }) => exportBookings(ctx, memberId, contactId)),
    bindPayables(['BOOKING', 'BOOKING_FEE'], bookingPayable),
    bindAttempts(['BOOKING_FEE'], feeAttempts),
    bindHook(onPlanEnded, (ctx, { orderId }) => endBookingsOfPlan(ctx, orderId)),
    bindHook(onServiceDeleted, (ctx, end) => closeBookingsOfService(ctx, end.serviceId, end)),
    bindHook(findBookingEnds, listBookingEnds),
    bindHook(findSessionsWithLapsedHolds, listSessionsWithLapsedHolds),
    bindHook(listBookedAppointments, listAppointments),
    bindHook(onSessionChanged, (ctx, change) =>
      change.isCourse
        ? updateBookingsOfCourse(ctx, change.scheduleId, change.changed.length > 0, change.participantNotification ?? undefined)
        : updateBookingsOfSession(ctx, change.eventId, change.participantNotification ?? undefined),
    ),
    bindHook(onLocationsChanged, updateBookingsAtLocations),
  ],
  tables,
}
