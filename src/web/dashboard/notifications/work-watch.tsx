/** Waits for work in the background: when it ends, what is on screen is read again, and the result of work on bookings is said. */
import { useEffect, useRef } from 'react'
import { queryClient } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import { isFollowed, toResultText } from '../parts/follow-job.ts'
import { useNotifications } from '../parts/use-notifications.ts'

export function WorkWatch() {
  const { data } = useNotifications()
  const before = useRef<readonly string[]>([])
  useEffect(() => {
    if (!data) return
    const running = data.running.map(({ entityId }) => entityId)
    const ended = before.current.filter((id) => !running.includes(id))
    before.current = running
    if (ended.length === 0) return
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[1] !== 'reports.listNotifications' })
    for (const { kind, entityId, what = '', work } of data.items) {
      if (kind !== 'BOOKINGS_CHANGED' || !work || !ended.includes(entityId) || isFollowed(entityId)) continue
      toast(toResultText({ kind, what, ...work }))
    }
  }, [data])
  return null
}
