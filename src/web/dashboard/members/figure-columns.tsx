/** The columns of the member list, as its reader chose them: on a wide screen under heads, on a phone each with its own label. */
import { useMessages } from '#web/kit/messages.ts'
import { useSite } from '../business.tsx'
import type { Member, Site } from '../entities.ts'
import { useShownColumns } from '../parts/use-columns.ts'
import { formatInstant } from '../parts/format-times.ts'
import type { ListColumn } from '../parts/list-columns.ts'
import { useMay } from '../permissions.tsx'
import type { MemberFigures } from './figures.ts'
import css from './members.module.css'
import { sharedMessages } from './shared.messages.ts'
import { commonWords } from '../parts/common-words.ts'

interface MemberColumn extends ListColumn {
  value: (figures: MemberFigures, member: Member, site: Site) => string | undefined
}
/** Those that the reader may see. */
export function useMemberColumns(): MemberColumn[] {
  const shared = useMessages(sharedMessages)
  const may = useMay()
  const mayOrders = may('orders.managementListOrders')
  const mayVisits = may('clients.getClientFigures')
  return [
    ...(mayOrders ? [{ key: 'plan', label: shared.plan, isDefault: true, value: ({ plan }: MemberFigures) => plan }] : []),
    ...(mayVisits
      ? [
          { key: 'visits', label: shared.visits, isDefault: true, value: ({ visits }: MemberFigures) => visits },
          { key: 'lastVisit', label: shared.lastVisit, isDefault: true, value: ({ lastVisit }: MemberFigures) => lastVisit },
        ]
      : []),
    ...(mayOrders || mayVisits ? [{ key: 'owed', label: shared.owed, isDefault: true, value: ({ owed }: MemberFigures) => owed }] : []),
    { key: 'phone', label: commonWords.phone, value: (_, { contact }) => contact?.phones[0] },
    { key: 'company', label: shared.company, value: (_, { contact }) => contact?.company },
    { key: 'lastSignIn', label: shared.lastSignIn, value: (_, { lastLoginDate }, site) => lastLoginDate && formatInstant(lastLoginDate, site, 'date') },
  ]
}

/** Not read aloud: every value carries its label. */
export function FigureHead() {
  const columns = useShownColumns('members', useMemberColumns())
  return (
    <div className={css.figureHead} aria-hidden>
      {columns.map(({ key, label }) => (
        <span key={key} data-column={key}>
          {label}
        </span>
      ))}
    </div>
  )
}

export function Figures({ figures, member }: { figures: MemberFigures; member: Member }) {
  const site = useSite()
  const columns = useShownColumns('members', useMemberColumns())
  return (
    <span className={css.figures}>
      {columns.map(({ key, label, value }) => {
        const text = value(figures, member, site)
        return (
          <span key={key} data-column={key} data-empty={!text || undefined}>
            <span className={css.figureLabel}>{label}: </span>
            <bdi>{text || '–'}</bdi>
          </span>
        )
      })}
    </span>
  )
}
