/** Layout of a hosted page: site name and theme, the element that storefronts wait for, and the back link. */
import type { ReactNode } from 'react'
import { LanguageChoice } from '../kit/language-choice.tsx'
import { useTitle } from '../kit/page.tsx'
import { useMessages, defineMessages } from '../kit/messages.ts'
import { useSite } from '../site-context.tsx'
import { leaveFlow } from './flow.ts'
import './hosted.css'

const messages = defineMessages(
  { skip: 'Skip to content', back: 'Continue browsing' },
  {
    de: { skip: 'Zum Inhalt springen', back: 'Weiter umsehen' },
    fr: { skip: 'Aller au contenu', back: 'Continuer la visite' },
    es: { skip: 'Ir al contenido', back: 'Seguir mirando' },
  },
)

export function HostedLayout({
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
  const t = useMessages(messages)
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
        <button type="button" className="plain link" onClick={() => void leaveFlow(rs)}>
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
