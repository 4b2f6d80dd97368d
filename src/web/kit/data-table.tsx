/** A list with server-side paging and sorting. Its state belongs into the URL of the screen that shows it. */
import type { ReactNode } from 'react'
import { Pagination } from './pagination.tsx'
import { EmptyState, ErrorState, Skeletons } from './states.tsx'

export interface Column<Row> {
  key: string
  header: ReactNode
  cell: (row: Row) => ReactNode
  sortable?: boolean
  align?: 'left' | 'right'
  width?: string | number
}
export interface DataTableProps<Row> {
  caption: string
  columns: Column<Row>[]
  rows: readonly Row[] | undefined
  rowKey: (row: Row) => string
  loading?: boolean
  error?: unknown
  onRetry?: () => void
  empty?: ReactNode
  page?: number
  pageSize?: number
  total?: number | undefined
  onPage?: (page: number) => void
  sort?: { key: string; order: 'ASC' | 'DESC' } | undefined
  onSort?: (sort: { key: string; order: 'ASC' | 'DESC' }) => void
  onRow?: (row: Row) => void
  /** Adds a column of check boxes. */
  selected?: ReadonlySet<string>
  onSelect?: (selected: Set<string>) => void
  rowLabel?: (row: Row) => string
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    caption,
    columns,
    rows,
    rowKey,
    loading,
    error,
    onRetry,
    empty,
    page = 1,
    pageSize = 20,
    total,
    onPage,
    sort,
    onSort,
    onRow,
    selected,
    onSelect,
    rowLabel,
  } = props
  if (error && !rows) return <ErrorState error={error} {...(onRetry ? { onRetry } : {})} />
  if (loading && !rows) return <Skeletons kind="rows" count={6} />
  if (!rows?.length) return <>{empty ?? <EmptyState title="Nothing here yet" />}</>
  const all = rows.every((row) => selected?.has(rowKey(row)))
  const toggle = (keys: string[], on: boolean) => {
    const next = new Set(selected)
    for (const key of keys) {
      if (on) next.add(key)
      else next.delete(key)
    }
    onSelect?.(next)
  }
  return (
    <>
      <div className="table-wrap" tabIndex={0} role="region" aria-label={caption}>
        <table className="table" aria-busy={loading || undefined}>
          <caption className="sr">{caption}</caption>
          <thead>
            <tr>
              {onSelect ? (
                <th scope="col" style={{ width: 48 }}>
                  <input
                    type="checkbox"
                    style={{ width: 22, height: 22 }}
                    aria-label="Select all on this page"
                    checked={all}
                    onChange={(event) => toggle(rows.map(rowKey), event.currentTarget.checked)}
                  />
                </th>
              ) : null}
              {columns.map((column) => {
                const order = sort?.key === column.key ? sort.order : undefined
                return (
                  <th
                    key={column.key}
                    scope="col"
                    style={{ textAlign: column.align, width: column.width }}
                    aria-sort={order === 'ASC' ? 'ascending' : order === 'DESC' ? 'descending' : undefined}
                  >
                    {column.sortable && onSort ? (
                      <button type="button" onClick={() => onSort({ key: column.key, order: order === 'ASC' ? 'DESC' : 'ASC' })}>
                        {column.header} {order === 'ASC' ? '↑' : order === 'DESC' ? '↓' : ''}
                      </button>
                    ) : (
                      column.header
                    )}
                  </th>
                )
              })}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => {
              const key = rowKey(row)
              return (
                <tr
                  key={key}
                  data-clickable={onRow ? '' : undefined}
                  onClick={
                    onRow
                      ? (event) => {
                          if (!(event.target as HTMLElement).closest('a,button,input,label')) onRow(row)
                        }
                      : undefined
                  }
                >
                  {onSelect ? (
                    <td>
                      <input
                        type="checkbox"
                        style={{ width: 22, height: 22 }}
                        aria-label={`Select ${rowLabel?.(row) ?? key}`}
                        checked={selected?.has(key) ?? false}
                        onChange={(event) => toggle([key], event.currentTarget.checked)}
                      />
                    </td>
                  ) : null}
                  {columns.map((column, index) => (
                    <td key={column.key} style={{ textAlign: column.align }}>
                      {onRow && index === 0 ? (
                        <button type="button" className="plain" style={{ minHeight: 44 }} onClick={() => onRow(row)}>
                          {column.cell(row)}
                        </button>
                      ) : (
                        column.cell(row)
                      )}
                    </td>
                  ))}
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      {onPage && total !== undefined ? <Pagination page={page} total={Math.ceil(total / pageSize)} onPage={onPage} label={`Pages of ${caption}`} /> : null}
    </>
  )
}
