/** The coming days as booked: bookings, what is to be collected, sessions of plans, and reminders. Read from the site itself, not from a copy. */
import { Select, Stack, Text } from '@mantine/core'
import { IconCalendarTime } from '@tabler/icons-react'
import { useState } from 'react'
import { useApiQuery } from '#web/api.ts'
import { startOfDay } from '#web/kit/days.ts'
import type { ReplyOf } from '#web/operations.ts'
import { keepPrevious } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import { automationNames } from '../parts/automation-names.ts'
import { ExportButton } from '../parts/export.tsx'
import { formatInstant, formatPrice } from '../parts/format.ts'
import { DashboardLink } from '../parts/link.tsx'
import { Row } from '../parts/list.tsx'
import { List } from '../parts/page.tsx'
import { EmptyState, QueryView } from '../parts/query-view.tsx'
import css from './simulation.module.css'

type Day = ReplyOf<'bookingForecast.getBookingForecast'>['days'][number]
const count = (n: number, one: string, many = `${one}s`): string[] => (n === 0 ? [] : [n === 1 ? `1 ${one}` : `${n} ${many}`])
const total = (days: readonly Day[], of: 'bookings' | 'planSessions' | 'expiringSessions'): number => days.reduce((sum, day) => sum + day[of], 0)
const countEmails = ({ emails }: Day): number => emails.reduce((sum, one) => sum + one.count, 0)
/** Sums of one currency after another; in thousandths, because amounts are decimal strings. */
function collect(days: readonly Day[]): { amount: string; currency: string }[] {
  const sums = new Map<string, number>()
  for (const { currency, amount } of days.flatMap((day) => day.toCollect)) sums.set(currency, (sums.get(currency) ?? 0) + Math.round(Number(amount) * 1000))
  return [...sums].map(([currency, thousandths]) => ({ currency, amount: String(thousandths / 1000) }))
}
const toCells = (day: Day) => [
  day.date,
  day.bookings,
  day.people,
  day.toCollect.map(({ amount, currency }) => `${amount} ${currency}`).join(' + '),
  day.planSessions,
  day.expiringSessions,
  countEmails(day),
]
const head = ['Date', 'Bookings', 'People', 'To collect', 'Plan sessions used', 'Plan sessions expiring', 'Emails']

export function ComingDays() {
  const [length, setLength] = useState('30')
  const found = useApiQuery('bookingForecast.getBookingForecast', { query: { days: Number(length) } }, keepPrevious)
  return (
    <Stack gap="lg">
      <div className={css.comingHead}>
        <Select
          size="md"
          label="Period"
          allowDeselect={false}
          value={length}
          onChange={(value) => value && setLength(value)}
          data={['7', '14', '30', '60'].map((days) => ({ value: days, label: `Next ${days} days` }))}
        />
        {found.data && found.data.days.length > 0 && (
          <ExportButton
            pages={{ file: 'booking-forecast.csv', head, page: () => Promise.resolve({ rows: found.data?.days.map(toCells) ?? [], next: undefined }) }}
          />
        )}
      </div>
      <QueryView query={found}>
        {({ days }) =>
          days.length === 0 ? (
            <EmptyState icon={<IconCalendarTime size={26} />} title={`Nothing is booked for the next ${length} days`}>
              Bookings, payments to collect and reminders appear here day by day.
            </EmptyState>
          ) : (
            <Stack gap="md">
              <ComingTotals days={days} />
              <Text size="sm" c="dimmed">
                As booked now. New bookings, cancellations and renewals change these figures.
              </Text>
              <List label="Bookings day by day">
                {days.map((day) => (
                  <ComingDay key={day.date} day={day} />
                ))}
              </List>
            </Stack>
          )
        }
      </QueryView>
    </Stack>
  )
}

function ComingTotals({ days }: { days: readonly Day[] }) {
  const site = useSite()
  const due = collect(days)
  const items: [label: string, value: string | number][] = [
    ['Bookings', total(days, 'bookings')],
    ['To collect', due.map(({ amount, currency }) => formatPrice({ value: amount, currency }, site)).join(' + ') || formatPrice({ value: '0' }, site)],
    ['Plan sessions used', total(days, 'planSessions')],
    ['Plan sessions expiring', total(days, 'expiringSessions')],
    ['Emails', days.reduce((sum, day) => sum + countEmails(day), 0)],
  ]
  return (
    <dl className={css.totals} aria-label="Totals">
      {items.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function ComingDay({ day }: { day: Day }) {
  const site = useSite()
  return (
    <Row
      title={formatInstant(startOfDay(day.date, site.timeZone), site, 'long')}
      sub={[
        ...count(day.bookings, 'booking'),
        ...count(day.planSessions, 'plan session used', 'plan sessions used'),
        ...count(day.expiringSessions, 'plan session expires', 'plan sessions expire'),
        ...day.emails.map(({ kind, count: people }) => `${automationNames[kind] ?? 'Email'}: ${people}`),
      ].join(' · ')}
      facts={
        day.toCollect.length > 0 && (
          <strong className={css.sum}>
            {day.toCollect.map(({ amount, currency }) => formatPrice({ value: amount, currency }, site)).join(' + ')} to collect
          </strong>
        )
      }
      actions={
        <DashboardLink to="/dashboard/calendar" search={{ view: 'day', date: day.date }} aria-label={`Calendar of ${day.date}`}>
          Calendar
        </DashboardLink>
      }
    />
  )
}
