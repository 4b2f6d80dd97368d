/** How an event of the calendar moves on: one that is cancelled may still be changed, and never takes place again. Source: guide services-and-availability §13.4. */
import type { StateMachine, Transition } from '#kit/pure/state-machine.ts'

export type EventStatus = 'CONFIRMED' | 'CANCELLED'

export const eventMachine: StateMachine<EventStatus, 'change' | 'cancel'> = {
  CONFIRMED: { change: 'CONFIRMED', cancel: 'CANCELLED' },
  CANCELLED: { change: 'CANCELLED' },
}
export type EventTransition = Transition<EventStatus>
