/** The frame of a hosted page: the site's name and look, the element that storefronts wait for, and the way back. */
import type { ReactNode } from 'react'
import { LanguageChoice } from '../kit/language-choice.tsx'
import { useTitle } from '../kit/page.tsx'
import { useWords, words } from '../kit/words.ts'
import { useSite } from '../site-context.tsx'
import { leave } from './flow.ts'
import './hosted.css'

const said = words({ skip: 'Skip to the content', back: 'Continue browsing' }, { de: { skip: 'Zum Inhalt springen', back: 'Weiter umsehen' } })

export function HostedFrame({
  title,
  rs,
  children,
  wide,
  back,
}: {
  title: string
  rs?: string | undefined
  children: ReactNode
  wide?: boolean
  back?: string
}) {
  const site = useSite()
  const t = useWords(said)
  useTitle(title)
  return (
    <div id="SITE_CONTAINER" className="hosted">
      <meta name="robots" content="noindex" />
      <a className="skip" href="#main">
        {t.skip}
      </a>
      <header className="hosted-head">
        <a className="site-name" href="/">
          {site.name}
        </a>
        <button type="button" className="plain link" onClick={() => void leave(rs)}>
          {back ?? t.back}
        </button>
      </header>
      <main id="main" className={wide ? 'page' : 'page page-tight'}>
        {children}
      </main>
      <footer className="hosted-foot">
        <LanguageChoice />
      </footer>
    </div>
  )
}
