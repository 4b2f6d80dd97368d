/** State machines as one table: status → action → the status or statuses it may lead to. Source: the house plan, section 7. */

export type Machine<Status extends string, Action extends string> = Record<Status, Partial<Record<Action, Status | readonly Status[]>>>

/** Where an action leads from a status; empty when it is not allowed there. */
export function targets<S extends string, A extends string>(machine: Machine<S, A>, status: S, action: A): readonly S[] {
  const to = machine[status][action]
  if (to === undefined) return []
  return Array.isArray(to) ? (to as readonly S[]) : [to as S]
}

export const mayDo = <S extends string, A extends string>(machine: Machine<S, A>, status: S, action: A): boolean => machine[status][action] !== undefined

/** The actions a status allows, in the order of the table. */
export const actionsOf = <S extends string, A extends string>(machine: Machine<S, A>, status: S): A[] => Object.keys(machine[status]) as A[]

/** Every status that can be reached from one, itself included. */
export function reachable<S extends string, A extends string>(machine: Machine<S, A>, from: S): Set<S> {
  const seen = new Set<S>([from])
  const open = [from]
  for (let status = open.pop(); status !== undefined; status = open.pop()) {
    for (const action of actionsOf(machine, status)) {
      for (const next of targets(machine, status, action)) {
        if (!seen.has(next)) {
          seen.add(next)
          open.push(next)
        }
      }
    }
  }
  return seen
}
