/** Other calendars: their busy times block bookings, and bookings are shown in them. */
import { onMemberStatusChanged } from '#domains/members/hooks.ts'
import { onResourcesRemoved, onStaffAccountLost } from '#domains/staff/hooks.ts'
import type { Domain } from '#kit/api/domain.ts'
import { bindHook } from '#kit/api/hooks.ts'
import { bindOperations } from '#kit/api/mount.ts'
import { disconnectRemoved } from './actions/connect.ts'
import { endFeedOfStaff, endFeedsOfRemoved } from './actions/feeds.ts'
import { connectedCalendarsContract } from './contract.ts'
import { connectedCalendarsEmailCatalog, connectedCalendarsEmailEditing } from './emails/catalog.ts'
import { calendarFeedsHandlers, calendarLinksHandlers, externalCalendarsHandlers } from './handlers.ts'
import { connectedCalendarsJobs } from './jobs.ts'
import { connectedCalendarsSchedules } from './schedules.ts'
import { deleteFeed } from './store/feeds.ts'
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
  hooks: [
    bindHook(onStaffAccountLost, (ctx, { resourceId }) => endFeedOfStaff(ctx, resourceId)),
    bindHook(onResourcesRemoved, async (ctx, { resourceIds }) => {
      await disconnectRemoved(ctx, resourceIds)
      await endFeedsOfRemoved(ctx, resourceIds)
    }),
    // Their sessions end as well: who deletes an account leaves no address that still tells of it.
    bindHook(onMemberStatusChanged, async (ctx, { memberId, change }) => {
      if (change === 'deleted' || change === 'erased') await deleteFeed(ctx, { kind: 'MEMBER', subjectId: memberId })
    }),
  ],
  emails: {
    templates: connectedCalendarsEmailCatalog,
    editing: connectedCalendarsEmailEditing,
  },
  tables,
}
