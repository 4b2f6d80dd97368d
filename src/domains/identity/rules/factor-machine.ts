/** How a second factor comes to count, and stops counting when the business vouches for a person who lost their device. Source: guide identity §5.8. */
import type { StateMachine, Transition } from '#kit/pure/state-machine.ts'

export type FactorStatus = 'PENDING' | 'ACTIVE' | 'REQUIRE_REENROLL'

/** An active factor is removed before another of its type is enrolled. */
export const factorMachine: StateMachine<FactorStatus, 'enroll' | 'confirm' | 'reset'> = {
  PENDING: { enroll: 'PENDING', confirm: 'ACTIVE' },
  ACTIVE: { reset: 'REQUIRE_REENROLL' },
  REQUIRE_REENROLL: { enroll: 'PENDING' },
}
export type FactorTransition = Transition<FactorStatus>
