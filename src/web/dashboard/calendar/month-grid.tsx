/** The grid of a month. Loaded when it is first shown. */
export { MonthView as default } from '@mantine/schedule'
