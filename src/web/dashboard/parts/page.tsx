/** The frame of a screen: heading, tabs, sections, cards, lists and facts. */
import { Anchor, Text, Title } from '@mantine/core'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import css from './layout.module.css'
import type { OperationName } from '#web/operations.ts'
import { useMay } from '../permissions.tsx'
import { DashboardLink } from './link.tsx'
import { useRowInView } from '#web/kit/row-in-view.ts'

/** `wide`: as wide as the window, for grids; `list`: a little wider than text, for lists with columns and cards. */
export function Page({
  title,
  about,
  action,
  children,
  wide,
}: {
  title: string
  about?: ReactNode
  action?: ReactNode
  children: ReactNode
  wide?: boolean | 'list'
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Dashboard`
  }, [title])
  return (
    <div className={css.page} data-wide={wide === true ? 'grid' : wide || undefined}>
      <div className={css.head}>
        <div>
          <Title order={1} ref={heading} className={css.title}>
            {title}
          </Title>
          {about && (
            <Text c="dimmed" mt={4} maw={620}>
              {about}
            </Text>
          )}
        </div>
        {action && <div className={css.headAction}>{action}</div>}
      </div>
      {children}
    </div>
  )
}

export interface TabItem {
  value: string
  label: string
  count?: number
  /** What its content asks first: without the permission for it the tab is not shown. */
  operation?: OperationName
}

/** Tabs are links: they can be opened, shared and gone back to. */
export function Tabs({
  items,
  current,
  label,
  param = 'tab',
  keep,
}: {
  items: TabItem[]
  current: string
  label: string
  param?: string
  keep?: Record<string, string | undefined>
}) {
  const may = useMay()
  // Counts arrive later and make the tabs wider.
  const counted = items.map(({ count }) => count).join()
  const shown = items.filter(({ operation }) => operation === undefined || may(operation))
  const position = shown.findIndex(({ value }) => value === current)
  const row = useRowInView(position, counted)
  return (
    <nav aria-label={label} className={css.tabs} ref={row}>
      {shown.map((item) => (
        <DashboardLink
          key={item.value}
          to="."
          matchSearch
          search={{ ...keep, [param]: item.value }}
          className={css.tab}
          aria-current={item.value === current ? 'page' : undefined}
        >
          {item.label}
          {item.count !== undefined && item.count > 0 && <span className={css.count}>{item.count}</span>}
        </DashboardLink>
      ))}
    </nav>
  )
}

export const List = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul aria-label={label} className={css.list}>
    {children}
  </ul>
)

export const DetailList = ({ items }: { items: [string, ReactNode][] }) => (
  <dl className={css.facts}>
    {items
      .filter(([, value]) => value !== undefined && value !== null && value !== '')
      .map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
)

export function Section({ title, about, children, action }: { title: string; about?: ReactNode; children: ReactNode; action?: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={css.section}>
      <div className={css.sectionHead}>
        <Title order={2} size="h4" id={id}>
          {title}
        </Title>
        {about && (
          <Text c="dimmed" size="sm" mt={2}>
            {about}
          </Text>
        )}
        {action && <div>{action}</div>}
      </div>
      {children}
    </section>
  )
}

export const Card = ({ children, className }: { children: ReactNode; className?: string }) => <div className={`${css.card} ${className ?? ''}`}>{children}</div>

export const Cards = ({ children, label }: { children: ReactNode; label: string }) => (
  <ul aria-label={label} className={css.cards}>
    {children}
  </ul>
)

export const EmailLink = ({ address }: { address: string }) => <Anchor href={`mailto:${address}`}>{address}</Anchor>
