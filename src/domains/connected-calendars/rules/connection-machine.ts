/** How a connection to another calendar goes on. Source: guide services-and-availability §14.1. */
import type { StateMachine, Transition } from '#kit/pure/state-machine.ts'

export type ConnectionStatus = 'CONNECTED' | 'SYNC_IN_PROGRESS' | 'SYNCED' | 'DISCONNECTED' | 'ERROR'
export type ConnectionStep =
  /** The first reading begins; later ones leave the status alone. */
  | 'begin'
  | 'succeed'
  /** It failed for good, or too often. */
  | 'fail'
  | 'disconnect'

export const connectionMachine: StateMachine<ConnectionStatus, ConnectionStep> = {
  CONNECTED: { begin: 'SYNC_IN_PROGRESS', succeed: 'SYNCED', fail: 'ERROR', disconnect: 'DISCONNECTED' },
  SYNC_IN_PROGRESS: { succeed: 'SYNCED', fail: 'ERROR', disconnect: 'DISCONNECTED' },
  SYNCED: { succeed: 'SYNCED', fail: 'ERROR', disconnect: 'DISCONNECTED' },
  ERROR: { succeed: 'SYNCED', fail: 'ERROR', disconnect: 'DISCONNECTED' },
  DISCONNECTED: {},
}
export type ConnectionTransition = Transition<ConnectionStatus>
