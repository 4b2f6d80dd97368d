/** A form over values that the server keeps and that are read again while one types. For forms that survive a reload there is `useDraft`. */
import { useCallback, useMemo, useRef, useState } from 'react'
import { queryClient } from '../api.ts'

export interface Edits<T extends object> {
  /** As saved, except for what was changed here. */
  values: T
  /** What was changed here and is not saved. */
  edits: Partial<T>
  edit: (part: Partial<T>) => void
  /** After a mutation of `useApiMutation`, which begins to read again: shows what the server keeps in place of what was sent. What was typed meanwhile stays. */
  followSaved: (sent: Partial<T>) => Promise<void>
  /** Whether nothing was changed here since that was sent. */
  isAllSent: (sent: Partial<T>) => boolean
}

/** What is left of the edits when some were sent: those that were changed again since. */
export const withoutSent = <T extends object>(edits: Partial<T>, sent: Partial<T>): Partial<T> =>
  Object.fromEntries(Object.entries(edits).filter(([name, value]) => !(name in sent) || value !== sent[name as keyof T])) as Partial<T>

/** `saved`: what the server said last. A field that is not touched follows it; what is typed is never thrown away. */
export function useEdits<T extends object>(saved: T): Edits<T> {
  const [edits, setEdits] = useState<Partial<T>>({})
  // Who waits for a reply asks for the edits of then, not for those that were drawn when it began to wait.
  const latest = useRef(edits)
  const put = useCallback((next: Partial<T>) => {
    latest.current = next
    setEdits(next)
  }, [])
  const values = useMemo(() => ({ ...saved, ...edits }), [saved, edits])
  const edit = useCallback((part: Partial<T>) => put({ ...latest.current, ...part }), [put])
  const followSaved = useCallback(
    async (sent: Partial<T>) => {
      // Until it is read again the former value would show. The mutation has begun to read everything: that is waited for, not begun anew.
      await queryClient.invalidateQueries(undefined, { cancelRefetch: false })
      put(withoutSent(latest.current, sent))
    },
    [put],
  )
  const isAllSent = useCallback((sent: Partial<T>) => Object.keys(withoutSent(latest.current, sent)).length === 0, [])
  return { values, edits, edit, followSaved, isAllSent }
}
