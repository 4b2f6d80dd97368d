/** What a held change answers: it was tried and is kept for half a minute, in which it can be undone. Safe in the browser. */

/** A request with this header, and the value `true`, is tried and then held; operations that declare `holdable` answer it with a `HeldReply`. */
export const holdHeader = 'hold-for-undo'
/** How long a change can be undone. */
export const HOLD_SECONDS = 30

/** What a change is about: of one thing at most one change is held at a time. */
export type HeldEntity = 'BOOKING' | 'SESSION'

export interface HeldReply {
  heldChange: { id: string; dueAt: string }
}
