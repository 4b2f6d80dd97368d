/**
 * Reads outside of transactions that met a lock, such as that of a schema change. Instead of holding its connection until the lock goes, such a read
 * gives it back after a moment (`READ_LOCK_MS`) and asks again; from then on all reads of the same text share a quarter of the connections until one of
 * them is answered. So a locked table costs the others the first moment at most, and its own readers have as long as ever. Only a shorter bound on
 * waiting for locks would answer its readers with 503 during every short lock, and hold the whole pool for that long again and again.
 */
import { type Claimant, ConnectionQueue } from './connection-queue.ts'

/** How long a read outside of a transaction holds its connection for a lock. Reads meet none but those of schema changes, and of `truncate`. */
export const READ_LOCK_MS = 250
/** How long everything else waits for a lock, and such a read all in all. */
export const LOCK_MS = 20_000
/** A text without news of its lock is tried like any other. */
const REMEMBERED_MS = 1000
/** Lists of changing length make ever new texts. */
const MAX_TEXTS = 1000

export class LockedReads {
  readonly #share: ConnectionQueue
  /** Statement → until when it is taken for locked. */
  readonly #locked = new Map<string, number>()

  constructor(connections: number, maxWaiting: number) {
    const waitMs = { request: LOCK_MS, server: LOCK_MS }
    this.#share = new ConnectionQueue({ places: Math.max(1, Math.floor(connections / 4)), keptForServer: 0, maxWaiting, lateReason: 'locked', waitMs })
  }

  get waiting(): number {
    return this.#share.waiting
  }

  isLocked(text: string): boolean {
    const until = this.#locked.get(text)
    if (until === undefined) return false
    if (performance.now() < until) return true
    this.#locked.delete(text)
    return false
  }

  note(text: string): void {
    if (this.#locked.size >= MAX_TEXTS) this.#locked.clear()
    this.#locked.set(text, performance.now() + REMEMBERED_MS)
  }

  forget(text: string): void {
    this.#locked.delete(text)
  }

  /** Waits for a part of the share, which is had before a connection is asked for; answers what gives it back. */
  enter(claimant: Claimant, waitMs: number): Promise<() => void> {
    return this.#share.enter(claimant, waitMs)
  }
}
