/** The pieces every screen is made of: heading, rows, empty and failed states, paging, search, side panel. */
import { ActionIcon, Anchor, Badge, Button, Checkbox, CloseButton, Drawer, Group, Skeleton, Text, TextInput, Title } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconAlertCircle, IconChevronLeft, IconChevronRight, IconSearch } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { said } from '../ask.ts'
import css from './frame.module.css'
import { Go } from './go.tsx'

export function Page({ title, about, action, children, wide }: { title: string; about?: ReactNode; action?: ReactNode; children: ReactNode; wide?: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Dashboard`
  }, [title])
  return (
    <div className={css.page} data-wide={wide || undefined}>
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
  const row = useRef<HTMLElement>(null)
  // Counts arrive later and make the tabs wider.
  const counted = items.map(({ count }) => count).join()
  useEffect(() => {
    // On a phone the row is wider than the screen.
    const tab = row.current?.querySelector<HTMLElement>('[aria-current]')
    if (tab && row.current) row.current.scrollLeft = tab.offsetLeft - row.current.offsetLeft - 24
  }, [current, counted])
  return (
    <nav aria-label={label} className={css.tabs} ref={row}>
      {items.map((item) => (
        <Go
          key={item.value}
          to="."
          bySearch
          search={{ ...keep, [param]: item.value }}
          className={css.tab}
          aria-current={item.value === current ? 'page' : undefined}
        >
          {item.label}
          {item.count !== undefined && item.count > 0 && <span className={css.count}>{item.count}</span>}
        </Go>
      ))}
    </nav>
  )
}

/** Search, filters, and at the end what is done with the list. */
export const Filters = ({ children }: { children: ReactNode }) => <div className={css.filters}>{children}</div>

export function SearchBox({ value, onChange, label, placeholder }: { value: string; onChange: (value: string) => void; label: string; placeholder: string }) {
  const [text, setText] = useState(value)
  const tell = useDebouncedCallback(onChange, 250)
  useEffect(() => setText(value), [value])
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={placeholder}
      value={text}
      size="md"
      className={css.search}
      leftSection={<IconSearch size={18} aria-hidden />}
      rightSection={
        text ? (
          <CloseButton
            aria-label="Clear search"
            onClick={() => {
              setText('')
              onChange('')
            }}
          />
        ) : null
      }
      onChange={(event) => {
        setText(event.currentTarget.value)
        tell(event.currentTarget.value)
      }}
    />
  )
}

export const ListSkeleton = ({ rows = 6, height = 68 }: { rows?: number; height?: number }) => (
  <div aria-busy="true" className={css.list}>
    <span className={css.hidden} role="status">
      Loading
    </span>
    {Array.from({ length: rows }, (_, row) => (
      <div key={row} className={css.row} style={{ minHeight: height }}>
        <Skeleton height={38} circle />
        <div style={{ flex: 1 }}>
          <Skeleton height={12} width={`${46 - (row % 3) * 9}%`} />
          <Skeleton height={10} mt={10} width={`${30 - (row % 2) * 8}%`} />
        </div>
      </div>
    ))}
  </div>
)

export const CardSkeletons = ({ cards = 3, height = 220 }: { cards?: number; height?: number }) => (
  <div aria-busy="true" className={css.cards}>
    <span className={css.hidden} role="status">
      Loading
    </span>
    {Array.from({ length: cards }, (_, card) => (
      <Skeleton key={card} height={height} radius="lg" />
    ))}
  </div>
)

export function Empty({ icon, title, children, action }: { icon?: ReactNode; title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div className={css.empty}>
      {icon && (
        <div className={css.emptyIcon} aria-hidden>
          {icon}
        </div>
      )}
      <Title order={2} size="h4">
        {title}
      </Title>
      {children && (
        <Text c="dimmed" maw={420}>
          {children}
        </Text>
      )}
      {action}
    </div>
  )
}
export const FilteredEmpty = ({ what, onClear }: { what: string; onClear: () => void }) => (
  <Empty
    icon={<IconSearch size={26} />}
    title={`No ${what} match`}
    action={
      <Button variant="default" onClick={onClear}>
        Clear filters
      </Button>
    }
  >
    Try fewer words, or look in another tab.
  </Empty>
)
export const Failed = ({ error, retry }: { error: unknown; retry: () => void }) => (
  <div role="alert">
    <Empty
      icon={<IconAlertCircle size={26} />}
      title="This could not be loaded"
      action={
        <Button variant="default" onClick={retry}>
          Try again
        </Button>
      }
    >
      {said(error)}
    </Empty>
  </div>
)

/** Loading, failed, empty and full, decided once. */
export function Answered<T>({
  ask,
  loading,
  children,
}: {
  ask: { data: T | undefined; error: unknown; isPending: boolean; refetch: () => unknown }
  loading?: ReactNode
  children: (data: T) => ReactNode
}) {
  if (ask.data !== undefined) return <>{children(ask.data)}</>
  if (ask.error) return <Failed error={ask.error} retry={() => void ask.refetch()} />
  return <>{loading ?? <ListSkeleton />}</>
}

export const List = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul aria-label={label} className={css.list}>
    {children}
  </ul>
)

/** One row: the whole of it opens the panel, its own buttons stand above that. */
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
  /** Picks the row for an act on several. */
  check?: { label: string; on: boolean; onChange: (on: boolean) => void }
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
      {check && (
        <Checkbox
          size="md"
          className={css.check}
          aria-label={check.label}
          checked={check.on}
          onChange={(event) => check.onChange(event.currentTarget.checked)}
        />
      )}
      {lead && (
        <div className={css.lead} aria-hidden>
          {lead}
        </div>
      )}
      <div className={css.rowText}>
        {onOpen ? (
          <button type="button" className={css.rowTitle} onClick={onOpen}>
            {title}
          </button>
        ) : (
          <span className={css.rowTitle}>{title}</span>
        )}
        {sub && <div className={css.rowSub}>{sub}</div>}
      </div>
      {facts && <div className={css.rowFacts}>{facts}</div>}
      {actions && <div className={css.rowActions}>{actions}</div>}
    </li>
  )
}

/** Initials on a quiet tint that belongs to the name. */
export function Initials({ name, size = 40 }: { name: string; size?: number }) {
  const letters =
    name
      .trim()
      .split(/[\s@.]+/)
      .slice(0, 2)
      .map((word) => word[0]?.toUpperCase() ?? '')
      .join('') || '·'
  const hue = [...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 360, 7)
  return (
    <span className={css.initials} style={{ width: size, height: size, fontSize: size * 0.36, ['--hue' as string]: hue }}>
      {letters}
    </span>
  )
}

const tones = { good: 'good', wait: 'wait', bad: 'bad', quiet: 'quiet' } as const
export type Tone = keyof typeof tones
export const State = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <Badge className={css.state} data-tone={tone} variant="transparent">
    {children}
  </Badge>
)

/** Up to three pages either side of the current one. */
export function Pager({ page, pages, total, what, onPage }: { page: number; pages: number; total?: number; what: string; onPage: (page: number) => void }) {
  if (pages <= 1)
    return total ? (
      <Text c="dimmed" size="sm" mt="md">
        {total} {total === 1 ? what.replace(/s$/, '') : what}
      </Text>
    ) : null
  const from = Math.max(1, page - 3)
  const shown = Array.from({ length: Math.min(pages, page + 3) - from + 1 }, (_, index) => from + index)
  return (
    <nav aria-label="Pages" className={css.pager}>
      <Text c="dimmed" size="sm">
        {total !== undefined ? `${total} ${what}` : ''}
      </Text>
      <Group gap={4}>
        <ActionIcon size={44} variant="subtle" color="gray" aria-label="Previous" disabled={page <= 1} onClick={() => onPage(page - 1)}>
          <IconChevronLeft size={18} />
        </ActionIcon>
        {shown.map((number) => (
          <button
            key={number}
            type="button"
            className={css.pageNumber}
            aria-label={`Page ${number}`}
            aria-current={number === page ? 'page' : undefined}
            onClick={() => onPage(number)}
          >
            {number}
          </button>
        ))}
        <ActionIcon size={44} variant="subtle" color="gray" aria-label="Next" disabled={page >= pages} onClick={() => onPage(page + 1)}>
          <IconChevronRight size={18} />
        </ActionIcon>
      </Group>
    </nav>
  )
}

/** Pages of a list that is only known from one end: forwards and back, with the place in the whole. */
export function CursorPager({
  page,
  size,
  total,
  what,
  next,
  onNext,
  onBack,
}: {
  page: number
  size: number
  total: number | undefined
  what: string
  next: string | undefined
  onNext: (after: string) => void
  onBack: () => void
}) {
  const pages = total === undefined ? undefined : Math.max(1, Math.ceil(total / size))
  return (
    <nav aria-label="Pages" className={css.pager}>
      <Text c="dimmed" size="sm">
        {total === undefined ? '' : total === 1 ? `1 ${what.replace(/s$/, '')}` : `${total} ${what}`}
        {pages && pages > 1 ? `, page ${page} of ${pages}` : ''}
      </Text>
      {(page > 1 || next) && (
        <Group gap={8}>
          <Button variant="default" leftSection={<IconChevronLeft size={17} aria-hidden />} disabled={page <= 1} onClick={onBack}>
            Previous
          </Button>
          <Button
            variant="default"
            rightSection={<IconChevronRight size={17} aria-hidden />}
            disabled={!next}
            onClick={() => {
              if (next) onNext(next)
            }}
          >
            Next
          </Button>
        </Group>
      )}
    </nav>
  )
}

/** Stands at the foot of the list while rows are picked. */
export const BulkBar = ({ count, what, onClear, children }: { count: number; what: string; onClear: () => void; children: ReactNode }) =>
  count === 0 ? null : (
    <section aria-label="Act on what is picked" className={css.bulk}>
      <strong role="status">
        {count} {count === 1 ? what.replace(/s$/, '') : what} picked
      </strong>
      <div>
        {children}
        <Button variant="subtle" color="gray" onClick={onClear}>
          Clear
        </Button>
      </div>
    </section>
  )

export function SidePanel({
  open,
  title,
  onClose,
  children,
  footer,
  size = 480,
}: {
  open: boolean
  title: ReactNode
  onClose: () => void
  children: ReactNode
  footer?: ReactNode
  size?: number
}) {
  return (
    <Drawer.Root opened={open} onClose={onClose} position="right" size={size} classNames={{ content: css.panel }}>
      <Drawer.Overlay backgroundOpacity={0.28} />
      <Drawer.Content>
        {/* A question may stand above the panel: its head is the only one that counts as a landmark. */}
        <Drawer.Header className={css.panelHead} role="none">
          <Drawer.Title component="h2" className={css.panelTitle}>
            {title}
          </Drawer.Title>
          <Drawer.CloseButton aria-label="Close" size={44} />
        </Drawer.Header>
        <Drawer.Body className={css.panelBody}>{children}</Drawer.Body>
        {footer && <div className={css.panelFoot}>{footer}</div>}
      </Drawer.Content>
    </Drawer.Root>
  )
}

export const Facts = ({ items }: { items: [string, ReactNode][] }) => (
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
      <Group justify="space-between" align="baseline" mb="sm" wrap="nowrap">
        <div style={{ minWidth: 0 }}>
          <Title order={2} size="h4" id={id}>
            {title}
          </Title>
          {about && (
            <Text c="dimmed" size="sm" mt={2}>
              {about}
            </Text>
          )}
        </div>
        {action && <div style={{ flex: 'none' }}>{action}</div>}
      </Group>
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
export const MailTo = ({ address }: { address: string }) => <Anchor href={`mailto:${address}`}>{address}</Anchor>
