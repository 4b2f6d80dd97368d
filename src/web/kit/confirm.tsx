/** Confirmation dialogs. The button is labelled with the action, never "OK". */
import { type ReactNode, useState } from 'react'
import { errorMessage } from '../api.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Note } from './states.tsx'
import { useMessages, defineMessages } from './messages.ts'

const messages = defineMessages(
  { cancel: 'Don’t change' },
  { de: { cancel: 'Nicht ändern' }, fr: { cancel: 'Ne rien changer' }, es: { cancel: 'No cambiar nada' } },
)

export interface ConfirmModalProps {
  title: string
  confirmLabel: string
  cancelLabel?: string
  danger?: boolean
  children?: ReactNode
  onConfirm: () => unknown
  onClose: () => void
}
/** `children` describe the consequences. Stays open while `onConfirm` runs, and shows its error. */
export function ConfirmModal({ title, confirmLabel, cancelLabel, danger = true, children, onConfirm, onClose }: ConfirmModalProps) {
  const t = useMessages(messages)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const run = async () => {
    setBusy(true)
    setFailure('')
    try {
      await onConfirm()
      onClose()
    } catch (error) {
      setFailure(errorMessage(error))
      setBusy(false)
    }
  }
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="stack">
        {children ? <div>{children}</div> : null}
        {failure ? (
          <Note tone="bad" role="alert">
            {failure}
          </Note>
        ) : null}
        <div className="row row-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            {cancelLabel ?? t.cancel}
          </Button>
          <Button variant={danger ? 'danger' : 'filled'} busy={busy} onClick={() => void run()}>
            {confirmLabel}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

/** A button that opens a confirmation dialog; `label` is the text of this button, by default the one of the action. */
export function ConfirmButton({ label, ...rest }: Omit<ConfirmModalProps, 'onClose'> & { label?: ReactNode }) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => setOpened(true)}>
        {label ?? rest.confirmLabel}
      </Button>
      {opened ? <ConfirmModal {...rest} onClose={() => setOpened(false)} /> : null}
    </>
  )
}
