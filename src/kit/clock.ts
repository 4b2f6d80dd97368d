/**
 * The two clocks. Business time drives plans, orders and bookings and can travel in test mode; system time drives
 * tokens, codes, sessions and throttles and can only be moved by its own test hook (guide: pricing-plans 1, 9.6).
 */
import { Temporal } from 'temporal-polyfill'

export class Clocks {
  /** Offset of business time from system time, or the instant at which it stands still. */
  business: { offsetMs: number } | { frozenAt: Temporal.Instant } = { offsetMs: 0 }
  authOffsetMs = 0

  now(): Temporal.Instant {
    return 'frozenAt' in this.business ? this.business.frozenAt : real().add({ milliseconds: this.business.offsetMs })
  }
  /** The same system time beside a business clock that stands still: what happens on a rehearsal's copy. */
  standingAt(at: Temporal.Instant): Clocks {
    const clocks = new Clocks()
    clocks.business = { frozenAt: at }
    clocks.authOffsetMs = this.authOffsetMs
    return clocks
  }
  authNow(): Temporal.Instant {
    return real().add({ milliseconds: this.authOffsetMs })
  }
}

/** Instants are kept at millisecond precision, as on the wire. */
const real = (): Temporal.Instant => Temporal.Instant.fromEpochMilliseconds(Temporal.Now.instant().epochMilliseconds)
