import { useState } from 'react'
import { useApiQuery } from '../../api.ts'
import { useMessages } from '../../kit/messages.ts'
import { ErrorState, Skeletons } from '../../kit/states.tsx'
import type { MemberOrder } from '../member-data.ts'
import { messages } from './plans.messages.tsx'
import { Day } from './day.tsx'

/** Credit history of a plan; loaded when it is opened. */
export function CreditHistory({ order }: { order: MemberOrder }) {
  const t = useMessages(messages)
  const [isOpen, setOpen] = useState(false)
  const query = useApiQuery('checkout.getCreditHistory', { params: { id: order.id } }, { enabled: isOpen })
  return (
    <details className="small" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="summary">
        {t.visits}
        <span className="sr">{t.withPlan(order.planName)}</span>
      </summary>
      {query.error ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : !query.data ? (
        <Skeletons kind="text" count={2} />
      ) : query.data.entries.length === 0 ? (
        <p className="dim">{t.noVisits}</p>
      ) : (
        <ul className="list">
          {query.data.entries.toReversed().map((entry) => (
            <li key={`${entry.at} ${entry.kind} ${entry.bookingId ?? ''} ${entry.reason ?? ''} ${entry.amount}`} className="row row-between line">
              <span>
                <Day at={entry.at} /> · {t.moved[entry.reason ?? ''] ?? t.credited[entry.kind] ?? entry.kind}
              </span>
              <span className="strong">{entry.amount > 0 ? `+${entry.amount}` : `−${-entry.amount}`}</span>
            </li>
          ))}
        </ul>
      )}
    </details>
  )
}
