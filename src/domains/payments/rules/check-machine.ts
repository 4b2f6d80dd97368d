/** How a nightly check moves on: batch by batch, until all rows and the provider have been asked. */
import type { StateMachine, Transition } from '#kit/pure/state-machine.ts'

export type CheckState = 'RUNNING' | 'DONE'

export const checkMachine: StateMachine<CheckState, 'progress' | 'finish'> = {
  RUNNING: { progress: 'RUNNING', finish: 'DONE' },
  DONE: {},
}
export type CheckTransition = Transition<CheckState>
