/** Short messages at the bottom of the screen: `toast('Booking cancelled')`. Announced politely, hidden after six seconds. */
import { useSyncExternalStore } from 'react'

export interface ToastAction {
  label: string
  run: () => void
  /** A panel may offer it, too: as long as it does, the message is there for screen readers alone. */
  isHeld?: boolean
}
interface Toast {
  id: number
  text: string
  action: ToastAction | undefined
}
let toasts: readonly Toast[] = []
let next = 1
const listeners = new Set<() => void>()
const setToasts = (to: readonly Toast[]) => {
  toasts = to
  for (const notify of listeners) notify()
}
const dismiss = (id: number) => setToasts(toasts.filter((item) => item.id !== id))
/** With an action ("Undo") it stays for ten seconds, unless `ms` says otherwise. */
export function toast(text: string, action?: ToastAction, ms = action ? 10_000 : 6000): void {
  const id = next++
  setToasts([...toasts, { id, text, action }])
  setTimeout(() => dismiss(id), ms)
}
export function Toasts() {
  const shown = useSyncExternalStore(
    (notify) => {
      listeners.add(notify)
      return () => listeners.delete(notify)
    },
    () => toasts,
    () => toasts,
  )
  return (
    <div className="toasts" role="status" aria-live="polite">
      {shown.map(({ id, text, action }) => (
        <div className="toast" key={id} data-held={action?.isHeld || undefined}>
          {text}
          {action ? (
            <button
              type="button"
              className="plain link"
              style={{ color: 'inherit', minHeight: 44, paddingInline: 6 }}
              onClick={() => {
                dismiss(id)
                action.run()
              }}
            >
              {action.label}
            </button>
          ) : null}
        </div>
      ))}
    </div>
  )
}
