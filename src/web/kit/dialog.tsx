/** The native dialog element: it keeps the focus inside, closes with Escape and restores the focus. */
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { useMessages, defineMessages } from './messages.ts'

const messages = defineMessages({ close: 'Close' }, { de: { close: 'Schließen' }, fr: { close: 'Fermer' }, es: { close: 'Cerrar' } })

/** `position`: in the middle, or as a panel along the right edge. */
export function Dialog({
  title,
  onClose,
  position = 'middle',
  children,
}: {
  title: string
  onClose: () => void
  position?: 'middle' | 'side'
  children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  const name = useId()
  const t = useMessages(messages)
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    shown?.querySelector<HTMLElement>('[data-autofocus]')?.focus()
    return () => shown?.close()
  }, [])
  return (
    // The backdrop belongs to the dialog element: a click on it, and not on its content, closes.
    <dialog
      ref={dialog}
      className={position === 'side' ? 'dialog dialog-side' : 'dialog'}
      aria-labelledby={name}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onMouseDown={(event) => {
        if (event.target === dialog.current) onClose()
      }}
    >
      <div className="dialog-in">
        <div className="dialog-head">
          <h2 id={name}>{title}</h2>
          <button type="button" className="dialog-close" aria-label={t.close} onClick={onClose}>
            <svg width="18" height="18" viewBox="0 0 18 18" fill="none" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" aria-hidden="true">
              <path d="M4 4l10 10M14 4 4 14" />
            </svg>
          </button>
        </div>
        {children}
      </div>
    </dialog>
  )
}
