/** How a code by text or call moves on: sent, or kept for the dashboard where no service is connected. Source: guide identity §5.8. */
import type { StateMachine, Transition } from '#kit/pure/state-machine.ts'

export type TextMessageState = 'QUEUED' | 'SENT' | 'KEPT'

export const textMessageMachine: StateMachine<TextMessageState, 'send' | 'keep'> = {
  QUEUED: { send: 'SENT', keep: 'KEPT' },
  SENT: {},
  KEPT: {},
}
export type TextMessageTransition = Transition<TextMessageState>
