import { Button, Skeleton } from '@mantine/core'
import { IconCalendarOff, IconCheck, IconChevronRight } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useApiQuery } from '#web/api.ts'
import { useBusiness, useSite } from '../business.tsx'
import { QueryView, EmptyState, ListSkeleton } from '../parts/query-view.tsx'
import { List, Page, Section } from '../parts/page.tsx'
import { findNavItem } from '../navigation.ts'
import { Allowed, useMay } from '../permissions.tsx'
import { DashboardLink } from '../parts/link.tsx'
import { formatInstant } from '../parts/format.ts'
import { Meter } from './meter.tsx'
import { SetupChecklist } from './setup-checklist.tsx'
import { TodaySessions } from './today-sessions.tsx'
import { WeekFigures } from './week-figures.tsx'
import type { OperationName } from '#web/operations.ts'
import type { Today } from '../entities.ts'
import type { ScreenLink } from '../search-params.ts'
import css from './today.module.css'
import { addDays, toDay } from '#web/kit/days.ts'

/** Only for businesses that have some today. */
const TodayAppointments = lazy(async () => ({ default: (await import('./today-appointments.tsx')).TodayAppointments }))

/** The receptionist's first look: who comes, who waits, how it goes. */
export function TodayScreen() {
  const { site, me } = useBusiness()
  const today = useApiQuery('reports.getToday', undefined, { refetchInterval: 60_000 })
  const first = me.name?.split(' ')[0]
  return (
    <Page
      title={first ? `Hello, ${first}` : 'Today'}
      about={`${formatInstant(new Date().toISOString(), site, 'long')} · times in ${site.timeZone.replaceAll('_', ' ')}`}
    >
      <QueryView query={today} loading={<TodaySkeleton />}>
        {(data) => (
          <>
            <Allowed operation="setup.updateSiteSettings">
              <SetupChecklist items={data.checklist} />
            </Allowed>
            <ActionNeeded waiting={data.waiting} />
            <TodaySessions sessions={data.todaySessions} />
            {data.todayAppointments.total > 0 && (
              <Suspense fallback={<ListSkeleton rows={3} />}>
                <TodayAppointments list={data.todayAppointments} />
              </Suspense>
            )}
            <WeekFigures week={data.week} numbers={data.numbers} />
            <Section
              title="Upcoming sessions"
              action={
                <Allowed operation="bookingPages.calendar">
                  <Button component={DashboardLink} to="/dashboard/calendar" variant="subtle" rightSection={<IconChevronRight size={16} aria-hidden />}>
                    Open calendar
                  </Button>
                </Allowed>
              }
            >
              <NextSessions sessions={data.nextSessions} />
            </Section>
          </>
        )}
      </QueryView>
    </Page>
  )
}

const TodaySkeleton = () => (
  <div aria-busy="true">
    <div className={css.waiting}>
      {[0, 1, 2, 3].map((card) => (
        <Skeleton key={card} height={92} radius="lg" />
      ))}
    </div>
    <Skeleton height={120} radius="lg" mt={28} mb={36} />
    <ListSkeleton rows={4} />
  </div>
)

