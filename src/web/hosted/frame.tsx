/** The frame of a hosted page: the site's name and look, the element that storefronts wait for, and the way back. */
import type { ReactNode } from 'react'
import { useTitle } from '../kit/page.tsx'
import { useSite } from '../site-context.tsx'
import { leave } from './flow.ts'
import './hosted.css'

export function HostedFrame({
  title,
  rs,
  children,
  wide,
  back = 'Continue browsing',
}: {
  title: string
  rs?: string | undefined
  children: ReactNode
  wide?: boolean
  back?: string
}) {
  const site = useSite()
  useTitle(title)
  return (
    <div id="SITE_CONTAINER" className="hosted">
      <meta name="robots" content="noindex" />
      <a className="skip" href="#main">
        Skip to the content
      </a>
      <header className="hosted-head">
        <a className="site-name" href="/">
          {site.name}
        </a>
        <button type="button" className="plain link" onClick={() => void leave(rs)}>
          {back}
        </button>
      </header>
      <main id="main" className={wide ? 'page' : 'page page-tight'}>
        {children}
      </main>
    </div>
  )
}
