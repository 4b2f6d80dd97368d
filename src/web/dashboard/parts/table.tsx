/** Figures in columns: a real table with a caption; wider than the screen it scrolls by itself, also by keyboard. */
import type { ReactNode } from 'react'
import css from './table.module.css'

export interface Column {
  title: string
  /** Figures stand at the right, under each other. */
  figure?: boolean
}

export function Table({
  caption,
  columns,
  rows,
  foot,
}: {
  caption: string
  columns: Column[]
  rows: { key: string; cells: ReactNode[] }[]
  foot?: ReactNode[]
}) {
  const cell = (content: ReactNode, at: number) =>
    at === 0 ? (
      <th key={at} scope="row">
        {content}
      </th>
    ) : (
      <td key={at} data-figure={columns[at]?.figure || undefined} data-wide={(at === columns.length - 1 && !columns[at]?.figure) || undefined}>
        {content}
      </td>
    )
  return (
    // A scrolling region must be reachable for those who have no pointer.
    <div className={css.wrap} role="group" aria-label={caption} tabIndex={0}>
      <table className={css.table}>
        <caption className={css.caption}>{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.title} scope="col" data-figure={column.figure || undefined}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>{row.cells.map(cell)}</tr>
          ))}
        </tbody>
        {foot && (
          <tfoot>
            <tr>{foot.map(cell)}</tr>
          </tfoot>
        )}
      </table>
    </div>
  )
}
