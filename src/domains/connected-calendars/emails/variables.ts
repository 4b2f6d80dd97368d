import type { CalendarProblemCode } from '#kit/pure/calendar-providers.ts'

/** Template → its variables, of the emails about connected calendars. */
export interface ConnectedCalendarsEmails {
  /** To the staff member, once a calendar could not be read for good or three times in a row. `problem` is put into words by the template. */
  'calendar-broken': { staffName: string; calendarName: string; problem: CalendarProblemCode; link: string }
}
