/** Schedules of connected calendars. Source: guide services-and-availability §14.2. */
import { queueOutdatedCopies } from './actions/copies.ts'
import { queueDueSyncs } from './actions/schedule-sync.ts'
import { hasCopies, hasDueConnections } from './store/connections.ts'

export const connectedCalendarsSchedules = [
  { name: 'connected-calendars.polls', everySeconds: 60, isDue: hasDueConnections, run: queueDueSyncs },
  { name: 'connected-calendars.copies', everySeconds: 30, isDue: hasCopies, run: queueOutdatedCopies },
]
