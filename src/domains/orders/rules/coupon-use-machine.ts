/** How a use of a coupon moves on: reserved for a draft, counted when it is bought; released, it is deleted. Source: guide pricing-plans §4.2. */
import type { StateMachine } from '#kit/pure/state-machine.ts'

export const couponUseMachine: StateMachine<'RESERVED' | 'COUNTED', 'count'> = {
  RESERVED: { count: 'COUNTED' },
  COUNTED: {},
}
