/** Short messages at the bottom of the screen: `toast('Booking cancelled')`. Read aloud politely, gone after six seconds. */
import { useSyncExternalStore } from 'react'

interface Toast {
  id: number
  text: string
}
let toasts: readonly Toast[] = []
let next = 1
const listeners = new Set<() => void>()
const change = (to: readonly Toast[]) => {
  toasts = to
  for (const tell of listeners) tell()
}
export function toast(text: string): void {
  const id = next++
  change([...toasts, { id, text }])
  setTimeout(() => change(toasts.filter((one) => one.id !== id)), 6000)
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
      {shown.map((one) => (
        <div className="toast" key={one.id}>
          {one.text}
        </div>
      ))}
    </div>
  )
}
