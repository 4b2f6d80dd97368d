/** The grid of one day. Loaded when it is first shown. */
export { DayView as default } from '@mantine/schedule'
