/** How a refund moves on: written down first, decided once by the provider. Source: guide pricing-plans §11. */
import type { StateMachine, Transition } from '#kit/pure/state-machine.ts'

export type RefundState = 'SENDING' | 'SUCCEEDED' | 'FAILED'

/** One that failed stays so: what is still to go back is another refund. */
export const refundMachine: StateMachine<RefundState, 'succeed' | 'fail'> = {
  SENDING: { succeed: 'SUCCEEDED', fail: 'FAILED' },
  SUCCEEDED: {},
  FAILED: {},
}
export type RefundTransition = Transition<RefundState>
