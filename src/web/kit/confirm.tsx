/** Asks once before something that cannot be undone; the button is named by what it does, never "OK". */
import { type ReactNode, useState } from 'react'
import { errorMessage } from '../api.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Note } from './states.tsx'
import { useMessages, defineMessages } from './messages.ts'

const messages = defineMessages({ keep: 'Keep it' }, { de: { keep: 'Lieber nicht' } })

export interface ConfirmModalProps {
  title: string
  confirmLabel: string
  cancelLabel?: string
  danger?: boolean
  children?: ReactNode
  onConfirm: () => unknown
  onClose: () => void
}
/** `verb` names the act ("Cancel 3 bookings"); `children` say what happens to money, places and people. Stays open while it runs and when it fails. */
export function ConfirmModal({ title, confirmLabel: verb, cancelLabel: keep, danger = true, children, onConfirm, onClose }: ConfirmModalProps) {
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
            {keep ?? t.keep}
          </Button>
          <Button variant={danger ? 'danger' : 'filled'} busy={busy} onClick={() => void run()}>
            {verb}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

/** A button that asks first. `label` opens, `verb` acts. */
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
