/** The layout of a page: one h1, one lead sentence, actions at the right. */
import { type ReactNode, useEffect } from 'react'
import { toHomeTitle } from '#kit/pure/home-title.ts'
import { pageLanguage } from '../language.ts'
import { useSite } from '../site-context.tsx'

const useDocumentTitle = (title: string): void =>
  useEffect(() => {
    document.title = title
  }, [title])

/** Sets the title of the browser tab: "Plans · Studio Linden". */
export function useTitle(title: string): void {
  const { name } = useSite()
  useDocumentTitle(name && title !== name ? `${title} · ${name}` : title)
}
/** The same for the home page, as the server wrote it. */
export const useHomeTitle = (): void => {
  const { name, tagline, language, address } = useSite()
  useDocumentTitle(toHomeTitle({ name, tagline, language, city: address?.city ?? '' }, pageLanguage()))
}

export interface PageProps {
  title: string
  lead?: ReactNode
  actions?: ReactNode
  width?: 'tight' | 'narrow' | 'normal' | 'wide'
  children: ReactNode
}
export function Page({ title, lead, actions, width = 'normal', children }: PageProps) {
  useTitle(title)
  return (
    <div className={`page page-${width}`}>
      <header className="page-head">
        <div>
          <h1>{title}</h1>
          {lead ? <p className="lead">{lead}</p> : null}
        </div>
        {actions ? <div className="row">{actions}</div> : null}
      </header>
      {children}
    </div>
  )
}

/** A part of a page under its own h2. */
export function Section({ title, actions, children, id }: { title: string; actions?: ReactNode; children: ReactNode; id?: string }) {
  return (
    <section className="section" id={id} aria-label={title}>
      <div className="section-head">
        <h2>{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  )
}
