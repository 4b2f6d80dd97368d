/** A session as a roster: one line for each booking, the waitlist, a message to all, and a sheet to sign. */
import { Button, Progress } from '@mantine/core'
import { IconDoorEnter, IconMail, IconPrinter, IconUsers } from '@tabler/icons-react'
import { useApiQuery } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import { useSite } from '../../business.tsx'
import type { Roster } from '../../entities.ts'
import { formatTimeRange } from '../../parts/format.ts'
import { DashboardLink } from '../../parts/link.tsx'
import { Page, Section } from '../../parts/page.tsx'
import { EmptyState, QueryView } from '../../parts/query-view.tsx'
import { useSearchState } from '../../parts/search-state.ts'
import { Allowed } from '../../permissions.tsx'
import { rosterSearch } from '../../search-params.ts'
import { WaitlistSection } from '../waitlist-section.tsx'
import { MessagePanel } from './message-panel.tsx'
import { People } from './people.tsx'
import css from './roster.module.css'
import { SignInSheet } from './sign-in-sheet.tsx'
import { toDay } from '#web/kit/days.ts'

export function RosterScreen() {
  const [url] = useSearchState(rosterSearch)
  const roster = useApiQuery('rosters.getRoster', { params: { sessionId: url.id ?? '' } }, { enabled: Boolean(url.id), refetchInterval: 30_000 })
  if (!url.id || roster.error?.status === 404)
    return (
      <Page title="Roster">
        <EmptyState
          icon={<IconUsers size={26} />}
          title="This session no longer exists"
          action={
            <Button component={DashboardLink} to="/dashboard/calendar">
              Open calendar
            </Button>
          }
        >
          It may have been moved or removed. Open the calendar to find it.
        </EmptyState>
      </Page>
    )
  if (!roster.data)
    return (
      <Page title="Roster">
        <QueryView query={roster}>{() => null}</QueryView>
      </Page>
    )
  return <RosterPage roster={roster.data} />
}

function RosterPage({ roster }: { roster: Roster }) {
  const site = useSite()
  const [url, setUrl] = useSearchState(rosterSearch)
  const { session, people } = roster
  const filled = `${session.participants} of ${session.capacity} spots filled`
  const isOpen = session.status === 'CONFIRMED' && session.endDate > new Date().toISOString()
  return (
    <>
      <div className={css.screen}>
        <Page
          title={session.title}
          about={[formatTimeRange(session.startDate, session.endDate, site), ...session.staff, ...session.rooms, session.where, filled]
            .filter(Boolean)
            .join(' · ')}
        >
          <RosterActions roster={roster} onMessage={() => setUrl({ message: 'new' }, { push: true })} />
          {session.status === 'CANCELLED' && <p role="status">This session was cancelled.</p>}
          <Progress value={(session.participants / session.capacity) * 100} aria-label={filled} mb="lg" />
          <Section title="Clients">
            {people.length === 0 ? (
              <EmptyState icon={<IconUsers size={26} />} title="No one has booked yet">
                Clients who book this session appear here, with check-in, payment and notes.
              </EmptyState>
            ) : (
              <People roster={roster} />
            )}
          </Section>
          {isOpen && <WaitlistSection item={session} openSpots={session.openSpots} />}
        </Page>
      </div>
      <SignInSheet roster={roster} />
      <MessagePanel roster={roster} open={url.message !== undefined} onClose={() => setUrl({ message: undefined })} />
    </>
  )
}

const printSheet = () => {
  window.print()
  toast('Opening the print dialog.')
}

function RosterActions({ roster: { session, people }, onMessage }: { roster: Roster; onMessage: () => void }) {
  const site = useSite()
  return (
    <div className={css.tools}>
      <Allowed operation="attendance.setAttendance">
        {' '}
        <Button
          component={DashboardLink}
          to="/dashboard/check-in"
          search={{ session: session.id }}
          size="md"
          leftSection={<IconDoorEnter size={18} aria-hidden />}
        >
          Check-in screen
        </Button>
      </Allowed>
      <Allowed operation="rosters.sendSessionMessage">
        <Button size="md" variant="default" leftSection={<IconMail size={18} aria-hidden />} disabled={people.length === 0} onClick={onMessage}>
          Message all
        </Button>
      </Allowed>
      <Button size="md" variant="default" leftSection={<IconPrinter size={18} aria-hidden />} onClick={printSheet}>
        Sign-in sheet
      </Button>
      <Button
        component={DashboardLink}
        to="/dashboard/calendar"
        search={{ view: 'day', date: toDay(session.startDate, site.timeZone), open: session.id }}
        size="md"
        variant="subtle"
      >
        Edit in calendar
      </Button>
    </div>
  )
}
