/** The draft of the website, as the editor of the dashboard hands it to a page of the site that it shows in a frame. */
import { useSyncExternalStore } from 'react'
import type { Website } from '#domains/website/rules/website.ts'

/** What the editor posts; `path` is the page that it wants to see. */
export interface PreviewMessage {
  type: 'website-preview'
  website: Website
  path: string
  /** The block that is edited. */
  blockId?: string | undefined
}
/** What the page posts: that it listens, or that a block was pressed. */
export type PreviewReply = { type: 'website-preview-ready' } | { type: 'website-block-pressed'; blockId: string }

export const isPreview: boolean = typeof window !== 'undefined' && window.parent !== window && new URLSearchParams(location.search).has('preview')

let current: PreviewMessage | undefined
const listeners = new Set<() => void>()
const subscribe = (notify: () => void) => {
  listeners.add(notify)
  return () => void listeners.delete(notify)
}
/** Shows what the editor handed over. */
export function receivePreview(message: PreviewMessage): void {
  current = message
  for (const notify of listeners) notify()
}

/** What the editor last handed over; undefined outside of it. */
export const usePreviewMessage = (): PreviewMessage | undefined =>
  useSyncExternalStore(
    subscribe,
    () => current,
    () => undefined,
  )
/** The draft itself. */
export const usePreview = (): Website | undefined => usePreviewMessage()?.website
