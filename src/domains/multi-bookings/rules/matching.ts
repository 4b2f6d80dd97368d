/** Assigns each part of a parallel set a person of its own (bipartite matching). Source: guide bookings §16.6. */

/**
 * `candidates[i]`: who could give part i, in order of preference. Answers the person of each part, or the first part that
 * gets none. Augmenting paths in order of the parts make it deterministic.
 */
export function matchPeople(candidates: readonly (readonly string[])[]): { people: string[] } | { left: number } {
  const getPart = new Map<string, number>()
  const find = (part: number, tried: Set<string>): boolean => {
    for (const person of candidates[part] ?? []) {
      if (tried.has(person)) continue
      tried.add(person)
      const holder = getPart.get(person)
      if (holder === undefined || find(holder, tried)) {
        getPart.set(person, part)
        return true
      }
    }
    return false
  }
  for (let part = 0; part < candidates.length; part++) if (!find(part, new Set())) return { left: part }
  const people: string[] = []
  for (const [person, part] of getPart) people[part] = person
  return { people }
}
