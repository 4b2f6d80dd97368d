/**
 * Limits against floods and harvesting, counted in the memory of this process: they cost no query.
 * decision: several processes each allow the full number; such a bound protects, it is no quota.
 */
export interface RateLimit {
  times: number
  seconds: number
}

const windows = new Map<string, { count: number; endsAt: number }>()
const MAX_WINDOWS = 50_000

/** Counts one more use of a key; the seconds to wait when its window is full, or 0. `now` in epoch milliseconds. */
export function consumeRateLimit(key: string, limit: RateLimit, now: number): number {
  let window = windows.get(key)
  if (!window || window.endsAt <= now) {
    if (windows.size >= MAX_WINDOWS) for (const [name, { endsAt }] of windows) if (endsAt <= now) windows.delete(name)
    if (windows.size >= MAX_WINDOWS) windows.clear()
    window = { count: 0, endsAt: now + limit.seconds * 1000 }
    windows.set(key, window)
  }
  window.count++
  return window.count > limit.times ? Math.max(1, Math.ceil((window.endsAt - now) / 1000)) : 0
}
