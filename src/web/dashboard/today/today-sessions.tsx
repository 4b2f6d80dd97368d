import { Button } from '@mantine/core'
import { IconDoorEnter } from '@tabler/icons-react'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { useSite } from '../business.tsx'
import type { Today } from '../entities.ts'
import { formatInstant } from '../parts/format-times.ts'
import { DashboardLink } from '../parts/link.tsx'
import { Allowed } from '../permissions.tsx'
import { List, Section } from '../parts/page.tsx'
import { Meter } from './meter.tsx'
import css from './today.module.css'
import { words } from './words.messages.ts'

const messages = defineDashboardMessages(
  {
    title: 'Classes today',
    checkInScreen: 'Check-in screen',
    checkedIn: (count: number) => `${count} checked in`,
    checkInSession: (title: string, time: string) => `Check in ${title}, ${time}`,
  },
  {
    de: {
      title: 'Kurse heute',
      checkInScreen: 'Check-in öffnen',
      checkedIn: (count) => `${count} eingecheckt`,
      checkInSession: (title, time) => `Einchecken für „${title}“, ${time}`,
    },
  },
)

/** The classes of today: teacher, room, how many are there, and the way to check people in. */
export function TodaySessions({ sessions }: { sessions: Today['todaySessions'] }) {
  const t = useMessages(messages)
  const word = useMessages(words)
  const site = useSite()
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
          <li key={session.id} className={css.session}>
            <div className={css.sessionTime}>
              <strong>{formatInstant(session.start, site, 'time')}</strong>
              <span>{word.until(formatInstant(session.end, site, 'time'))}</span>
            </div>
            <div className={css.sessionText}>
              <Allowed operation="rosters.getRoster" otherwise={<strong>{session.title}</strong>}>
                <DashboardLink to="/dashboard/roster" search={{ id: session.id }}>
                  {session.title}
                </DashboardLink>
              </Allowed>
              <span>{[...session.staff, ...session.rooms, t.checkedIn(session.checkedIn)].join(' · ')}</span>
            </div>
            <div className={css.fill}>
              <span>{word.filled(session.people, session.capacity)}</span>
              <Meter value={session.people} of={session.capacity} label={word.spotsFilled(session.people, session.capacity)} />
            </div>
            {session.people > 0 && new Date(session.end) > new Date() && (
              <Allowed operation={['bookingPages.calendar', 'attendance.setAttendance']}>
                <Button
                  component={DashboardLink}
                  to="/dashboard/check-in"
                  search={{ session: session.id }}
                  variant="light"
                  aria-label={t.checkInSession(session.title, formatInstant(session.start, site, 'time'))}
                >
                  {word.checkIn}
                </Button>
              </Allowed>
            )}
          </li>
        ))}
      </List>
    </Section>
  )
}
