/** A session as a roster: one line for each booking, the waitlist, a message to all, and a sheet to sign. */
import { Button, Progress } from '@mantine/core'
import { IconDoorEnter, IconMail, IconPrinter, IconUsers } from '@tabler/icons-react'
import { useApiQuery } from '#web/api.ts'
import { currentMessages, defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { toast } from '#web/kit/toasts.tsx'
import { useSite } from '../../business.tsx'
import type { Roster } from '../../entities.ts'
import { formatTimeRange } from '../../parts/format-times.ts'
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
import { words } from '../words.messages.ts'

const messages = defineDashboardMessages(
  {
    title: 'Roster',
    gone: 'This session no longer exists',
    openCalendar: 'Open calendar',
    goneAbout: 'It may have been moved or removed. Open the calendar to find it.',
    cancelled: 'This session was cancelled.',
    none: 'No one has booked yet',
    noneAbout: 'Clients who book this session appear here, with check-in, payment and notes.',
    checkInScreen: 'Check-in screen',
    messageAll: 'Message all',
    edit: 'Edit in calendar',
  },
  {
    de: {
      title: 'Teilnehmerliste',
      gone: 'Diesen Termin gibt es nicht mehr',
      openCalendar: 'Kalender öffnen',
      goneAbout: 'Vielleicht wurde er verschoben oder entfernt. Du findest ihn im Kalender.',
      cancelled: 'Dieser Termin wurde abgesagt.',
      none: 'Noch keine Buchungen',
      noneAbout: 'Wer diesen Termin bucht, erscheint hier, mit Check-in, Zahlung und Notizen.',
      checkInScreen: 'Check-in öffnen',
      messageAll: 'Nachricht an alle',
      edit: 'Im Kalender bearbeiten',
    },
  },
)

export function RosterScreen() {
  const t = useMessages(messages)
  const [url] = useSearchState(rosterSearch)
  const roster = useApiQuery('rosters.getRoster', { params: { sessionId: url.id ?? '' } }, { enabled: Boolean(url.id), refetchInterval: 30_000 })
  if (!url.id || roster.error?.status === 404)
    return (
      <Page title={t.title}>
        <EmptyState
          icon={<IconUsers size={26} />}
          title={t.gone}
          action={
            <Button component={DashboardLink} to="/dashboard/calendar">
              {t.openCalendar}
            </Button>
          }
        >
          {t.goneAbout}
        </EmptyState>
      </Page>
    )
  if (!roster.data)
    return (
      <Page title={t.title}>
        <QueryView query={roster}>{() => null}</QueryView>
      </Page>
    )
  return <RosterPage roster={roster.data} />
}

function RosterPage({ roster }: { roster: Roster }) {
  const t = useMessages(messages)
  const word = useMessages(words)
  const site = useSite()
  const [url, setUrl] = useSearchState(rosterSearch)
  const { session, people } = roster
  const filled = word.spotsFilled(session.participants, session.capacity)
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
          {session.status === 'CANCELLED' && <p role="status">{t.cancelled}</p>}
          <Progress value={(session.participants / session.capacity) * 100} aria-label={filled} mb="lg" />
          <Section title={word.clients}>
            {people.length === 0 ? (
              <EmptyState icon={<IconUsers size={26} />} title={t.none}>
                {t.noneAbout}
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
  toast(currentMessages(words).printing)
}

function RosterActions({ roster: { session, people }, onMessage }: { roster: Roster; onMessage: () => void }) {
  const t = useMessages(messages)
  const word = useMessages(words)
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
          {t.checkInScreen}
        </Button>
      </Allowed>
      <Allowed operation="rosters.sendSessionMessage">
        <Button size="md" variant="default" leftSection={<IconMail size={18} aria-hidden />} disabled={people.length === 0} onClick={onMessage}>
          {t.messageAll}
        </Button>
      </Allowed>
      <Button size="md" variant="default" leftSection={<IconPrinter size={18} aria-hidden />} onClick={printSheet}>
        {word.signInSheet}
      </Button>
      <Button
        component={DashboardLink}
        to="/dashboard/calendar"
        search={{ view: 'day', date: toDay(session.startDate, site.timeZone), open: session.id }}
        size="md"
        variant="default"
      >
        {t.edit}
      </Button>
    </div>
  )
}
