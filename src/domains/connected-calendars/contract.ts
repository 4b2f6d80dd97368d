/** Other calendars: the public operations, our own for links and screens, and the feeds. Source: guide services-and-availability §14. */
import { externalCalendarsApi } from './contract/external-calendars.ts'
import { calendarLinksApi } from './contract/calendar-links.ts'
import { calendarFeedsApi } from './contract/calendar-feeds.ts'

export const connectedCalendarsContract = { externalCalendars: externalCalendarsApi, calendarLinks: calendarLinksApi, calendarFeeds: calendarFeedsApi }
