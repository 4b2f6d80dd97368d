/** What other calendars are spoken to as, and why one could not be: names that rules share with the port in `src/kit/calendars/`. */
export type CalendarProvider = 'ICAL' | 'CALDAV' | 'GOOGLE' | 'MICROSOFT'
export type CalendarProblemCode =
  | 'UNAUTHORIZED'
  | 'GONE'
  | 'TOO_LARGE'
  | 'TOO_MANY_REDIRECTS'
  | 'ADDRESS_REFUSED'
  | 'NOT_A_CALENDAR'
  | 'NOT_CONFIGURED'
  | 'UNREACHABLE'
