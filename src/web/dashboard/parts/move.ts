/** Where an entry of the calendar is moved to: instants as ISO text. */
export interface Move {
  startDate: string
  endDate: string
}
