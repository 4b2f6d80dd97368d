/** The site in a frame, drawn from the draft as it is typed. */
import { useElementSize } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import type { Language } from '#kit/pure/languages.ts'
import type { Website } from '#domains/website/rules/website.ts'
import type { PreviewMessage, PreviewReply } from '#web/site-preview.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import css from './website.module.css'

const messages = defineDashboardMessages({ title: 'Preview of your site' }, { de: { title: 'Vorschau deiner Website' } })

/** The width of a page on a desktop, in pixels: a narrower place shows it smaller. */
const DESKTOP_WIDTH = 1100

export function Preview({
  website,
  path,
  blockId,
  language,
  isPhone,
  onPress,
}: {
  website: Website
  path: string
  blockId: string | undefined
  language: Language
  isPhone: boolean
  onPress: (blockId: string) => void
}) {
  const t = useMessages(messages)
  const frame = useRef<HTMLIFrameElement>(null)
  const [isReady, setIsReady] = useState(false)
  // The page moves within the frame; only another language loads it anew.
  const [first] = useState(path)
  useEffect(() => {
    const listen = ({ origin, source, data }: MessageEvent<PreviewReply | null>) => {
      if (origin !== location.origin || source !== frame.current?.contentWindow) return
      if (data?.type === 'website-preview-ready') setIsReady(true)
      if (data?.type === 'website-block-pressed') onPress(data.blockId)
    }
    window.addEventListener('message', listen)
    return () => window.removeEventListener('message', listen)
  }, [onPress])
  useEffect(() => {
    const message: PreviewMessage = { type: 'website-preview', website, path, blockId }
    if (isReady) frame.current?.contentWindow?.postMessage(message, location.origin)
  }, [isReady, website, path, blockId, language])
  const { ref: place, width, height } = useElementSize()
  const scale = isPhone || width === 0 ? 1 : Math.min(1, width / DESKTOP_WIDTH)
  return (
    <div ref={place} className={css.device} data-phone={isPhone || undefined}>
      <iframe
        key={language}
        ref={frame}
        className={css.frame}
        style={{ width: `${100 / scale}%`, height: height / scale || '100%', transform: `scale(${scale})` }}
        title={t.title}
        src={`${first}?preview=1&lang=${language}`}
      />
    </div>
  )
}