interface ActionCard {
  count: number
  one: string
  many: string
  link: ScreenLink
  /** What its answer calls, when the screen shows more than that. */
  operation?: OperationName
}
function ActionNeeded({ waiting }: { waiting: Today['waiting'] }) {
  const may = useMay()
  const day = toDay(new Date(), useSite().timeZone)
  const mayOpen = (to: string) => {
    const needed = findNavItem(to)?.operation
    return needed === undefined || may(needed)
  }
  const allCards: ActionCard[] = [
    { count: waiting.requests, one: 'booking request', many: 'booking requests', link: { to: '/dashboard/bookings', search: { tab: 'requests' } } },
    {
      count: waiting.timeOff,
      one: 'request for time off',
      many: 'requests for time off',
      link: { to: '/dashboard/staff', search: { tab: 'time-off' } },
      operation: 'staff.approveTimeOff',
    },
    {
      count: waiting.brokenCalendars,
      one: 'calendar that can’t be read',
      many: 'calendars that can’t be read',
      link: { to: '/dashboard/staff' },
      operation: 'staff.createStaffMember',
    },
    { count: waiting.approvals, one: 'member to approve', many: 'members to approve', link: { to: '/dashboard/members', search: { tab: 'pending' } } },
    {
      count: waiting.unpaidBookings,
      one: 'unpaid past booking',
      many: 'unpaid past bookings',
      link: { to: '/dashboard/bookings', search: { tab: 'past', paid: 'UNPAID' } },
    },
    {
      count: waiting.unpaidOrders,
      one: 'unpaid subscription',
      many: 'unpaid subscriptions',
      link: { to: '/dashboard/plans', search: { tab: 'subscriptions', state: 'ACTIVE', paid: 'UNPAID' } },
    },
    {
      count: waiting.failedPayments,
      one: 'failed payment of a subscription',
      many: 'failed payments of subscriptions',
      link: { to: '/dashboard/money', search: { tab: 'retries' } },
    },
    {
      count: waiting.waitlist,
      one: 'person on a waitlist who would fit in now',
      many: 'people on waitlists who would fit in now',
      link: { to: '/dashboard/bookings', search: { tab: 'waitlist' } },
    },
    {
      count: waiting.intakes,
      one: 'client due within 7 days has not filled in the intake form',
      many: 'clients due within 7 days have not filled in the intake form',
      link: { to: '/dashboard/bookings', search: { from: day, to: addDays(day, 7) } },
    },
    { count: waiting.reports, one: 'reported member', many: 'reported members', link: { to: '/dashboard/members', search: { tab: 'reported' } } },
    { count: waiting.money, one: 'payment to review', many: 'payments to review', link: { to: '/dashboard/money' } },
    { count: waiting.failedEmails, one: 'failed email', many: 'failed emails', link: { to: '/dashboard/emails', search: { state: 'FAILED' } } },
  ]
  const cards = allCards.filter(({ count, link, operation }) => count > 0 && mayOpen(link.to) && (operation === undefined || may(operation)))
  if (cards.length === 0)
    return (
      <p className={css.calm}>
        <IconCheck size={18} aria-hidden /> You’re all caught up
      </p>
    )
  return (
    <section aria-labelledby="waiting">
      <h2 id="waiting" className={css.subtitle}>
        Needs your attention
      </h2>
      <ul className={css.waiting}>
        {cards.map((card) => (
          <li key={card.one}>
            <DashboardLink {...card.link} className={css.waitingCard}>
              <strong>{card.count}</strong>
              <span>{card.count === 1 ? card.one : card.many}</span>
              <IconChevronRight size={18} aria-hidden />
            </DashboardLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

function NextSessions({ sessions }: { sessions: Today['nextSessions'] }) {
  const site = useSite()
  if (sessions.length === 0)
    return (
      <EmptyState
        icon={<IconCalendarOff size={26} />}
        title="No sessions after today"
        action={
          <Allowed operation="services.queryServices">
            <Button component={DashboardLink} to="/dashboard/services">
              View services
            </Button>
          </Allowed>
        }
      >
        Upcoming appointments and classes appear here.
      </EmptyState>
    )
  return (
    <List label="Upcoming sessions">
      {sessions.map((session) => {
        const date = toDay(new Date(session.start), site.timeZone)
        return (
          <li key={session.id} className={css.session}>
            <div className={css.sessionTime}>
              <strong>{formatInstant(session.start, site, 'time')}</strong>
              <span>{formatInstant(session.start, site, 'day')}</span>
            </div>
            <div className={css.sessionText}>
              <DashboardLink to="/dashboard/calendar" search={{ view: 'day', date, open: session.id }}>
                {session.title}
              </DashboardLink>
              <span>
                until {formatInstant(session.end, site, 'time')}
                {session.client ? ` · ${session.client}` : ''}
              </span>
            </div>
            <div className={css.fill}>
              <span>{session.capacity > 1 ? `${session.people} of ${session.capacity}` : session.people === 1 ? '1 person' : `${session.people} people`}</span>
              {session.capacity > 1 && <Meter value={session.people} of={session.capacity} label={`${session.people} of ${session.capacity} spots filled`} />}
            </div>
          </li>
        )
      })}
    </List>
  )
}
