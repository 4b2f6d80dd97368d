/** Short messages at the bottom of the screen: `toast('Booking cancelled')`. Announced politely, hidden after six seconds that they are neither pointed at nor focused. */
import { useEffect, useState, useSyncExternalStore } from 'react'

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
  ms: number
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
  setToasts([...toasts, { id: next++, text, action, ms }])
}

function ToastMessage({ id, text, action, ms }: Toast) {
  const [isPointedAt, setPointedAt] = useState(false)
  const [isFocused, setFocused] = useState(false)
  // Who reads it, or is about to press its button, does not lose it meanwhile. What can be undone for a time only goes with that time.
  const isKept = (isPointedAt || isFocused) && !action?.isHeld
  useEffect(() => {
    if (isKept) return
    const timer = setTimeout(() => dismiss(id), ms)
    return () => clearTimeout(timer)
  }, [id, ms, isKept])
  return (
    <div
      className="toast"
      data-held={action?.isHeld || undefined}
      onPointerEnter={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      {text}
      {action ? (
        <button
          type="button"
          className="plain link"
          onClick={() => {
            dismiss(id)
            action.run()
          }}
        >
          {action.label}
        </button>
      ) : null}
    </div>
  )
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
      {shown.map((item) => (
        <ToastMessage key={item.id} {...item} />
      ))}
    </div>
  )
}
