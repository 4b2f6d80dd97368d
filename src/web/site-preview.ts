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

export const isPreview: boolean = window.parent !== window && new URLSearchParams(location.search).has('preview')

let current: PreviewMessage | undefined
const listeners = new Set<() => void>()
const subscribe = (notify: () => void) => {
  listeners.add(notify)
  return () => void listeners.delete(notify)
}
const post = (reply: PreviewReply) => window.parent.postMessage(reply, location.origin)

if (isPreview) {
  window.addEventListener('message', ({ origin, data, source }: MessageEvent<Partial<PreviewMessage> | null>) => {
    if (origin !== location.origin || source !== window.parent || data?.type !== 'website-preview') return
    current = data as PreviewMessage
    for (const notify of listeners) notify()
  })
  post({ type: 'website-preview-ready' })
}

export const reportPressedBlock = (blockId: string): void => post({ type: 'website-block-pressed', blockId })

/** What the editor last handed over; undefined outside of it. */
export const usePreviewMessage = (): PreviewMessage | undefined => useSyncExternalStore(subscribe, () => current)
/** The draft itself. */
export const usePreview = (): Website | undefined => usePreviewMessage()?.website
