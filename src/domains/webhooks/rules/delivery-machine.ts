/** How the delivery of an event to a subscriber moves on: tried until it is answered or given up, and once more when the business asks. Source: guide members §17. */
import type { StateMachine, Transition } from '#kit/pure/state-machine.ts'

export type DeliveryState = 'WAITING' | 'DONE' | 'GIVEN_UP'

export const deliveryMachine: StateMachine<DeliveryState, 'deliver' | 'retry' | 'giveUp' | 'repeat'> = {
  WAITING: { deliver: 'DONE', retry: 'WAITING', giveUp: 'GIVEN_UP', repeat: 'WAITING' },
  DONE: { repeat: 'WAITING' },
  GIVEN_UP: { repeat: 'WAITING' },
}
export type DeliveryTransition = Transition<DeliveryState>
