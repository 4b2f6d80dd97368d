/** State machines as one table: status → action → the status or statuses it may lead to. */

export type StateMachine<Status extends string, Action extends string> = Record<Status, Partial<Record<Action, Status | readonly Status[]>>>

/** Where an action leads from a status; empty when it is not allowed there. */
export function nextStates<S extends string, A extends string>(machine: StateMachine<S, A>, status: S, action: A): readonly S[] {
  const to = machine[status][action]
  if (to === undefined) return []
  return Array.isArray(to) ? (to as readonly S[]) : [to as S]
}

export const isAllowedAction = <S extends string, A extends string>(machine: StateMachine<S, A>, status: S, action: A): boolean =>
  machine[status][action] !== undefined
