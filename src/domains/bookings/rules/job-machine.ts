/** How work on many bookings and each of its items move on. */
import type { StateMachine } from '#kit/pure/state-machine.ts'

export type JobStatus = 'RUNNING' | 'FINISHED'
export const jobMachine: StateMachine<JobStatus, 'finish'> = {
  RUNNING: { finish: 'FINISHED' },
  FINISHED: {},
}

/** Each item is done once. */
export const jobItemMachine: StateMachine<'WAITING' | 'DONE' | 'REFUSED', 'succeed' | 'refuse'> = {
  WAITING: { succeed: 'DONE', refuse: 'REFUSED' },
  DONE: {},
  REFUSED: {},
}
