/** What the days of a forecast bring: sums, then day by day. */
import { IconCalendarTime } from '@tabler/icons-react'
import { useSite } from '../business.tsx'
import { EmptyState } from '../parts/query-view.tsx'
import { Row, StateTag } from '../parts/list.tsx'
import { List } from '../parts/page.tsx'
import { formatPrice, formatInstant } from '../parts/format.ts'
import css from './simulation.module.css'
import { startOfDay } from '#web/kit/days.ts'
import type { Day, Simulation } from './simulation.ts'

type Sum = Day['charged'][number]
const formatSums = (sums: readonly Sum[], site: { currency: string; language: string }): string =>
  sums.map(({ amount, currency }) => formatPrice({ value: amount, currency }, site)).join(' + ')
/** Sums of one currency after another. */
const total = (days: readonly Day[], of: 'charged' | 'due'): Sum[] => {
  const totals = new Map<string, number>()
  for (const { currency, amount } of days.flatMap((day) => day[of])) totals.set(currency, (totals.get(currency) ?? 0) + Math.round(Number(amount) * 1000))
  return [...totals].map(([currency, thousandths]) => ({ currency, amount: String(thousandths / 1000) }))
}

export function Totals({ days }: { days: readonly Day[] }) {
  const site = useSite()
  const count = (of: 'payments' | 'declines' | 'emails' | 'ended') => days.reduce((n, day) => n + day[of], 0)
  const due = total(days, 'due')
  return (
    <dl className={css.totals} aria-label="Totals">
      <div>
        <dt>Charged to cards</dt>
        <dd>{formatSums(total(days, 'charged'), site) || formatPrice({ value: '0' }, site)}</dd>
      </div>
      {due.length > 0 && (
        <div>
          <dt>To collect in person</dt>
          <dd>{formatSums(due, site)}</dd>
        </div>
      )}
      <div>
        <dt>Declined</dt>
        <dd>{count('declines')}</dd>
      </div>
      <div>
        <dt>Emails</dt>
        <dd>{count('emails')}</dd>
      </div>
      <div>
        <dt>Plans ending</dt>
        <dd>{count('ended')}</dd>
      </div>
    </dl>
  )
}

const formatCount = (n: number, one: string, many = `${one}s`): string[] => (n === 0 ? [] : [n === 1 ? `1 ${one}` : `${n} ${many}`])

export function Days({ days, simulation, onOpen }: { days: readonly Day[]; simulation: Simulation; onOpen: (day: string) => void }) {
  const site = useSite()
  if (days.length === 0)
    return (
      <EmptyState
        icon={<IconCalendarTime size={26} />}
        title={simulation.now === simulation.startedDate ? 'Move forward to see what’s coming up' : 'Nothing happens until then'}
      >
        {simulation.orders === 0 ? 'There are no active plans yet.' : 'Payments, emails and plan changes appear here day by day.'}
      </EmptyState>
    )
  return (
    <List label="Day by day">
      {days.map((day) => (
        <Row
          key={day.date}
          title={formatInstant(startOfDay(day.date, site.timeZone), site, 'long')}
          sub={[
            ...formatCount(day.payments, 'payment'),
            ...formatCount(day.declines, 'decline'),
            ...formatCount(day.started, 'plan starts', 'plans start'),
            ...formatCount(day.renewed, 'plan renews', 'plans renew'),
            ...formatCount(day.ended, 'plan ends', 'plans end'),
            ...formatCount(day.emails, 'email'),
            ...(day.due.length > 0 ? [`${formatSums(day.due, site)} to collect in person`] : []),
          ].join(' · ')}
          facts={
            <>
              {day.declines > 0 && <StateTag tone="bad">Declined</StateTag>}
              {day.ended > 0 && <StateTag tone="wait">Ends</StateTag>}
              {day.charged.length > 0 && <strong className={css.sum}>{formatSums(day.charged, site)}</strong>}
            </>
          }
          onOpen={() => onOpen(day.date)}
        />
      ))}
    </List>
  )
}
