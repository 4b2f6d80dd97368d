/** Short messages at the bottom of the screen: `toast('Booking cancelled')`. Read aloud politely, gone after six seconds. */
import { useSyncExternalStore } from 'react'

export interface ToastAction {
  label: string
  run: () => void
}
interface Toast {
  id: number
  text: string
  action: ToastAction | undefined
}
let toasts: readonly Toast[] = []
let next = 1
const listeners = new Set<() => void>()
const change = (to: readonly Toast[]) => {
  toasts = to
  for (const tell of listeners) tell()
}
const drop = (id: number) => change(toasts.filter((one) => one.id !== id))
/** With an action ("Undo") it stays for ten seconds, so that there is time to reach the button. */
export function toast(text: string, action?: ToastAction): void {
  const id = next++
  change([...toasts, { id, text, action }])
  setTimeout(() => drop(id), action ? 10_000 : 6000)
}
export function Toasts() {
  const shown = useSyncExternalStore(
    (tell) => {
      listeners.add(tell)
      return () => listeners.delete(tell)
    },
    () => toasts,
  )
  return (
    <div className="toasts" role="status" aria-live="polite">
      {shown.map(({ id, text, action }) => (
        <div className="toast" key={id}>
          {text}
          {action ? (
            <button
              type="button"
              className="plain link"
              style={{ color: 'inherit', minHeight: 44, paddingInline: 6 }}
              onClick={() => {
                drop(id)
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
