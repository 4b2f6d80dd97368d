import { Button, Text } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useApiQuery } from '#web/api.ts'
import type { ReplyOf } from '#web/operations.ts'
import { keepPrevious } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import { QueryView } from '../parts/query-view.tsx'
import { Row, StateTag, type Tone } from '../parts/list.tsx'
import { List } from '../parts/page.tsx'
import { SidePanel } from '../parts/side-panel.tsx'
import { formatPrice, formatInstant } from '../parts/format-times.ts'
import css from './simulation.module.css'
import { startOfDay } from '#web/kit/days.ts'
import { currentMessages, defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { common } from './common.messages.ts'

const messages = defineDashboardMessages(
  {
    paid: 'Paid',
    starts: 'Starts',
    renews: 'Renews',
    cancelled: 'Cancelled',
    endsUnpaid: 'Ends unpaid',
    day: 'Day',
    more: 'Show more',
    payments: 'Payments',
    plans: 'Plans',
    period: (plan: string, period: number) => `${plan} · period ${period}`,
    to: (address: string) => `to ${address}`,
  },
  {
    de: {
      paid: 'Bezahlt',
      starts: 'Beginnt',
      renews: 'Verlängert sich',
      cancelled: 'Gekündigt',
      endsUnpaid: 'Endet unbezahlt',
      day: 'Tag',
      more: 'Mehr anzeigen',
      payments: 'Zahlungen',
      plans: 'Tarife',
      period: (plan, period) => `${plan} · ${period}. Zeitraum`,
      to: (address) => `an ${address}`,
    },
  },
)
const text = currentMessages(messages)

type Day = ReplyOf<'simulations.getSimulation'>['days'][number]
const size = 25
const outcomeLabels: Record<'PAID' | 'DECLINED' | 'DUE', [string, Tone]> = {
  PAID: [text.paid, 'good'],
  DECLINED: [common.declined, 'bad'],
  DUE: [common.toCollect, 'wait'],
}
const changeLabels: Record<ReplyOf<'simulations.listSimulatedChanges'>['changes'][number]['change'], [string, Tone]> = {
  STARTED: [text.starts, 'good'],
  RENEWED: [text.renews, 'good'],
  ENDED: [common.ends, 'quiet'],
  CANCELED: [text.cancelled, 'wait'],
  FAILED: [text.endsUnpaid, 'bad'],
}

/** One day of the forecast: payments, plan changes, and emails with their text. */
export function DayPanel({ id, day, onClose }: { id: string; day: Day | undefined; onClose: () => void }) {
  const t = useMessages(messages)
  const site = useSite()
  return (
    <SidePanel open={Boolean(day)} onClose={onClose} size={620} title={day ? formatInstant(startOfDay(day.date, site.timeZone), site, 'long') : t.day}>
      {day && (
        <>
          {day.payments + day.declines + day.due.length > 0 && <Payments key={`p${day.date}`} id={id} day={day.date} />}
          {day.started + day.renewed + day.ended > 0 && <Changes key={`c${day.date}`} id={id} day={day.date} />}
          {day.emails > 0 && <Emails key={`l${day.date}`} id={id} day={day.date} />}
        </>
      )}
    </SidePanel>
  )
}

function DaySection({ title, hasMore, more, children }: { title: string; hasMore: boolean; more: () => void; children: ReactNode }) {
  const t = useMessages(messages)
  return (
    <section className={css.part}>
      <h3>{title}</h3>
      {children}
      {hasMore && (
        <Button variant="default" mt="sm" onClick={more}>
          {t.more}
        </Button>
      )}
    </section>
  )
}
/** How many rows a part shows; each press shows more, up to what one answer may hold. */
function useShowMore(): [limit: number, more: () => void] {
  const [limit, setLimit] = useState(size)
  return [limit, () => setLimit(100)]
}

interface DaySectionProps {
  id: string
  day: string
}
function Payments({ id, day }: DaySectionProps) {
  const t = useMessages(messages)
  const site = useSite()
  const [limit, more] = useShowMore()
  const found = useApiQuery('simulations.listSimulatedCharges', { params: { id }, query: { day, limit } }, keepPrevious)
  return (
    <QueryView query={found}>
      {({ charges, hasMore }) => (
        <DaySection title={t.payments} hasMore={hasMore && limit === size} more={more}>
          <List label={t.payments}>
            {charges.map((charge) => {
              const [word, tone] = outcomeLabels[charge.outcome]
              return (
                <Row
                  key={`${charge.orderId} ${charge.at}`}
                  title={charge.memberName}
                  sub={[charge.planName, charge.reason].filter(Boolean).join(' · ')}
                  facts={
                    <>
                      <StateTag tone={tone}>{word}</StateTag>
                      <strong>{formatPrice({ value: charge.amount, currency: charge.currency }, site)}</strong>
                    </>
                  }
                />
              )
            })}
          </List>
        </DaySection>
      )}
    </QueryView>
  )
}

function Changes({ id, day }: DaySectionProps) {
  const t = useMessages(messages)
  const [limit, more] = useShowMore()
  const found = useApiQuery('simulations.listSimulatedChanges', { params: { id }, query: { day, limit } }, keepPrevious)
  return (
    <QueryView query={found}>
      {({ changes, hasMore }) => (
        <DaySection title={t.plans} hasMore={hasMore && limit === size} more={more}>
          <List label={t.plans}>
            {changes.map((change) => {
              const [word, tone] = changeLabels[change.change]
              return (
                <Row
                  key={`${change.orderId} ${change.at} ${change.change}`}
                  title={change.memberName}
                  sub={change.cycleNumber ? t.period(change.planName, change.cycleNumber) : change.planName}
                  facts={<StateTag tone={tone}>{word}</StateTag>}
                />
              )
            })}
          </List>
        </DaySection>
      )}
    </QueryView>
  )
}

function Emails({ id, day }: DaySectionProps) {
  const t = useMessages(messages)
  const [limit, more] = useShowMore()
  const found = useApiQuery('simulations.listSimulatedEmails', { params: { id }, query: { day, limit } }, keepPrevious)
  return (
    <QueryView query={found}>
      {({ emails, hasMore }) => (
        <DaySection title={common.emails} hasMore={hasMore && limit === size} more={more}>
          <ul className={css.emails}>
            {emails.map((email) => (
              <li key={email.id}>
                <details>
                  <summary>
                    <span className={css.subject}>{email.subject}</span>
                    <Text component="span" size="sm" c="dimmed">
                      {t.to(email.to)}
                    </Text>
                  </summary>
                  <pre className={css.email}>{email.text}</pre>
                </details>
              </li>
            ))}
          </ul>
        </DaySection>
      )}
    </QueryView>
  )
}
