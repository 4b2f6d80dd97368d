/** A message about a change that can be taken back for 30 seconds. */
import { toast } from '#web/kit/toasts.tsx'
import { toastError } from '../api-helpers.ts'

/** How long a change can be taken back. */
export const UNDO_MS = 30_000

/** `undo` makes the opposite change; without it there is only the message. `isHeld`: the change waits, which its panel shows as well. */
export function toastUndoable(message: string, undo: (() => Promise<unknown>) | undefined, isHeld = false): void {
  if (!undo) return toast(message)
  toast(message, { label: 'Undo', isHeld, run: () => void undo().then(() => toast('Undone.'), toastError) }, UNDO_MS)
}
