/** Rows of lists, and the tags of their state. */
import { Badge } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import css from './layout.module.css'

/** Parts of a line, isolated for bidirectional text: a Hebrew name must not reorder the date after it. */
const BidiText = ({ text }: { text: string }) =>
  text.split(' · ').map((part, at) => (
    <Fragment key={`${at} ${part}`}>
      {at > 0 ? ' · ' : ''}
      <bdi>{part}</bdi>
    </Fragment>
  ))

/** One row: a click anywhere opens the panel, except on its own buttons. */
export function Row({
  check,
  lead,
  title,
  sub,
  facts,
  actions,
  onOpen,
  dim,
}: {
  /** A `RowCheck`, which picks the row for an act on several. */
  check?: ReactNode
  lead?: ReactNode
  title: string
  sub?: ReactNode
  facts?: ReactNode
  actions?: ReactNode
  onOpen?: () => void
  dim?: boolean
}) {
  return (
    <li className={css.row} data-open={onOpen ? true : undefined} data-dim={dim || undefined}>
      {check}
      {lead && (
        <div className={css.lead} aria-hidden>
          {lead}
        </div>
      )}
      <div className={css.rowText}>
        {onOpen ? (
          <button type="button" className={css.rowTitle} onClick={onOpen}>
            <bdi>{title}</bdi>
          </button>
        ) : (
          <span className={css.rowTitle}>
            <bdi>{title}</bdi>
          </span>
        )}
        {sub && <div className={css.rowSub}>{typeof sub === 'string' ? <BidiText text={sub} /> : sub}</div>}
      </div>
      {facts && <div className={css.rowFacts}>{facts}</div>}
      {actions && <div className={css.rowActions}>{actions}</div>}
    </li>
  )
}

const tones = { good: 'good', wait: 'wait', bad: 'bad', quiet: 'quiet' } as const
export type Tone = keyof typeof tones

export const StateTag = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <Badge className={css.state} data-tone={tone} variant="transparent">
    {children}
  </Badge>
)
