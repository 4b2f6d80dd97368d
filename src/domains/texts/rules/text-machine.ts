/** How a text to a client moves on. What the provider reports comes late, also about one that was put back meanwhile. Source: guide bookings §20.6. */
import type { StateMachine, Transition } from '#kit/pure/state-machine.ts'

export type TextState = 'QUEUED' | 'SENT' | 'DELIVERED' | 'FAILED' | 'SKIPPED'
export type TextStep =
  | 'send'
  /** It is no longer wanted or true. */
  | 'skip'
  | 'fail'
  /** The provider reports that it has arrived. */
  | 'arrive'
  /** By the business. */
  | 'requeue'

/** A text that has arrived stays so. */
export const textMachine: StateMachine<TextState, TextStep> = {
  QUEUED: { send: 'SENT', skip: 'SKIPPED', fail: 'FAILED', arrive: 'DELIVERED' },
  SENT: { fail: 'FAILED', arrive: 'DELIVERED' },
  FAILED: { send: 'SENT', skip: 'SKIPPED', fail: 'FAILED', arrive: 'DELIVERED', requeue: 'QUEUED' },
  SKIPPED: { fail: 'FAILED', arrive: 'DELIVERED', requeue: 'QUEUED' },
  DELIVERED: {},
}
export type TextTransition = Transition<TextState>
