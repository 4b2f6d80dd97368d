/** What stands around a list: search, filters, paging and bulk actions. */
import { ActionIcon, Button, Checkbox, CloseButton, Group, Text, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconChevronLeft, IconChevronRight, IconFilter, IconSearch } from '@tabler/icons-react'
import { Children, useEffect, useState, type ReactNode } from 'react'
import { currentMessages, useMessages } from '#web/kit/messages.ts'
import { pageLanguage } from '#web/language.ts'
import layout from './layout.module.css'
import { messages } from './list-tools.messages.ts'
import css from './list-tools.module.css'

const text = currentMessages(messages)
/** What a list holds, as `booking` and `bookings`. */
export interface ListNoun {
  one: string
  many: string
}
/** `1 booking`, `12 bookings`. */
const countText = (count: number, { one, many }: ListNoun): string => `${count} ${count === 1 ? one : many}`

/**
 * The row of search, filters and list actions. With `chosen`, how many filters are set, a phone shows the first of them alone until the others are asked
 * for: they would fill its screen before the list begins.
 */
export function Filters({ chosen, children }: { chosen?: number; children: ReactNode }) {
  const t = useMessages(messages)
  const [isOpen, setOpen] = useState(false)
  if (chosen === undefined) return <div className={css.filters}>{children}</div>
  const [first, ...others] = Children.toArray(children)
  return (
    <div className={css.filters} data-folded={!isOpen || undefined}>
      {first}
      <Button
        variant="default"
        size="md"
        className={css.unfold}
        aria-expanded={isOpen}
        leftSection={<IconFilter size={18} aria-hidden />}
        onClick={() => setOpen(!isOpen)}
      >
        {chosen > 0 ? t.filtersSet(chosen) : t.filters}
      </Button>
      {others}
    </div>
  )
}

interface DayFilterProps {
  label: 'From' | 'To'
  value: string | undefined
  onChange: (day: string | undefined) => void
  min?: string | undefined
  max?: string | undefined
  error?: string | undefined
}
/** The two days of a period side by side, as long as there is room. */
export const DayFilters = ({ children }: { children: ReactNode }) => <div className={css.days}>{children}</div>

/** First or last day of a list, as `2027-05-20`. */
export const DayFilter = ({ label, value, onChange, ...limits }: DayFilterProps) => (
  <TextInput
    size="md"
    type="date"
    aria-label={text.days[label].name}
    leftSection={<span aria-hidden>{text.days[label].label}</span>}
    leftSectionWidth={58}
    value={value ?? ''}
    onChange={(event) => onChange(event.currentTarget.value || undefined)}
    {...limits}
  />
)
export function SearchBox({ value, onChange, label, placeholder }: { value: string; onChange: (value: string) => void; label: string; placeholder: string }) {
  const t = useMessages(messages)
  const [typed, setTyped] = useState(value)
  const notify = useDebouncedCallback(onChange, 250)
  useEffect(() => setTyped(value), [value])
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={placeholder}
      value={typed}
      size="md"
      className={css.search}
      leftSection={<IconSearch size={18} aria-hidden />}
      rightSection={
        typed ? (
          <CloseButton
            aria-label={t.clearSearch}
            onClick={() => {
              setTyped('')
              onChange('')
            }}
          />
        ) : null
      }
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        notify(event.currentTarget.value)
      }}
    />
  )
}

/** Picks a row for an act on several. */
export const RowCheck = ({ label, on, onChange }: { label: string; on: boolean; onChange: (on: boolean) => void }) => (
  <Checkbox size="md" className={layout.check} aria-label={label} checked={on} onChange={(event) => onChange(event.currentTarget.checked)} />
)

/** Up to three pages either side of the current one. */
export function Pager({ page, pages, total, what, onPage }: { page: number; pages: number; total?: number; what: ListNoun; onPage: (page: number) => void }) {
  const t = useMessages(messages)
  if (pages <= 1)
    return total ? (
      <Text c="dimmed" size="sm" mt="md">
        {countText(total, what)}
      </Text>
    ) : null
  const from = Math.max(1, page - 3)
  const shown = Array.from({ length: Math.min(pages, page + 3) - from + 1 }, (_, index) => from + index)
  return (
    <nav aria-label={t.pages} className={css.pager}>
      <Text c="dimmed" size="sm">
        {total !== undefined ? countText(total, what) : ''}
      </Text>
      <Group gap={4}>
        <ActionIcon size={44} variant="subtle" color="gray" aria-label={t.previous} disabled={page <= 1} onClick={() => onPage(page - 1)}>
          <IconChevronLeft size={18} />
        </ActionIcon>
        {shown.map((number) => (
          <button
            key={number}
            type="button"
            className={css.pageNumber}
            aria-label={t.page(number)}
            aria-current={number === page ? 'page' : undefined}
            onClick={() => onPage(number)}
          >
            {number}
          </button>
        ))}
        <ActionIcon size={44} variant="subtle" color="gray" aria-label={t.next} disabled={page >= pages} onClick={() => onPage(page + 1)}>
          <IconChevronRight size={18} />
        </ActionIcon>
      </Group>
    </nav>
  )
}

/** Cursor paging: forwards and back, with the position in the total. */
export function CursorPager({
  page,
  size,
  total,
  mostCounted,
  what,
  next,
  onNext,
  onBack,
}: {
  page: number
  size: number
  total: number | undefined
  /** Where the total ends to be counted: there may be more. */
  mostCounted?: number
  what: ListNoun
  next: string | undefined
  onNext: (after: string) => void
  onBack: () => void
}) {
  const t = useMessages(messages)
  const isMore = total !== undefined && total === mostCounted
  const pages = total === undefined ? 1 : Math.max(1, Math.ceil(total / size))
  const counted = total === undefined ? '' : isMore ? t.more(total.toLocaleString(pageLanguage()), what.many) : countText(total, what)
  return (
    <nav aria-label={t.pages} className={css.pager}>
      <Text c="dimmed" size="sm">
        {pages === 1 ? counted : isMore ? t.onPage(counted, page) : t.onPageOf(counted, page, pages)}
      </Text>
      {(page > 1 || next) && (
        <Group gap={8}>
          <Button variant="default" leftSection={<IconChevronLeft size={17} aria-hidden />} disabled={page <= 1} onClick={onBack}>
            {t.previous}
          </Button>
          <Button
            variant="default"
            rightSection={<IconChevronRight size={17} aria-hidden />}
            disabled={!next}
            onClick={() => {
              if (next) onNext(next)
            }}
          >
            {t.next}
          </Button>
        </Group>
      )}
    </nav>
  )
}

/** The bar of bulk actions, shown while rows are selected. */
export const BulkBar = ({ count, what, onClear, children }: { count: number; what: ListNoun; onClear: () => void; children: ReactNode }) =>
  count === 0 ? null : (
    <section aria-label={text.bulkActions} className={css.bulk}>
      <strong role="status">{text.selected(countText(count, what))}</strong>
      <div>
        {children}
        <Button variant="subtle" color="gray" onClick={onClear}>
          {text.clear}
        </Button>
      </div>
    </section>
  )
