/** A message about a change that can be taken back for 30 seconds. */
import { currentMessages } from '#web/kit/messages.ts'
import { toast } from '#web/kit/toasts.tsx'
import { toastError } from '../api-helpers.ts'
import { partWords } from './part-words.messages.ts'
import { commonWords } from './common-words.ts'

/** How long a change can be taken back. */
export const UNDO_MS = 30_000

/** `undo` makes the opposite change; without it there is only the message. `isHeld`: the change waits, which its panel shows as well. */
export function toastUndoable(message: string, undo: (() => Promise<unknown>) | undefined, isHeld = false): void {
  if (!undo) return toast(message)
  const words = currentMessages(partWords)
  toast(message, { label: commonWords.undo, isHeld, run: () => void undo().then(() => toast(words.undone), toastError) }, UNDO_MS)
}
