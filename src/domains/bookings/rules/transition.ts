/** Changes of status that a state machine allows: the only form in which stores write a status. */
import { nextStates, type StateMachine } from '#kit/pure/state-machine.ts'

declare const allowed: unique symbol
export interface Transition<Status extends string> {
  readonly from: Status
  readonly to: Status
  /** Only `findTransition` makes one. */
  readonly [allowed]: true
}

/** Where an action leads from a status; `to` is needed where it may lead to several. Undefined when the machine does not allow it. */
export function findTransition<Status extends string, Action extends string>(
  machine: StateMachine<Status, Action>,
  from: Status,
  action: Action,
  to?: Status,
): Transition<Status> | undefined {
  const targets = nextStates(machine, from, action)
  const target = to ?? (targets.length === 1 ? targets[0] : undefined)
  return target !== undefined && targets.includes(target) ? ({ from, to: target } as Transition<Status>) : undefined
}
