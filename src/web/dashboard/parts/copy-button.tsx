/** Copies a text, and says so when it cannot. */
import { useState, type ReactNode } from 'react'
import { copyText } from '#web/kit/copy-text.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { toast } from '#web/kit/toasts.tsx'

const messages = defineDashboardMessages(
  { copied: 'Copied.', failed: 'Couldn’t copy. Select the text and copy it yourself.' },
  { de: { copied: 'Kopiert.', failed: 'Das Kopieren hat nicht geklappt. Markiere den Text und kopiere ihn selbst.' } },
)

/** `copied` is true from the first copy on. */
export function CopyButton({ value, children }: { value: string; children: (state: { copied: boolean; copy: () => void }) => ReactNode }) {
  const t = useMessages(messages)
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    const done = await copyText(value)
    setCopied(done)
    toast(done ? t.copied : t.failed)
  }
  return children({ copied, copy: () => void copy() })
}
