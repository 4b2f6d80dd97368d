/** A notice above a screen or a field. */
import type { ReactNode } from 'react'
import css from './notice.module.css'

export const Notice = ({ tone, title, children }: { tone: 'bad' | 'wait'; title: string; children: ReactNode }) => (
  <div className={css.notice} data-tone={tone} role={tone === 'bad' ? 'alert' : 'note'}>
    <strong>{title}</strong>
    <div>{children}</div>
  </div>
)
