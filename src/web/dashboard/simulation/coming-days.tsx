/** The coming days as booked: bookings, what is to be collected, sessions of plans, and reminders. Read from the site itself, not from a copy. */
import { Select, Stack, Text } from '@mantine/core'
import { IconCalendarTime } from '@tabler/icons-react'
import { useState } from 'react'
import { useApiQuery } from '#web/api.ts'
import { startOfDay } from '#web/kit/days.ts'
import type { ReplyOf } from '#web/operations.ts'
import { currentMessages, defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { keepPrevious } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import { automationNames } from '../parts/automation-names.ts'
import { ExportButton } from '../parts/export.tsx'
import { formatInstant, formatPrice } from '../parts/format-times.ts'
import { DashboardLink } from '../parts/link.tsx'
import { Row } from '../parts/list.tsx'
import { List } from '../parts/page.tsx'
import { EmptyState, QueryView } from '../parts/query-view.tsx'
import css from './simulation.module.css'
import { common } from './common.messages.ts'
import { commonWords } from '../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    date: 'Date',
    bookings: 'Bookings',
    people: 'People',
    used: 'Plan sessions used',
    expiring: 'Plan sessions expiring',
    period: 'Period',
    next: (days: string) => `Next ${days} days`,
    nothing: (days: string) => `Nothing is booked for the next ${days} days`,
    appear: 'Bookings, payments to collect and reminders appear here day by day.',
    asOfNow: 'As booked now. New bookings, cancellations and renewals change these figures.',
    byDay: 'Bookings day by day',
    countBookings: (n: number) => (n === 1 ? '1 booking' : `${n} bookings`),
    countUsed: (n: number) => (n === 1 ? '1 plan session used' : `${n} plan sessions used`),
    countExpiring: (n: number) => (n === 1 ? '1 plan session expires' : `${n} plan sessions expire`),
    due: (sums: string) => `${sums} to collect`,
    calendarOf: (day: string) => `Calendar of ${day}`,
    calendar: 'Calendar',
  },
  {
    de: {
      date: 'Datum',
      bookings: 'Buchungen',
      people: 'Personen',
      used: 'Eingelöste Einheiten',
      expiring: 'Verfallende Einheiten',
      period: 'Zeitraum',
      next: (days) => `Die nächsten ${days} Tage`,
      nothing: (days) => `Für die nächsten ${days} Tage ist nichts gebucht`,
      appear: 'Buchungen, offene Zahlungen und Erinnerungen erscheinen hier Tag für Tag.',
      asOfNow: 'Stand der Buchungen jetzt. Neue Buchungen, Absagen und Verlängerungen ändern diese Zahlen.',
      byDay: 'Buchungen Tag für Tag',
      countBookings: (n) => (n === 1 ? '1 Buchung' : `${n} Buchungen`),
      countUsed: (n) => (n === 1 ? '1 Einheit eingelöst' : `${n} Einheiten eingelöst`),
      countExpiring: (n) => (n === 1 ? '1 Einheit verfällt' : `${n} Einheiten verfallen`),
      due: (sums) => `${sums} zu kassieren`,
      calendarOf: (day) => `Kalender vom ${day}`,
      calendar: 'Kalender',
    },
  },
)
const text = currentMessages(messages)

type Day = ReplyOf<'bookingForecast.getBookingForecast'>['days'][number]
const count = (n: number, toText: (n: number) => string): string[] => (n === 0 ? [] : [toText(n)])
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
const head = [text.date, text.bookings, text.people, common.toCollect, text.used, text.expiring, common.emails]

export function ComingDays() {
  const t = useMessages(messages)
  const [length, setLength] = useState('30')
  const found = useApiQuery('bookingForecast.getBookingForecast', { query: { days: Number(length) } }, keepPrevious)
  return (
    <Stack gap="lg">
      <div className={css.comingHead}>
        <Select
          size="md"
          label={t.period}
          allowDeselect={false}
          value={length}
          onChange={(value) => value && setLength(value)}
          data={['7', '14', '30', '60'].map((days) => ({ value: days, label: t.next(days) }))}
        />
        {found.data && found.data.days.length > 0 && <ExportButton table={{ file: 'booking-forecast.csv', head, rows: found.data?.days.map(toCells) ?? [] }} />}
      </div>
      <QueryView query={found}>
        {({ days }) =>
          days.length === 0 ? (
            <EmptyState icon={<IconCalendarTime size={26} />} title={t.nothing(length)}>
              {t.appear}
            </EmptyState>
          ) : (
            <Stack gap="md">
              <ComingTotals days={days} />
              <Text size="sm" c="dimmed">
                {t.asOfNow}
              </Text>
              <List label={t.byDay}>
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
  const t = useMessages(messages)
  const site = useSite()
  const due = collect(days)
  const items: [label: string, value: string | number][] = [
    [t.bookings, total(days, 'bookings')],
    [common.toCollect, due.map(({ amount, currency }) => formatPrice({ value: amount, currency }, site)).join(' + ') || formatPrice({ value: '0' }, site)],
    [t.used, total(days, 'planSessions')],
    [t.expiring, total(days, 'expiringSessions')],
    [common.emails, days.reduce((sum, day) => sum + countEmails(day), 0)],
  ]
  return (
    <dl className={css.totals} aria-label={common.totals}>
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
  const t = useMessages(messages)
  const site = useSite()
  return (
    <Row
      title={formatInstant(startOfDay(day.date, site.timeZone), site, 'long')}
      sub={[
        ...count(day.bookings, t.countBookings),
        ...count(day.planSessions, t.countUsed),
        ...count(day.expiringSessions, t.countExpiring),
        ...day.emails.map(({ kind, count: people }) => `${automationNames[kind] ?? commonWords.email}: ${people}`),
      ].join(' · ')}
      facts={
        day.toCollect.length > 0 && (
          <strong className={css.sum}>{t.due(day.toCollect.map(({ amount, currency }) => formatPrice({ value: amount, currency }, site)).join(' + '))}</strong>
        )
      }
      actions={
        <DashboardLink to="/dashboard/calendar" search={{ view: 'day', date: day.date }} aria-label={t.calendarOf(day.date)}>
          {t.calendar}
        </DashboardLink>
      }
    />
  )
}
