/** Who gets the next connection, how many may wait for one, and for how long. Both pools stand behind it. */
import { metrics } from '../observability/metrics.ts'
import { DatabaseUnavailable } from './unavailable.ts'

/** For whom a connection is: a request of someone outside, or work of the server itself (jobs, schedules, health, metrics). */
export type Claimant = 'request' | 'server'

/**
 * How many requests may wait in one process unless the operator says otherwise: about what a pool answers within a second or two, and several times
 * what people cause who press one button at the same moment. A later caller would have left before the answer, so that it had better come at once.
 */
export const DEFAULT_MAX_WAITING = 512

/** Too many waited, none became free in time, or what is read stayed locked. */
type RefusalReason = 'full' | 'late' | 'locked'

export interface QueueLimits {
  /** How many connections are given out at once. */
  places: number
  /** How many of them only the server itself gets. Without them one locked table would stop jobs and health checks, too. */
  keptForServer: number
  /** How many requests may wait. The server's own work is bounded by what it does at once: it is not counted, and goes first. */
  maxWaiting: number
  /** As what a wait that took too long is counted; late unless said. */
  lateReason?: RefusalReason
  /** Longest wait in milliseconds. */
  waitMs: Readonly<Record<Claimant, number>>
}

/** Nothing was sent to the database: the request is answered 503, and may be repeated. Counted by reason. */
export function toBusyRefusal(reason: RefusalReason, cause: unknown): DatabaseUnavailable {
  metrics.connectionRefusals.inc({ reason })
  return new DatabaseUnavailable(cause, { inDoubt: false, isLost: false })
}

/** A wait is counted in parts: seconds in which the process itself was too busy to hand out what had become free count as one of them. */
const WAIT_PARTS = 10

export class ConnectionQueue {
  readonly #limits: QueueLimits
  readonly #held: Record<Claimant, number> = { request: 0, server: 0 }
  /** What lets each of those in who wait, in their order. */
  readonly #lines: Record<Claimant, Set<() => void>> = { request: new Set(), server: new Set() }

  constructor(limits: QueueLimits) {
    this.#limits = limits
  }

  get waiting(): number {
    return this.#lines.request.size + this.#lines.server.size
  }

  /**
   * Waits for a place; answers what gives it back, to be called once. Throws DatabaseUnavailable at once when too many wait already, and when no place
   * became free within `waitMs`.
   */
  async enter(claimant: Claimant, waitMs = this.#limits.waitMs[claimant]): Promise<() => void> {
    const line = this.#lines[claimant]
    if (line.size === 0 && this.#hasPlace(claimant)) this.#held[claimant]++
    else if (claimant === 'request' && line.size >= this.#limits.maxWaiting) throw toBusyRefusal('full', `${line.size} requests wait for a connection already`)
    else await this.#wait(claimant, waitMs)
    return () => {
      this.#held[claimant]--
      this.#letIn()
    }
  }

  #hasPlace(claimant: Claimant): boolean {
    const { places, keptForServer } = this.#limits
    return this.#held.request + this.#held.server < places && (claimant === 'server' || this.#held.request < places - keptForServer)
  }

  #wait(claimant: Claimant, waitMs: number): Promise<void> {
    const line = this.#lines[claimant]
    return new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined
      const enter = () => {
        clearTimeout(timer)
        resolve()
      }
      line.add(enter)
      // The timers of Node end at 24 days.
      if (waitMs === Infinity) return
      let partsLeft = WAIT_PARTS
      const waitOn = () => {
        if (partsLeft-- > 0) return void (timer = setTimeout(waitOn, waitMs / WAIT_PARTS))
        line.delete(enter)
        reject(toBusyRefusal(this.#limits.lateReason ?? 'late', `no connection became free within ${waitMs / 1000} seconds`))
      }
      waitOn()
    })
  }

  #letIn(): void {
    for (const claimant of ['server', 'request'] as const) {
      const line = this.#lines[claimant]
      for (const enter of line) {
        if (!this.#hasPlace(claimant)) break
        line.delete(enter)
        this.#held[claimant]++
        enter()
      }
    }
  }
}
