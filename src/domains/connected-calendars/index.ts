/** Other calendars: their busy times block bookings, and bookings are shown in them. */
import type { Domain } from '#kit/api/domain.ts'
import { bindOperations } from '#kit/api/mount.ts'
import { defineEmails } from '#kit/email/render.ts'
import { connectedCalendarsContract } from './contract.ts'
import { connectedCalendarsTextBlocks as germanBlocks, connectedCalendarsEmails as germanEmails } from './emails/de.ts'
import { connectedCalendarsTextBlocks, connectedCalendarsEmails } from './emails/en.ts'
import type { ConnectedCalendarsEmails } from './emails/variables.ts'
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
    templates: defineEmails<ConnectedCalendarsEmails>({ en: connectedCalendarsEmails, de: germanEmails }),
    editing: { blocks: { en: connectedCalendarsTextBlocks, de: germanBlocks }, marks: {} },
  },
  tables,
}
