/** How a staff member comes to be connected to a dashboard user. Source: guide services-and-availability §10.2. */
import type { StateMachine, Transition } from '#kit/pure/state-machine.ts'

/** NONE is stored as an empty column. */
export type ConnectionStatus = 'NONE' | 'PENDING' | 'CONNECTED' | 'DISCONNECTED'
export type ConnectionStep =
  /** By email, to an address of no user of the site. */
  | 'invite'
  /** A user of the site, or who was invited when they sign in. */
  | 'connect'
  | 'disconnect'

export const connectionMachine: StateMachine<ConnectionStatus, ConnectionStep> = {
  NONE: { invite: 'PENDING', connect: 'CONNECTED' },
  PENDING: { invite: 'PENDING', connect: 'CONNECTED', disconnect: 'DISCONNECTED' },
  CONNECTED: { disconnect: 'DISCONNECTED' },
  DISCONNECTED: { invite: 'PENDING', connect: 'CONNECTED' },
}
export type ConnectionTransition = Transition<ConnectionStatus>
