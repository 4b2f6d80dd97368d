/**
 * Check-ins that wait for the server. They are kept in the browser in their order, so that a lost connection or a reload loses none, and are
 * sent one after the other; each has a key, so that one whose reply was lost counts once.
 */
export interface CheckIn {
  /** Idempotency key. */
  key: string
  bookingId: string
  /** The session; absent for an appointment. */
  eventId?: string
  status: 'ATTENDED' | 'NOT_SET'
  people: number
  who: string
}
export interface RefusedCheckIn extends CheckIn {
  reason: string
}
export interface CheckInQueue {
  waiting: readonly CheckIn[]
  /** What the server refused: it will not be tried again. */
  refused: readonly RefusedCheckIn[]
}
export const emptyQueue: CheckInQueue = { waiting: [], refused: [] }

export const addCheckIn = (queue: CheckInQueue, entry: CheckIn): CheckInQueue => ({ ...queue, waiting: [...queue.waiting, entry] })
export const dismissRefused = (queue: CheckInQueue, key: string): CheckInQueue => ({ ...queue, refused: queue.refused.filter((one) => one.key !== key) })
const removeWaiting = (queue: CheckInQueue, key: string): CheckInQueue => ({ ...queue, waiting: queue.waiting.filter((one) => one.key !== key) })

export type SendOutcome = 'sent' | 'unreachable' | { refused: string }
/** The queue after an entry was sent: gone, kept for later, or set aside with the reason. */
export function afterSending(queue: CheckInQueue, entry: CheckIn, outcome: SendOutcome): CheckInQueue {
  if (outcome === 'unreachable') return queue
  const rest = removeWaiting(queue, entry.key)
  return outcome === 'sent' ? rest : { ...rest, refused: [...rest.refused, { ...entry, reason: outcome.refused }] }
}

/** Whether trying again may help: no connection, a server that is down or busy, a sign-in that ran out. `status` is that of HTTP, 0 without a reply. */
export const isWorthRetrying = (status: number): boolean => status === 0 || status === 401 || status === 408 || status === 429 || status >= 500

/** What is last asked for a booking in a session, while it waits. */
export const findWaiting = (queue: CheckInQueue, bookingId: string, eventId: string | undefined): CheckIn | undefined =>
  queue.waiting.findLast((one) => one.bookingId === bookingId && one.eventId === eventId)

/** The queue as it was stored; empty for anything else. */
export function parseQueue(stored: string | null): CheckInQueue {
  if (!stored) return emptyQueue
  try {
    const { waiting, refused } = JSON.parse(stored) as Partial<CheckInQueue>
    return Array.isArray(waiting) && Array.isArray(refused) ? { waiting, refused } : emptyQueue
  } catch {
    return emptyQueue
  }
}
