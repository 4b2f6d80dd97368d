/** How a bulk job and each of its items move on. Source: guide members §10.1. */
import type { StateMachine } from '#kit/pure/state-machine.ts'

/** FAILED is a status of the public API that no job of ours comes to: what fails is an item. */
export type JobStatus = 'INITIALIZED' | 'PROCESSING' | 'FINISHED' | 'FAILED'
export const jobMachine: StateMachine<JobStatus, 'progress' | 'finish'> = {
  INITIALIZED: { progress: 'PROCESSING', finish: 'FINISHED' },
  PROCESSING: { progress: 'PROCESSING', finish: 'FINISHED' },
  FINISHED: {},
  FAILED: {},
}

/** Each item is done once. */
export const jobItemMachine: StateMachine<'WAITING' | 'SUCCEEDED' | 'FAILED', 'succeed' | 'fail'> = {
  WAITING: { succeed: 'SUCCEEDED', fail: 'FAILED' },
  SUCCEEDED: {},
  FAILED: {},
}
