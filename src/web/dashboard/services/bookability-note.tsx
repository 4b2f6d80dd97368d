/** Whether clients can book a service, from when on, or why not and where to mend it. */
import type { ReactNode } from 'react'
import { useApiQuery } from '#web/api.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { useSite } from '../business.tsx'
import { bookabilityAdvice, type Bookability } from '../parts/bookability.ts'
import { formatInstant } from '../parts/format-times.ts'
import { DashboardLink } from '../parts/link.tsx'
import css from './services.module.css'

const messages = defineDashboardMessages(
  {
    checking: 'Checking availability…',
    next: (at: string) => `Bookable, next: ${at}`,
    bookable: 'Bookable',
    notBookable: (because: string) => `Not bookable, because ${because}.`,
  },
  {
    de: {
      checking: 'Verfügbarkeit wird geprüft …',
      next: (at) => `Buchbar, nächste Zeit: ${at}`,
      bookable: 'Buchbar',
      notBookable: (because) => `Nicht buchbar, weil ${because}.`,
    },
  },
)

/** What is known of all services; undefined while it is looked for. */
export function useBookability(): ReadonlyMap<string, Bookability> | undefined {
  const found = useApiQuery('availability.listBookability')
  return found.data && new Map(found.data.services.map((one) => [one.serviceId, one]))
}

/** `isAll` names every reason; a card names the first. */
export function BookabilityNote({
  serviceId,
  known,
  isAll = false,
}: {
  serviceId: string
  known: ReadonlyMap<string, Bookability> | undefined
  isAll?: boolean
}) {
  const t = useMessages(messages)
  const site = useSite()
  const found = known?.get(serviceId)
  if (!known)
    return (
      <Line look="unknown" isAll={isAll}>
        {t.checking}
      </Line>
    )
  if (!found) return null
  if (found.reasons.length === 0)
    return (
      <Line look="good" isAll={isAll}>
        {found.next ? t.next(formatInstant(found.next, site)) : t.bookable}
      </Line>
    )
  return found.reasons.slice(0, isAll ? undefined : 1).map((reason) => {
    const { because, action, link } = bookabilityAdvice[reason]
    return (
      <Line key={reason} look="bad" isAll={isAll}>
        {t.notBookable(because)} <DashboardLink {...link(serviceId)}>{action}</DashboardLink>
      </Line>
    )
  })
}

const Line = ({ look, isAll, children }: { look: 'good' | 'bad' | 'unknown'; isAll: boolean; children: ReactNode }) => (
  <p className={css.bookable} data-look={look} data-all={isAll || undefined}>
    <span className={css.dot} aria-hidden />
    <span>{children}</span>
  </p>
)
