/** Pages of a list: up to three on either side of the current one, with Previous and Next. Pages count from 1. */
export const pagesAround = (page: number, total: number): number[] => {
  const first = Math.max(1, page - 3),
    last = Math.min(total, page + 3)
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
}

export function Pagination({ page, total, onPage, label = 'Pages' }: { page: number; total: number; onPage: (page: number) => void; label?: string }) {
  if (total <= 1) return null
  return (
    <nav aria-label={label}>
      <ul className="pages">
        <li>
          <button type="button" disabled={page <= 1} onClick={() => onPage(page - 1)}>
            Previous
          </button>
        </li>
        {pagesAround(page, total).map((one) => (
          <li key={one}>
            <button type="button" aria-label={`Page ${one}`} aria-current={one === page ? 'page' : undefined} onClick={() => onPage(one)}>
              {one}
            </button>
          </li>
        ))}
        <li>
          <button type="button" disabled={page >= total} onClick={() => onPage(page + 1)}>
            Next
          </button>
        </li>
      </ul>
    </nav>
  )
}
