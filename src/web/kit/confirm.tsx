/** Asks once before something that cannot be undone; the button is named by what it does, never "OK". */
import { Button, type ButtonProps, Modal } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { ApiError } from '../api.ts'
import { Note } from './states.tsx'

export interface ConfirmModalProps {
  opened: boolean
  title: string
  verb: string
  keep?: string
  danger?: boolean
  children?: ReactNode
  onConfirm: () => unknown
  onClose: () => void
}
/** `verb` names the act ("Cancel 3 bookings"); `children` say what happens to money, places and people. Stays open while it runs and when it fails. */
export function ConfirmModal({ opened, title, verb, keep = 'Keep it', danger = true, children, onConfirm, onClose }: ConfirmModalProps) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const run = async () => {
    setBusy(true)
    setFailure('')
    try {
      await onConfirm()
      onClose()
    } catch (error) {
      setFailure(error instanceof ApiError ? error.message : 'That did not work. Please try again.')
    } finally {
      setBusy(false)
    }
  }
  return (
    <Modal opened={opened} onClose={onClose} title={title} centered closeButtonProps={{ 'aria-label': 'Close' }}>
      <div className="stack">
        {children ? <div>{children}</div> : null}
        {failure ? (
          <Note tone="bad" role="alert">
            {failure}
          </Note>
        ) : null}
        <div className="row" style={{ justifyContent: 'flex-end' }}>
          <Button variant="default" onClick={onClose} data-autofocus>
            {keep}
          </Button>
          <Button {...(danger ? { bg: 'var(--bad)', c: 'var(--card)' } : {})} loading={busy} onClick={() => void run()}>
            {verb}
          </Button>
        </div>
      </div>
    </Modal>
  )
}

/** A button that asks first. `label` opens, `verb` acts. */
export function ConfirmButton({
  label,
  buttonProps,
  ...rest
}: Omit<ConfirmModalProps, 'opened' | 'onClose'> & { label?: ReactNode; buttonProps?: ButtonProps }) {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button variant="default" {...buttonProps} onClick={() => setOpened(true)}>
        {label ?? rest.verb}
      </Button>
      <ConfirmModal {...rest} opened={opened} onClose={() => setOpened(false)} />
    </>
  )
}
