/** How an import and each of its rows move on. */
import type { StateMachine } from '#kit/pure/state-machine.ts'

/** RECEIVING: the file is on its way, or broke off. READY: it can be looked at and started. */
export type ImportStatus = 'RECEIVING' | 'READY' | 'RUNNING' | 'FINISHED' | 'CANCELED'
export const importMachine: StateMachine<ImportStatus, 'receive' | 'start' | 'finish' | 'cancel'> = {
  RECEIVING: { receive: 'READY' },
  READY: { start: 'RUNNING' },
  RUNNING: { finish: 'FINISHED', cancel: 'CANCELED' },
  FINISHED: {},
  CANCELED: {},
}

/** Each row is done once. SKIPPED: it is here already, or nothing of it is needed. */
export type RowState = 'WAITING' | 'CREATED' | 'UPDATED' | 'SKIPPED' | 'FAILED'
export const rowMachine: StateMachine<RowState, 'settle'> = {
  WAITING: { settle: ['CREATED', 'UPDATED', 'SKIPPED', 'FAILED'] },
  CREATED: {},
  UPDATED: {},
  SKIPPED: {},
  FAILED: {},
}
