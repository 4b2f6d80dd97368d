/** What other domains may call. */
export { configureCalendarCalls, configureCalendars } from './actions/process.ts'
