/** Template → its variables, of the emails about connected calendars. */
export interface ConnectedCalendarsEmails {
  /** To the staff member, once a calendar could not be read for good or three times in a row. `problem` is in English, as the dashboard is. */
  'calendar-broken': { staffName: string; calendarName: string; problem: string; link: string }
}
