/** Copies a text, also where the browser keeps its clipboard from pages without TLS, and says so when it cannot. */
import { useState, type ReactNode } from 'react'
import { toast } from '#web/kit/toasts.tsx'

/** The older way, which needs no trusted address: the page fills the clipboard of a copy that it starts itself. */
function copyByCommand(text: string): boolean {
  const fill = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
  }
  document.addEventListener('copy', fill, { once: true })
  try {
    return document.execCommand('copy')
  } finally {
    document.removeEventListener('copy', fill)
  }
}

async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyByCommand(text)
  }
}

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
