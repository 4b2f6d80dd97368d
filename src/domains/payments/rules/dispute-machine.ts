/** How a dispute moves on: the bank decides it once. Source: guide pricing-plans §11. */
import type { StateMachine, Transition } from '#kit/pure/state-machine.ts'

export type DisputeState = 'OPEN' | 'WON' | 'LOST'

export const disputeMachine: StateMachine<DisputeState, 'win' | 'lose'> = {
  OPEN: { win: 'WON', lose: 'LOST' },
  WON: {},
  LOST: {},
}
export type DisputeTransition = Transition<DisputeState>
