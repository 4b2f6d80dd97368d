/** The queue of check-ins of this browser: stored, sent in order, tried again while the server cannot be reached. */
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError, call } from '#web/api.ts'
import { newKey } from '#web/kit/new-key.ts'
import { describeError } from '../api-helpers.ts'
import { addCheckIn, afterSending, type CheckIn, type CheckInQueue, dismissRefused, isWorthRetrying, parseQueue, type SendOutcome } from './queue.ts'

const RETRY_MS = 3000

async function send({ key, bookingId, eventId, status, people }: CheckIn): Promise<SendOutcome> {
  try {
    const attendance = { bookingId, status, numberOfAttendees: status === 'ATTENDED' ? people : 0, ...(eventId ? { eventId } : {}) }
    await call('attendance.setAttendance', { body: { attendance } }, { idempotencyKey: key })
    return 'sent'
  } catch (error) {
    return error instanceof ApiError && isWorthRetrying(error.status) ? 'unreachable' : { refused: describeError(error) }
  }
}

export interface CheckInQueueState {
  queue: CheckInQueue
  /** The last try did not reach the server. */
  isUnreachable: boolean
  /** Sent, and perhaps not in the data on screen yet: status and time (epoch ms) by booking and session. */
  sent: ReadonlyMap<string, { status: CheckIn['status']; at: number }>
  add: (entry: Omit<CheckIn, 'key'>) => void
  dismiss: (key: string) => void
}
export const sentKey = (bookingId: string, eventId: string | undefined): string => `${bookingId} ${eventId ?? ''}`

/** One queue per site and browser. */
export function useCheckInQueue(siteId: string): CheckInQueueState {
  const place = `atrium.check-in.${siteId}`
  const client = useQueryClient()
  const [queue, setQueue] = useState<CheckInQueue>(() => parseQueue(localStorage.getItem(place)))
  const [isUnreachable, setUnreachable] = useState(false)
  const [sent, setSent] = useState<CheckInQueueState['sent']>(new Map())
  const isSending = useRef(false)
  // What another tab stored meanwhile is kept: a change always starts from the stored queue.
  const change = useCallback(
    (apply: (old: CheckInQueue) => CheckInQueue) => {
      const next = apply(parseQueue(localStorage.getItem(place)))
      localStorage.setItem(place, JSON.stringify(next))
      setQueue(next)
    },
    [place],
  )
  const sendFirst = useCallback(async () => {
    const [first] = parseQueue(localStorage.getItem(place)).waiting
    if (!first || isSending.current) return
    isSending.current = true
    const outcome = await send(first)
    isSending.current = false
    setUnreachable(outcome === 'unreachable')
    if (outcome === 'sent') setSent((old) => new Map(old).set(sentKey(first.bookingId, first.eventId), { status: first.status, at: Date.now() }))
    change((old) => afterSending(old, first, outcome))
    if (outcome !== 'unreachable') void client.invalidateQueries()
  }, [place, change, client])
  useEffect(() => {
    if (queue.waiting.length === 0) return
    void sendFirst()
    const retry = setInterval(() => void sendFirst(), RETRY_MS)
    const onBack = () => void sendFirst()
    window.addEventListener('online', onBack)
    return () => {
      clearInterval(retry)
      window.removeEventListener('online', onBack)
    }
  }, [queue, sendFirst])
  return {
    queue,
    isUnreachable: isUnreachable && queue.waiting.length > 0,
    sent,
    add: (entry) => change((old) => addCheckIn(old, { ...entry, key: newKey() })),
    dismiss: (key) => change((old) => dismissRefused(old, key)),
  }
}
