/** How the order behind paid bookings moves on: it is cancelled when all its bookings are and nothing was paid. Source: guide bookings §12.5. */
import type { StateMachine } from '#kit/pure/state-machine.ts'

export const bookingOrderMachine: StateMachine<'APPROVED' | 'CANCELED', 'cancel'> = {
  APPROVED: { cancel: 'CANCELED' },
  CANCELED: {},
}
