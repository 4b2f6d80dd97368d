/** Compares new weekly hours with the stored ones: which rules are kept, changed, added and removed, and what happens to cancelled days. Source: guide services-and-availability §10.3. */
export interface WeeklyRule {
  weekday: number
  startMinute: number
  endMinute: number
  intervalWeeks: number
  locationId: string | null
}
export interface StoredRule extends WeeklyRule {
  id: string
  /** Days (`YYYY-MM-DD`) on which an exception cancels the rule. */
  closedOn: readonly string[]
}
export interface HoursPlan<New extends WeeklyRule> {
  /** A stored rule that continues as a new one and keeps its exceptions. */
  kept: { id: string; as: New }[]
  /** A new rule, and the days on which it starts out cancelled because its whole weekday was. */
  added: { rule: New; closedOn: string[] }[]
  removed: string[]
}

/** Matches rules by weekday and location, identical hours first. */
export function planHours<New extends WeeklyRule>(known: readonly StoredRule[], wanted: readonly New[]): HoursPlan<New> {
  const left = [...known]
  const unmatched = new Set(wanted)
  const kept: HoursPlan<New>['kept'] = []
  const isSameDay = (old: WeeklyRule, rule: WeeklyRule) => old.weekday === rule.weekday && old.locationId === rule.locationId
  const isSameHours = (old: WeeklyRule, rule: WeeklyRule) =>
    isSameDay(old, rule) && old.startMinute === rule.startMinute && old.endMinute === rule.endMinute && old.intervalWeeks === rule.intervalWeeks
  for (const isMatch of [isSameHours, isSameDay])
    for (const rule of unmatched) {
      const at = left.findIndex((old) => isMatch(old, rule))
      if (at < 0) continue
      kept.push({ id: (left[at] as StoredRule).id, as: rule })
      left.splice(at, 1)
      unmatched.delete(rule)
    }
  const closedDays = (weekday: number): string[] => {
    const [first, ...rest] = known.filter((old) => old.weekday === weekday)
    return (first?.closedOn ?? []).filter((day) => rest.every((old) => old.closedOn.includes(day)))
  }
  return { kept, added: [...unmatched].map((rule) => ({ rule, closedOn: closedDays(rule.weekday) })), removed: left.map(({ id }) => id) }
}
