/** The columns of the member list: on a wide screen under heads, on a phone each with its own label. */
import { useMay } from '../permissions.tsx'
import type { MemberFigures } from './figures.ts'
import css from './members.module.css'

function useColumns(): { label: string; value: (figures: MemberFigures) => string }[] {
  const may = useMay()
  const mayOrders = may('orders.managementListOrders')
  const mayVisits = may('clients.getClientFigures')
  return [
    ...(mayOrders ? [{ label: 'Plan', value: ({ plan }: MemberFigures) => plan }] : []),
    ...(mayVisits
      ? [
          { label: 'Visits', value: ({ visits }: MemberFigures) => visits },
          { label: 'Last visit', value: ({ lastVisit }: MemberFigures) => lastVisit },
        ]
      : []),
    ...(mayOrders || mayVisits ? [{ label: 'Owed', value: ({ owed }: MemberFigures) => owed }] : []),
  ]
}

/** Not read aloud: every value carries its label. */
export function FigureHead() {
  const columns = useColumns()
  return (
    <div className={css.figureHead} aria-hidden>
      {columns.map(({ label }) => (
        <span key={label} data-column={label}>
          {label}
        </span>
      ))}
    </div>
  )
}

export function Figures({ figures }: { figures: MemberFigures }) {
  const columns = useColumns()
  return (
    <span className={css.figures}>
      {columns.map(({ label, value }) => (
        <span key={label} data-column={label} data-empty={value(figures) === '' || undefined}>
          <span className={css.figureLabel}>{label}: </span>
          <bdi>{value(figures) || '–'}</bdi>
        </span>
      ))}
    </span>
  )
}
