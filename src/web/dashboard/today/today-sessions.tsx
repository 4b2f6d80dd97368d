import { Button, Skeleton } from '@mantine/core'
import { IconChevronDown, IconDoorEnter } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { useSite } from '../business.tsx'
import type { Today } from '../entities.ts'
import { formatInstant } from '../parts/format-times.ts'
import { DashboardLink } from '../parts/link.tsx'
import { Allowed, useMay } from '../permissions.tsx'
import { List, Section } from '../parts/page.tsx'
import { Meter } from '../parts/meter.tsx'
import css from './today.module.css'
import own from './today-sessions.module.css'
import { words } from './words.messages.ts'

const messages = defineDashboardMessages(
  {
    title: 'Classes today',
    checkInScreen: 'Check-in screen',
    checkedIn: (count: number) => `${count} checked in`,
    checkInSession: (title: string, time: string) => `Check in clients of ${title}, ${time}`,
  },
  {
    de: {
      title: 'Kurse heute',
      checkInScreen: 'Check-in öffnen',
      checkedIn: (count) => `${count} eingecheckt`,
      checkInSession: (title, time) => `Kunden von „${title}“ einchecken, ${time}`,
    },
  },
)

const SessionClients = lazy(async () => ({ default: (await import('./session-clients.tsx')).SessionClients }))

type Session = Today['todaySessions'][number]

/** The classes of today: teacher, room, how many are there, and who is to be checked in. */
export function TodaySessions({ sessions }: { sessions: Today['todaySessions'] }) {
  const t = useMessages(messages)
  return (
    <Section
      title={t.title}
      action={
        <Allowed operation={['bookingPages.calendar', 'attendance.setAttendance']}>
          <Button component={DashboardLink} to="/dashboard/check-in" variant="subtle" leftSection={<IconDoorEnter size={18} aria-hidden />}>
            {t.checkInScreen}
          </Button>
        </Allowed>
      }
    >
      <List label={t.title}>
        {sessions.map((session) => (
          <SessionRow key={session.id} session={session} />
        ))}
      </List>
    </Section>
  )
}

const HOUR_MS = 3_600_000
/** Whether people arrive now: from an hour before the class until its end. */
const isArrivalTime = ({ start, end }: Session, now: number): boolean => now >= new Date(start).getTime() - HOUR_MS && now < new Date(end).getTime()

function SessionRow({ session }: { session: Session }) {
  const t = useMessages(messages)
  const word = useMessages(words)
  const site = useSite()
  const mayCheckIn = useMay()('rosters.getRoster', 'attendance.setAttendance')
  const [chosen, setChosen] = useState<boolean>()
  const { id, title, start, end, people, capacity } = session
  const canCheckIn = mayCheckIn && people > 0 && new Date(end) > new Date()
  const isOpen = canCheckIn && (chosen ?? isArrivalTime(session, Date.now()))
  return (
    <li className={css.session}>
      <div className={css.sessionTime}>
        <strong>{formatInstant(start, site, 'time')}</strong>
        <span>{word.until(formatInstant(end, site, 'time'))}</span>
      </div>
      <div className={css.sessionText}>
        <Allowed operation="rosters.getRoster" otherwise={<strong>{title}</strong>}>
          <DashboardLink to="/dashboard/roster" search={{ id }}>
            {title}
          </DashboardLink>
        </Allowed>
        <span>{[...session.staff, ...session.rooms, t.checkedIn(session.checkedIn)].join(' · ')}</span>
      </div>
      <div className={css.fill}>
        <span>{word.filled(people, capacity)}</span>
        <Meter value={people} of={capacity} label={word.spotsFilled(people, capacity)} />
      </div>
      {canCheckIn && (
        <Button
          variant="light"
          aria-expanded={isOpen}
          rightSection={<IconChevronDown size={16} aria-hidden className={own.chevron} />}
          aria-label={t.checkInSession(title, formatInstant(start, site, 'time'))}
          onClick={() => setChosen(!isOpen)}
        >
          {word.checkIn}
        </Button>
      )}
      {isOpen && (
        <div className={own.arrivals}>
          <Suspense fallback={<Skeleton height={56} radius="md" />}>
            <SessionClients sessionId={id} title={title} />
          </Suspense>
        </div>
      )}
    </li>
  )
}
