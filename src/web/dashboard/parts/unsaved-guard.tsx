/** Keeps what was typed: a panel with changes asks before it closes, and so does the browser before it leaves the page. */
import { useBlocker } from '@tanstack/react-router'
import { useCallback, useRef, useState } from 'react'
import { useConfirm } from './confirm.tsx'

const question = {
  title: 'Discard unsaved changes?',
  happens: 'Your changes will be lost.',
  verb: 'Discard changes',
  keep: 'Keep editing',
  danger: true,
}

/** `touched` goes onto the form's `onChange`; `close` is what the panel calls when it is dismissed; `saved` before leaving on purpose. */
export function useUnsavedGuard(onClose: () => void): { markDirty: () => void; close: () => void; markSaved: () => void } {
  const openConfirm = useConfirm()
  const [dirty, setDirty] = useState(false)
  const leaving = useRef(false)
  useBlocker({
    shouldBlockFn: () =>
      dirty &&
      !leaving.current &&
      new Promise<boolean>((block) =>
        openConfirm({
          ...question,
          run: async () => {
            setDirty(false)
            block(false)
          },
          cancelled: () => block(true),
        }),
      ),
    enableBeforeUnload: dirty,
  })
  const closeWithoutSaving = useCallback(() => {
    leaving.current = true
    setDirty(false)
    onClose()
    setTimeout(() => {
      leaving.current = false
    }, 0)
  }, [onClose])
  return {
    markDirty: () => setDirty(true),
    markSaved: () => {
      leaving.current = true
      setDirty(false)
      setTimeout(() => {
        leaving.current = false
      }, 0)
    },
    close: () => {
      if (!dirty) onClose()
      else openConfirm({ ...question, run: async () => closeWithoutSaving() })
    },
  }
}
