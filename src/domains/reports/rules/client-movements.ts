/** New, returning and lapsed clients by month. */
export interface MonthlyClients {
  month: string
  /** Clients who came, and of these those who came for the first time. */
  active: number
  first: number
  /** Of those who came, those who came in the month before too. */
  stayed: number
}

export interface ClientMovement {
  month: string
  isOpen: boolean
  new: number
  returning: number
  /** Not known while the month runs. */
  lapsed?: number
}

/**
 * decision: new is who comes for the first time ever, returning who came before, lapsed who came in the month before and not in this one.
 * `months` are the names of the months, the oldest first; the last one runs. `counts` has the months with at least one client, from one month before.
 */
export function describeMovements(months: readonly string[], before: string, counts: readonly MonthlyClients[]): ClientMovement[] {
  const of = (month: string) => counts.find((one) => one.month === month) ?? { active: 0, first: 0, stayed: 0 }
  return months.map((month, at) => {
    const { active, first, stayed } = of(month)
    const isOpen = at === months.length - 1
    return { month, isOpen, new: first, returning: active - first, ...(!isOpen && { lapsed: of(months[at - 1] ?? before).active - stayed }) }
  })
}
