/**
 * The two clocks. Business time drives plans, orders and bookings and can be advanced in test mode; system time drives
 * tokens, codes, sessions and throttles and can only be moved by its own test hook. Source: guide pricing-plans §1, §9.6.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { uptime } from 'node:os'
import { Temporal } from 'temporal-polyfill'

/** Sources of time: the wall clock, which can be set, and the monotonic clock, which cannot. */
export interface TimeSource {
  wallMs(): number
  /** Keeps counting while the machine sleeps, so that a closed laptop does not look like a clock that jumped. */
  monotonicMs(): number
}
const machineTime: TimeSource = { wallMs: () => Date.now(), monotonicMs: () => uptime() * 1000 }

export class Clocks {
  /** Offset of business time from system time, or the instant at which it is frozen. */
  business: { offsetMs: number } | { frozenAt: Temporal.Instant } = { offsetMs: 0 }
  authOffsetMs = 0
  readonly #source: TimeSource
  /** The instant of the work that runs `during` it. */
  readonly #moment = new AsyncLocalStorage<Temporal.Instant>()
  /** How much of such work is going on. */
  #during = 0
  /** Wall time minus monotonic time at the start of the process: constant unless the clock is set. */
  #difference: number

  constructor(source: TimeSource = machineTime) {
    this.#source = source
    this.#difference = source.wallMs() - source.monotonicMs()
  }

  now(): Temporal.Instant {
    const moment = this.#moment.getStore()
    if (moment) return moment
    return 'frozenAt' in this.business ? this.business.frozenAt : this.#real(this.business.offsetMs)
  }
  /** Runs work with business time at an instant, for this work alone: so a sample gets its history. */
  async during<T>(moment: Temporal.Instant, work: () => Promise<T>): Promise<T> {
    this.#during += 1
    try {
      return await this.#moment.run(moment, work)
    } finally {
      this.#during -= 1
      // As long as it is on, every promise of the process is dearer.
      if (this.#during === 0) this.#moment.disable()
    }
  }
  /** The same system time beside a frozen business clock, for copies of simulations. */
  withBusinessTimeAt(at: Temporal.Instant): Clocks {
    const clocks = new Clocks(this.#source)
    clocks.business = { frozenAt: at }
    clocks.authOffsetMs = this.authOffsetMs
    return clocks
  }
  authNow(): Temporal.Instant {
    return this.#real(this.authOffsetMs)
  }
  /** Whether business time is the time of the wall clock. */
  get isRealTime(): boolean {
    return 'offsetMs' in this.business && this.business.offsetMs === 0
  }
  /** How far the wall clock was set since the process started, in milliseconds; 0 while business time does not follow it. */
  driftMs(): number {
    return this.isRealTime ? this.#source.wallMs() - this.#source.monotonicMs() - this.#difference : 0
  }

  /** Instants are kept at millisecond precision, as on the wire. */
  #real(offsetMs: number): Temporal.Instant {
    return Temporal.Instant.fromEpochMilliseconds(Math.trunc(this.#source.wallMs() + offsetMs))
  }
}
