/** Whether weekly hours make sense: which week of several is the first one, and that they do not end before they begin. */
export interface WeeklyHours {
  interval?: number
  from?: string | null
  until?: string | null
  locationId?: string | null
}
export interface HoursProblem {
  index: number
  field: 'from' | 'until' | 'locationId'
  problem: string
}

/** Problems by index of the period. Every second week is counted from a day; without one nothing says which weeks are meant. */
export const findHoursProblems = (periods: readonly WeeklyHours[], locationIds: ReadonlySet<string>): HoursProblem[] =>
  periods.flatMap(({ interval = 1, from, until, locationId }, index): HoursProblem[] => [
    ...(interval > 1 && !from ? [{ index, field: 'from' as const, problem: 'is required when hours do not repeat every week' }] : []),
    ...(from && until && until < from ? [{ index, field: 'until' as const, problem: 'must not be before the first day' }] : []),
    ...(locationId && !locationIds.has(locationId) ? [{ index, field: 'locationId' as const, problem: 'is not a location of this site' }] : []),
  ])
