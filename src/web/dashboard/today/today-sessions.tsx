import { Button } from '@mantine/core'
import { IconDoorEnter } from '@tabler/icons-react'
import { useSite } from '../business.tsx'
import type { Today } from '../entities.ts'
import { formatInstant } from '../parts/format.ts'
import { DashboardLink } from '../parts/link.tsx'
import { Allowed } from '../permissions.tsx'
import { List, Section } from '../parts/page.tsx'
import { Meter } from './meter.tsx'
import css from './today.module.css'

/** The classes of today: teacher, room, how many are there, and the way to check people in. Nothing on a day without classes. */
export function TodaySessions({ sessions }: { sessions: Today['todaySessions'] }) {
  const site = useSite()
  if (sessions.length === 0) return null
  return (
    <Section
      title="Classes today"
      action={
        <Allowed operation={['bookingPages.calendar', 'attendance.setAttendance']}>
          <Button component={DashboardLink} to="/dashboard/check-in" variant="subtle" leftSection={<IconDoorEnter size={18} aria-hidden />}>
            Check-in screen
          </Button>
        </Allowed>
      }
    >
      <List label="Classes today">
        {sessions.map((session) => (
          <li key={session.id} className={css.session}>
            <div className={css.sessionTime}>
              <strong>{formatInstant(session.start, site, 'time')}</strong>
              <span>until {formatInstant(session.end, site, 'time')}</span>
            </div>
            <div className={css.sessionText}>
              <Allowed operation="rosters.getRoster" otherwise={<strong>{session.title}</strong>}>
                <DashboardLink to="/dashboard/roster" search={{ id: session.id }}>
                  {session.title}
                </DashboardLink>
              </Allowed>
              <span>{[...session.staff, ...session.rooms, `${session.checkedIn} checked in`].join(' · ')}</span>
            </div>
            <div className={css.fill}>
              <span>
                {session.people} of {session.capacity}
              </span>
              <Meter value={session.people} of={session.capacity} label={`${session.people} of ${session.capacity} spots filled`} />
            </div>
            {session.people > 0 && new Date(session.end) > new Date() && (
              <Allowed operation={['bookingPages.calendar', 'attendance.setAttendance']}>
                <Button
                  component={DashboardLink}
                  to="/dashboard/check-in"
                  search={{ session: session.id }}
                  variant="light"
                  aria-label={`Check in ${session.title}, ${formatInstant(session.start, site, 'time')}`}
                >
                  Check in
                </Button>
              </Allowed>
            )}
          </li>
        ))}
      </List>
    </Section>
  )
}
