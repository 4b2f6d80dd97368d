/** How a job moves on: carried out, tried again later, and given up after its last attempt. Nothing brings a dead one back. */
import type { StateMachine } from '#kit/pure/state-machine.ts'

export type JobState = 'WAITING' | 'DONE' | 'DEAD'

export const jobMachine: StateMachine<JobState, 'finish' | 'retry' | 'giveUp'> = {
  WAITING: { finish: 'DONE', retry: 'WAITING', giveUp: 'DEAD' },
  DONE: {},
  DEAD: {},
}
