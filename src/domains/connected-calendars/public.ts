/** What other domains may call. */
export { configureCalendarCalls } from './actions/process.ts'
