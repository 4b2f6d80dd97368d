/** Copies a text, and says so when it cannot. */
import { useState, type ReactNode } from 'react'
import { copyText } from '#web/kit/copy-text.ts'
import { toast } from '#web/kit/toasts.tsx'

/** `copied` is true from the first copy on. */
export function CopyButton({ value, children }: { value: string; children: (state: { copied: boolean; copy: () => void }) => ReactNode }) {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    const done = await copyText(value)
    setCopied(done)
    toast(done ? 'Copied.' : 'Couldn’t copy. Select the text and copy it yourself.')
  }
  return children({ copied, copy: () => void copy() })
}
