/** State machines as one table: status → action → the status or statuses it may lead to. Source: the house plan, section 7. */

export type StateMachine<Status extends string, Action extends string> = Record<Status, Partial<Record<Action, Status | readonly Status[]>>>

/** Where an action leads from a status; empty when it is not allowed there. */
export function nextStates<S extends string, A extends string>(machine: StateMachine<S, A>, status: S, action: A): readonly S[] {
  const to = machine[status][action]
  if (to === undefined) return []
  return Array.isArray(to) ? (to as readonly S[]) : [to as S]
}

export const isAllowedAction = <S extends string, A extends string>(machine: StateMachine<S, A>, status: S, action: A): boolean =>
  machine[status][action] !== undefined

/** The actions a status allows, in the order of the table. */
export const allowedActions = <S extends string, A extends string>(machine: StateMachine<S, A>, status: S): A[] => Object.keys(machine[status]) as A[]

/** Every status that can be reached from one, itself included. */
export function reachableStates<S extends string, A extends string>(machine: StateMachine<S, A>, from: S): Set<S> {
  const seen = new Set<S>([from])
  const unvisited = [from]
  for (let status = unvisited.pop(); status !== undefined; status = unvisited.pop()) {
    for (const action of allowedActions(machine, status)) {
      for (const next of nextStates(machine, status, action)) {
        if (!seen.has(next)) {
          seen.add(next)
          unvisited.push(next)
        }
      }
    }
  }
  return seen
}
