/** How a request for time off is answered. Own rule of this product. */
import type { StateMachine } from '#kit/pure/state-machine.ts'

export type TimeOffState = 'PENDING' | 'APPROVED' | 'DECLINED' | 'WITHDRAWN'
export type TimeOffStep =
  /** The days become time off in the calendar. */
  | 'approve'
  | 'decline'
  /** By the person who asked. */
  | 'withdraw'

export const timeOffMachine: StateMachine<TimeOffState, TimeOffStep> = {
  PENDING: { approve: 'APPROVED', decline: 'DECLINED', withdraw: 'WITHDRAWN' },
  APPROVED: {},
  DECLINED: {},
  WITHDRAWN: {},
}
