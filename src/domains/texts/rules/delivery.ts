/** What becomes of a text when its time has come. Source: guide bookings §20.6. */
import type { Temporal } from 'temporal-polyfill'
import { findSendTime, isStillUseful, type QuietHours } from './quiet-hours.ts'

/** STOPPED, NOT_WANTED: the recipient; CHANGED: what it says is no longer so; TOO_LATE: what it is about has begun, or begins in the quiet hours. */
export type SkipReason = 'STOPPED' | 'NOT_WANTED' | 'CHANGED' | 'TOO_LATE'
export type TextDecision = { send: true } | { waitUntil: Temporal.Instant } | { skip: SkipReason }

export interface DueText {
  now: Temporal.Instant
  /** The start of what it is about, or the end of what it offers; null for a test. */
  startsAt: Temporal.Instant | null
  /** What the recipient has said; undefined when never. */
  consent: 'ON' | 'OFF' | 'STOPPED' | undefined
  isStillTrue: boolean
  /** The time zone of the site. */
  zone: string
  quietHours: QuietHours
}

export function decideDelivery({ now, startsAt, consent, isStillTrue, zone, quietHours }: DueText): TextDecision {
  if (consent !== 'ON') return { skip: consent === 'STOPPED' ? 'STOPPED' : 'NOT_WANTED' }
  if (!isStillTrue) return { skip: 'CHANGED' }
  const sendAt = findSendTime(now, zone, quietHours)
  if (!isStillUseful(sendAt, startsAt)) return { skip: 'TOO_LATE' }
  return sendAt.equals(now) ? { send: true } : { waitUntil: sendAt }
}
