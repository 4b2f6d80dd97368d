/** What the days of a forecast bring: sums, then day by day. */
import { IconCalendarTime } from '@tabler/icons-react'
import { useSite } from '../business.tsx'
import { EmptyState } from '../parts/query-view.tsx'
import { Row, StateTag } from '../parts/list.tsx'
import { List } from '../parts/page.tsx'
import { formatPrice, formatInstant } from '../parts/format-times.ts'
import css from './simulation.module.css'
import { startOfDay } from '#web/kit/days.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import type { Day, Simulation } from './simulation.ts'
import { common } from './common.messages.ts'

const messages = defineDashboardMessages(
  {
    charged: 'Charged to cards',
    inPerson: 'To collect in person',
    plansEnding: 'Plans ending',
    payments: (n: number) => (n === 1 ? '1 payment' : `${n} payments`),
    declines: (n: number) => (n === 1 ? '1 decline' : `${n} declines`),
    started: (n: number) => (n === 1 ? '1 plan starts' : `${n} plans start`),
    renewed: (n: number) => (n === 1 ? '1 plan renews' : `${n} plans renew`),
    ended: (n: number) => (n === 1 ? '1 plan ends' : `${n} plans end`),
    emails: (n: number) => (n === 1 ? '1 email' : `${n} emails`),
    due: (sums: string) => `${sums} to collect in person`,
    move: 'Move forward to see what’s coming up',
    nothing: 'Nothing happens until then',
    noPlans: 'There are no active plans yet.',
    appear: 'Payments, emails and plan changes appear here day by day.',
    byDay: 'Day by day',
  },
  {
    de: {
      charged: 'Von Karten abgebucht',
      inPerson: 'Vor Ort zu kassieren',
      plansEnding: 'Endende Tarife',
      payments: (n) => (n === 1 ? '1 Zahlung' : `${n} Zahlungen`),
      declines: (n) => (n === 1 ? '1 Ablehnung' : `${n} Ablehnungen`),
      started: (n) => (n === 1 ? '1 Tarif beginnt' : `${n} Tarife beginnen`),
      renewed: (n) => (n === 1 ? '1 Tarif verlängert sich' : `${n} Tarife verlängern sich`),
      ended: (n) => (n === 1 ? '1 Tarif endet' : `${n} Tarife enden`),
      emails: (n) => (n === 1 ? '1 E-Mail' : `${n} E-Mails`),
      due: (sums) => `${sums} vor Ort zu kassieren`,
      move: 'Geh weiter, um zu sehen, was ansteht',
      nothing: 'Bis dahin passiert nichts',
      noPlans: 'Es gibt noch keine laufenden Tarife.',
      appear: 'Zahlungen, E-Mails und Änderungen von Tarifen erscheinen hier Tag für Tag.',
      byDay: 'Tag für Tag',
    },
  },
)

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
  const t = useMessages(messages)
  const site = useSite()
  const count = (of: 'payments' | 'declines' | 'emails' | 'ended') => days.reduce((n, day) => n + day[of], 0)
  const due = total(days, 'due')
  return (
    <dl className={css.totals} aria-label={common.totals}>
      <div>
        <dt>{t.charged}</dt>
        <dd>{formatSums(total(days, 'charged'), site) || formatPrice({ value: '0' }, site)}</dd>
      </div>
      {due.length > 0 && (
        <div>
          <dt>{t.inPerson}</dt>
          <dd>{formatSums(due, site)}</dd>
        </div>
      )}
      <div>
        <dt>{common.declined}</dt>
        <dd>{count('declines')}</dd>
      </div>
      <div>
        <dt>{common.emails}</dt>
        <dd>{count('emails')}</dd>
      </div>
      <div>
        <dt>{t.plansEnding}</dt>
        <dd>{count('ended')}</dd>
      </div>
    </dl>
  )
}

const formatCount = (n: number, toText: (n: number) => string): string[] => (n === 0 ? [] : [toText(n)])

export function Days({ days, simulation, onOpen }: { days: readonly Day[]; simulation: Simulation; onOpen: (day: string) => void }) {
  const t = useMessages(messages)
  const site = useSite()
  if (days.length === 0)
    return (
      <EmptyState icon={<IconCalendarTime size={26} />} title={simulation.now === simulation.startedDate ? t.move : t.nothing}>
        {simulation.orders === 0 ? t.noPlans : t.appear}
      </EmptyState>
    )
  return (
    <List label={t.byDay}>
      {days.map((day) => (
        <Row
          key={day.date}
          title={formatInstant(startOfDay(day.date, site.timeZone), site, 'long')}
          sub={[
            ...formatCount(day.payments, t.payments),
            ...formatCount(day.declines, t.declines),
            ...formatCount(day.started, t.started),
            ...formatCount(day.renewed, t.renewed),
            ...formatCount(day.ended, t.ended),
            ...formatCount(day.emails, t.emails),
            ...(day.due.length > 0 ? [t.due(formatSums(day.due, site))] : []),
          ].join(' · ')}
          facts={
            <>
              {day.declines > 0 && <StateTag tone="bad">{common.declined}</StateTag>}
              {day.ended > 0 && <StateTag tone="wait">{common.ends}</StateTag>}
              {day.charged.length > 0 && <strong className={css.sum}>{formatSums(day.charged, site)}</strong>}
            </>
          }
          onOpen={() => onOpen(day.date)}
        />
      ))}
    </List>
  )
}
