/** Loading, error and empty states around the data of a query. */
import { Button, Skeleton, Text, Title } from '@mantine/core'
import { IconAlertCircle, IconSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { currentMessages, defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { describeError } from '../api-helpers.ts'
import css from './layout.module.css'
import type { ListNoun } from './list-tools.tsx'

const messages = defineDashboardMessages(
  {
    loading: 'Loading',
    nothingFound: (what: string) => `No ${what} found`,
    clearFilters: 'Clear filters',
    nothingFoundHint: 'Try a different search or clear your filters.',
    noPermission: 'No permission',
    failed: 'Couldn’t load this',
    tryAgain: 'Try again',
  },
  {
    de: {
      loading: 'Wird geladen',
      nothingFound: (what) => `Keine ${what} gefunden`,
      clearFilters: 'Filter zurücksetzen',
      nothingFoundHint: 'Suche nach etwas anderem oder setze die Filter zurück.',
      noPermission: 'Keine Berechtigung',
      failed: 'Das konnte nicht geladen werden',
      tryAgain: 'Erneut versuchen',
    },
  },
)
const text = currentMessages(messages)

export const ListSkeleton = ({ rows = 6, height = 68 }: { rows?: number; height?: number }) => (
  <div aria-busy="true" className={css.list}>
    <span className={css.hidden} role="status">
      {text.loading}
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
      {text.loading}
    </span>
    {Array.from({ length: cards }, (_, card) => (
      <Skeleton key={card} height={height} radius="lg" />
    ))}
  </div>
)

export function EmptyState({ icon, title, children, action }: { icon?: ReactNode; title: string; children?: ReactNode; action?: ReactNode }) {
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

export const NoResults = ({ what, onClear }: { what: ListNoun; onClear: () => void }) => (
  <EmptyState
    icon={<IconSearch size={26} />}
    title={text.nothingFound(what.many)}
    action={
      <Button variant="default" onClick={onClear}>
        {text.clearFilters}
      </Button>
    }
  >
    {text.nothingFoundHint}
  </EmptyState>
)

export function ErrorState({ error, retry }: { error: unknown; retry: () => void }) {
  const t = useMessages(messages)
  // Asking again changes no rights.
  const isDenied = (error as { code?: string } | null)?.code === 'PERMISSION_DENIED'
  return (
    <div role="alert">
      <EmptyState
        icon={<IconAlertCircle size={26} />}
        title={isDenied ? t.noPermission : t.failed}
        action={
          isDenied ? undefined : (
            <Button variant="default" onClick={retry}>
              {t.tryAgain}
            </Button>
          )
        }
      >
        {describeError(error)}
      </EmptyState>
    </div>
  )
}

/** Loading, failed, empty and full, decided once. */
export function QueryView<T>({
  query,
  loading,
  children,
}: {
  query: { data: T | undefined; error: unknown; isPending: boolean; refetch: () => unknown }
  loading?: ReactNode
  children: (data: T) => ReactNode
}) {
  if (query.data !== undefined) return <>{children(query.data)}</>
  if (query.error) return <ErrorState error={query.error} retry={() => void query.refetch()} />
  return <>{loading ?? <ListSkeleton />}</>
}
