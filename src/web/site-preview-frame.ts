/** The side of the frame in the talk between the editor and the page that it shows. Loaded in the frame only. */
import { receivePreview, type PreviewMessage, type PreviewReply } from './site-preview.ts'

const post = (reply: PreviewReply) => window.parent.postMessage(reply, location.origin)
window.addEventListener('message', ({ origin, data, source }: MessageEvent<Partial<PreviewMessage> | null>) => {
  if (origin !== location.origin || source !== window.parent || data?.type !== 'website-preview') return
  receivePreview(data as PreviewMessage)
})
post({ type: 'website-preview-ready' })

export const reportPressedBlock = (blockId: string): void => post({ type: 'website-block-pressed', blockId })
