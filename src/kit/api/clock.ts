/**
 * The two clocks. Business time drives plans, orders and bookings and can travel in test mode; system time drives
 * tokens, codes, sessions and throttles and can only be moved by its own test hook (guide: pricing-plans 1, 9.6).
 */
import { uptime } from 'node:os'
import { Temporal } from 'temporal-polyfill'

/** Where time comes from: the wall clock, which somebody may set, and the seconds since the machine started, which nobody can. */
export interface TimeSource {
  wallMs(): number
  /** Goes on while the machine sleeps, so that a laptop that was closed is no clock that jumped. */
  monotonicMs(): number
}
const machineTime: TimeSource = { wallMs: () => Temporal.Now.instant().epochMilliseconds, monotonicMs: () => uptime() * 1000 }

export class Clocks {
  /** Offset of business time from system time, or the instant at which it stands still. */
  business: { offsetMs: number } | { frozenAt: Temporal.Instant } = { offsetMs: 0 }
  authOffsetMs = 0
  readonly #source: TimeSource
  /** Wall time less steady time when the process started: it stays the same as long as nobody sets the clock. */
  #difference: number

  constructor(source: TimeSource = machineTime) {
    this.#source = source
    this.#difference = source.wallMs() - source.monotonicMs()
  }

  now(): Temporal.Instant {
    return 'frozenAt' in this.business ? this.business.frozenAt : this.#real().add({ milliseconds: this.business.offsetMs })
  }
  /** The same system time beside a business clock that stands still: what happens on the copy of a simulation. */
  withBusinessTimeAt(at: Temporal.Instant): Clocks {
    const clocks = new Clocks(this.#source)
    clocks.business = { frozenAt: at }
    clocks.authOffsetMs = this.authOffsetMs
    return clocks
  }
  authNow(): Temporal.Instant {
    return this.#real().add({ milliseconds: this.authOffsetMs })
  }
  /** Whether business time is the time of the wall clock. */
  get isRealTime(): boolean {
    return 'offsetMs' in this.business && this.business.offsetMs === 0
  }
  /** How far somebody has set the wall clock since the process started, in milliseconds; 0 while business time does not follow the wall. */
  driftMs(): number {
    return this.isRealTime ? this.#source.wallMs() - this.#source.monotonicMs() - this.#difference : 0
  }

  /** Instants are kept at millisecond precision, as on the wire. */
  #real(): Temporal.Instant {
    return Temporal.Instant.fromEpochMilliseconds(Math.trunc(this.#source.wallMs()))
  }
}
