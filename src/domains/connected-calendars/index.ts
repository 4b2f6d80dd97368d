/** Other calendars: their busy times block bookings, and bookings are shown in them. */
import type { Domain } from '#kit/api/domain.ts'
import { bindOperations } from '#kit/api/mount.ts'
import { connectedCalendarsContract } from './contract.ts'
import { connectedCalendarsEmailCatalog, connectedCalendarsEmailEditing } from './emails/catalog.ts'
import { calendarFeedsHandlers, calendarLinksHandlers, externalCalendarsHandlers } from './handlers.ts'
import { connectedCalendarsJobs } from './jobs.ts'
import { connectedCalendarsSchedules } from './schedules.ts'
import * as tables from './tables.ts'

export const connectedCalendars: Domain = {
  name: 'connected-calendars',
  operations: bindOperations(connectedCalendarsContract, {
    externalCalendars: externalCalendarsHandlers,
    calendarLinks: calendarLinksHandlers,
    calendarFeeds: calendarFeedsHandlers,
  }),
  jobs: connectedCalendarsJobs,
  schedules: connectedCalendarsSchedules,
  emails: {
    templates: connectedCalendarsEmailCatalog,
    editing: connectedCalendarsEmailEditing,
  },
  tables,
}
