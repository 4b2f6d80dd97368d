/** A part of the site in a frame on another website: no header and footer, links open beside that website, and it is as high as what it shows. */
import { Outlet } from '@tanstack/react-router'
import { type MouseEvent, useEffect, useRef } from 'react'
import { useSite } from '../site-context.tsx'
import './embed.css'

/** Sign-in and payment are not shown in frames of others: they open in a tab of their own. */
function openInTab(event: MouseEvent): void {
  const link = (event.target as Element).closest('a[href]')
  if (!(link instanceof HTMLAnchorElement) || link.getAttribute('href')?.startsWith('#')) return
  event.preventDefault()
  event.stopPropagation()
  window.open(link.href, '_blank', 'noopener')
}

/** Tells the page around it how high the content is. */
function useHeight() {
  const content = useRef<HTMLElement>(null)
  useEffect(() => {
    const element = content.current
    if (!element || window.parent === window) return
    const observer = new ResizeObserver(() => window.parent.postMessage({ type: 'atrium-height', height: Math.ceil(element.offsetHeight) }, '*'))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return content
}

export function EmbedFrame() {
  const content = useHeight()
  const { name } = useSite()
  return (
    <main ref={content} aria-label={name} className="embed" onClickCapture={openInTab}>
      <Outlet />
    </main>
  )
}
