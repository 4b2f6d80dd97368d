import { Button, Skeleton } from '@mantine/core'
import { IconCalendarOff, IconCheck, IconChevronRight } from '@tabler/icons-react'
import { useApiQuery } from '#web/api.ts'
import { useMessages } from '#web/kit/messages.ts'
import { useBusiness, useSite } from '../business.tsx'
import { QueryView, EmptyState, ListSkeleton } from '../parts/query-view.tsx'
import { List, Page, Section } from '../parts/page.tsx'
import { findNavItem } from '../navigation.ts'
import { Allowed, useMay } from '../permissions.tsx'
import { DashboardLink } from '../parts/link.tsx'
import { formatInstant } from '../parts/format-times.ts'
import { formatPeople } from '../parts/format-people.ts'
import { Meter } from '../parts/meter.tsx'
import { messages } from './screen.messages.ts'
import { SetupChecklist, useChecklist } from './setup-checklist.tsx'
import { TodayAppointments } from './today-appointments.tsx'
import { TodaySessions } from './today-sessions.tsx'
import { WeekFigures } from './week-figures.tsx'
import { words } from './words.messages.ts'
import type { OperationName } from '#web/operations.ts'
import type { Today } from '../entities.ts'
import type { ScreenLink } from '../search-params.ts'
import css from './today.module.css'
import { addDays, toDay, zonePlace } from '#web/kit/days.ts'

/** The receptionist's first look: who comes, who waits, how it goes. */
export function TodayScreen() {
  const t = useMessages(messages)
  const word = useMessages(words)
  const { site, me } = useBusiness()
  const may = useMay()
  const today = useApiQuery('reports.getToday', undefined, { refetchInterval: 60_000 })
  const checklist = useChecklist(today.data?.checklist)
  const isSettingUp = checklist.isShown && may('setup.updateSiteSettings')
  const first = me.name?.split(' ')[0]
  return (
    <Page title={first ? t.hello(first) : t.title} about={t.about(formatInstant(new Date().toISOString(), site, 'long'), zonePlace(site.timeZone))}>
      <QueryView query={today} loading={<TodaySkeleton />}>
        {(data) => (
          <>
            {isSettingUp && <SetupChecklist items={data.checklist} hide={checklist.hide} />}
            <ActionNeeded waiting={data.waiting} isSettingUp={isSettingUp} />
            {data.todaySessions.length > 0 && <TodaySessions sessions={data.todaySessions} />}
            {data.todayAppointments.total > 0 && <TodayAppointments list={data.todayAppointments} />}
            <WeekFigures week={data.week} numbers={data.numbers} />
            <Section
              title={word.upcoming}
              action={
                <Allowed operation="bookingPages.calendar">
                  <Button component={DashboardLink} to="/dashboard/calendar" variant="subtle" rightSection={<IconChevronRight size={16} aria-hidden />}>
                    {t.openCalendar}
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
  what: keyof Today['waiting']
  link: ScreenLink
  /** What its answer calls, when the screen shows more than that. */
  operation?: OperationName
}
function ActionNeeded({ waiting, isSettingUp }: { waiting: Today['waiting']; isSettingUp: boolean }) {
  const t = useMessages(messages)
  const may = useMay()
  const day = toDay(new Date(), useSite().timeZone)
  const mayOpen = (to: string) => {
    const needed = findNavItem(to)?.operation
    return needed === undefined || may(needed)
  }
  const allCards: ActionCard[] = [
    { what: 'requests', link: { to: '/dashboard/bookings', search: { tab: 'requests' } } },
    {
      what: 'timeOff',
      link: { to: '/dashboard/staff', search: { tab: 'time-off' } },
      operation: 'staff.approveTimeOff',
    },
    {
      what: 'brokenCalendars',
      link: { to: '/dashboard/staff' },
      operation: 'staff.createStaffMember',
    },
    { what: 'approvals', link: { to: '/dashboard/members', search: { tab: 'pending' } } },
    {
      what: 'unpaidBookings',
      link: { to: '/dashboard/bookings', search: { tab: 'past', paid: 'UNPAID' } },
    },
    {
      what: 'unpaidOrders',
      link: { to: '/dashboard/plans', search: { tab: 'subscriptions', state: 'ACTIVE', paid: 'UNPAID' } },
    },
    {
      what: 'failedPayments',
      link: { to: '/dashboard/money', search: { tab: 'retries' } },
    },
    {
      what: 'waitlist',
      link: { to: '/dashboard/bookings', search: { tab: 'waitlist' } },
    },
    {
      what: 'intakes',
      link: { to: '/dashboard/bookings', search: { from: day, to: addDays(day, 7) } },
    },
    { what: 'reports', link: { to: '/dashboard/members', search: { tab: 'reported' } } },
    { what: 'money', link: { to: '/dashboard/money' } },
    { what: 'failedEmails', link: { to: '/dashboard/emails', search: { state: 'FAILED' } } },
  ]
  const cards = allCards.filter(({ what, link, operation }) => waiting[what] > 0 && mayOpen(link.to) && (operation === undefined || may(operation)))
  if (cards.length === 0)
    return isSettingUp ? null : (
      <p className={css.calm}>
        <IconCheck size={18} aria-hidden /> {t.caughtUp}
      </p>
    )
  return (
    <section aria-labelledby="waiting">
      <h2 id="waiting" className={css.subtitle}>
        {t.needsAttention}
      </h2>
      <ul className={css.waiting}>
        {cards.map((card) => (
          <li key={card.what}>
            <DashboardLink {...card.link} className={css.waitingCard}>
              <strong>{waiting[card.what]}</strong>
              <span>{t.waiting[card.what](waiting[card.what])}</span>
              <IconChevronRight size={18} aria-hidden />
            </DashboardLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

function NextSessions({ sessions }: { sessions: Today['nextSessions'] }) {
  const t = useMessages(messages)
  const word = useMessages(words)
  const site = useSite()
  if (sessions.length === 0)
    return (
      <EmptyState
        icon={<IconCalendarOff size={26} />}
        title={t.noSessions}
        action={
          <Allowed operation="services.queryServices">
            <Button component={DashboardLink} to="/dashboard/services">
              {t.viewServices}
            </Button>
          </Allowed>
        }
      >
        {t.noSessionsAbout}
      </EmptyState>
    )
  return (
    <List label={word.upcoming}>
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
                {word.until(formatInstant(session.end, site, 'time'))}
                {session.client ? ` · ${session.client}` : ''}
              </span>
            </div>
            <div className={css.fill}>
              <span>{session.capacity > 1 ? word.filled(session.people, session.capacity) : formatPeople(session.people)}</span>
              {session.capacity > 1 && <Meter value={session.people} of={session.capacity} label={word.spotsFilled(session.people, session.capacity)} />}
            </div>
          </li>
        )
      })}
    </List>
  )
}
