/** Guards unsaved changes: the panel asks before it closes, and the browser before it leaves the page. */
import { useBlocker } from '@tanstack/react-router'
import { useCallback, useRef, useState } from 'react'
import { currentMessages, defineDashboardMessages } from '#web/kit/messages.ts'
import { useConfirm } from './confirm.tsx'

const text = currentMessages(
  defineDashboardMessages(
    {
      title: 'Discard unsaved changes?',
      description: 'Your changes will be lost.',
      discard: 'Discard changes',
      keep: 'Keep editing',
    },
    {
      de: {
        title: 'Nicht gespeicherte Änderungen verwerfen?',
        description: 'Deine Änderungen gehen verloren.',
        discard: 'Änderungen verwerfen',
        keep: 'Weiter bearbeiten',
      },
    },
  ),
)
const discardRequest = { title: text.title, description: text.description, confirmLabel: text.discard, cancelLabel: text.keep, danger: true }

/** `markDirty` belongs on the form's `onChange`; `close` is called when the panel is dismissed; `markSaved` before it closes after saving. */
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
          ...discardRequest,
          onConfirm: async () => {
            setDirty(false)
            block(false)
          },
          onCancel: () => block(true),
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
      else openConfirm({ ...discardRequest, onConfirm: async () => closeWithoutSaving() })
    },
  }
}
