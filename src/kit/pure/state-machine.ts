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

declare const allowed: unique symbol
/** A change of status that a machine allows: the form in which stores write a status. */
export interface Transition<Status extends string> {
  readonly from: Status
  readonly to: Status
  /** Only `findTransition` makes one. */
  readonly [allowed]: true
}

/** Where an action leads from a status; `to` is needed where it may lead to several. Undefined when the machine does not allow it. */
export function findTransition<S extends string, A extends string>(machine: StateMachine<S, A>, from: S, action: A, to?: S): Transition<S> | undefined {
  const targets = nextStates(machine, from, action)
  const target = to ?? (targets.length === 1 ? targets[0] : undefined)
  return target !== undefined && targets.includes(target) ? ({ from, to: target } as Transition<S>) : undefined
}

/** The same for an action that was allowed before; throws when it is not, which is a bug. */
export function getTransition<S extends string, A extends string>(machine: StateMachine<S, A>, from: S, action: A, to?: S): Transition<S> {
  const transition = findTransition(machine, from, action, to)
  if (!transition) throw new Error(`what is ${from} cannot ${action}`)
  return transition
}

/** The statuses from which an action is allowed. */
export const listSources = <S extends string, A extends string>(machine: StateMachine<S, A>, action: A): S[] =>
  (Object.keys(machine) as S[]).filter((status) => isAllowedAction(machine, status, action))
