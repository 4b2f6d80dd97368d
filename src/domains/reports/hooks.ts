/** Hooks of reports, handled in the `index.ts` of domains to the right. */
import type { Temporal } from 'temporal-polyfill'
import type { ReadContext } from '#kit/api/context.ts'
import { hook } from '#kit/api/hooks.ts'

/** Work in the background that leaves nothing in the tables of the site. */
export interface BackgroundWork {
  kind: 'ARCHIVE'
  entityId: string
  state: 'RUNNING' | 'READY' | 'FAILED'
  /** When it began, or ended. */
  at: Temporal.Instant
  /** Rows so far; how many there will be is not known. */
  done: number
}
/** Called when the caller's notifications are read: what goes on, and what has ended and can still be had. Each answers for what the caller may see. */
export const listBackgroundWork = hook<void, readonly BackgroundWork[], ReadContext>()
