/** Check-in on a tablet: by name, by code or by QR; on a tablet, also through a short loss of the network. */
import { Alert, Button, TextInput } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { IconQrcode, IconSearch, IconUserCheck } from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import { parseCheckInCode } from '#domains/bookings/rules/check-in-code.ts'
import { toast } from '#web/kit/toasts.tsx'
import { useMessages } from '#web/kit/messages.ts'
import { useSite } from '../business.tsx'
import { formatInstant } from '../parts/format-times.ts'
import { DashboardLink } from '../parts/link.tsx'
import { Page } from '../parts/page.tsx'
import { EmptyState, ErrorState, ListSkeleton } from '../parts/query-view.tsx'
import { UNDO_MS } from '../parts/undo.ts'
import { useSearchState } from '../parts/search-state.ts'
import { checkInSearch } from '../search-params.ts'
import css from './check-in.module.css'
import { Expected } from './expected.tsx'
import { canScan, Scanner } from './scanner.tsx'
import { type ExpectedPerson, type ExpectedSession, useCheckIn } from './use-check-in.ts'
import { type CheckInQueueState, useCheckInQueue } from './use-queue.ts'
import { messages } from './screen.messages.ts'
import { commonWords } from '../parts/common-words.ts'

const matchesTyped = ({ name, code }: ExpectedPerson, typed: string): boolean =>
  code === parseCheckInCode(typed) || typed.split(/\s+/).every((word) => name.toLocaleLowerCase().includes(word.toLocaleLowerCase()))

export function CheckInScreen() {
  const t = useMessages(messages)
  const site = useSite()
  const [url] = useSearchState(checkInSearch)
  const { sessionId = url.session } = useParams({ strict: false }) as { sessionId?: string }
  const queue = useCheckInQueue(site.siteId)
  const checkIn = useCheckIn(sessionId, queue)
  const [typed, setTyped] = useState('')
  const [isScanning, setScanning] = useState(false)
  const { sessions } = checkIn
  const set = (person: ExpectedPerson, status: 'ATTENDED' | 'NOT_SET') => {
    const { bookingId, eventId, people, name } = person
    queue.add({ bookingId, ...(eventId ? { eventId } : {}), status, people, who: name })
    if (status === 'ATTENDED') toast(t.done(name), { label: commonWords.undo, run: () => set(person, 'NOT_SET') }, UNDO_MS)
  }
  const takeCode = (raw: string) => {
    const code = parseCheckInCode(raw)
    // A client who booked two classes today is checked in to the one that comes first.
    const found = code ? sessions.flatMap(({ people }) => people).filter((person) => person.code === code) : []
    const person = found.find(({ isHere }) => !isHere) ?? found[0]
    if (!person) toast(t.unknownCode)
    else if (person.isHere) toast(t.already(person.name))
    else set(person, 'ATTENDED')
  }
  const shown = typed.trim() ? sessions.map((one) => ({ ...one, people: one.people.filter((person) => matchesTyped(person, typed.trim())) })) : sessions
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const left = shown.flatMap(({ people }) => people).filter(({ isHere }) => !isHere)
    const [only] = left
    const isCode = left.some(({ code }) => code === parseCheckInCode(typed))
    // Several people of one name are told apart by a press, never by Enter.
    if (!isCode && left.length !== 1) return
    if (isCode) takeCode(typed)
    else if (only) set(only, 'ATTENDED')
    setTyped('')
  }
  return (
    <Page
      title={t.title}
      about={sessionId ? describeSession(sessions[0], site) : t.today(formatInstant(new Date().toISOString(), site, 'long'))}
      action={<Leave sessionId={sessionId} />}
    >
      <form onSubmit={submit} className={css.find}>
        <TextInput
          size="lg"
          aria-label={t.find}
          placeholder={t.find}
          autoComplete="off"
          autoFocus
          value={typed}
          leftSection={<IconSearch size={20} aria-hidden />}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {canScan() && !isScanning && (
          <Button size="lg" variant="default" leftSection={<IconQrcode size={22} aria-hidden />} onClick={() => setScanning(true)}>
            {t.scan}
          </Button>
        )}
      </form>
      {isScanning && <Scanner onCode={takeCode} onClose={() => setScanning(false)} />}
      <Connection queue={queue} />
      {checkIn.error ? (
        <ErrorState error={checkIn.error} retry={checkIn.refetch} />
      ) : checkIn.isLoading ? (
        <ListSkeleton />
      ) : (
        <Sessions sessions={shown} isFiltered={typed.trim() !== ''} onClear={() => setTyped('')} onSet={set} />
      )}
    </Page>
  )
}

const describeSession = (session: ExpectedSession | undefined, site: ReturnType<typeof useSite>): string =>
  session ? [session.title, formatInstant(session.startDate, site), session.where].filter(Boolean).join(' · ') : ''

function Leave({ sessionId }: { sessionId: string | undefined }) {
  const t = useMessages(messages)
  return (
    <>
      {sessionId && (
        <Button component={DashboardLink} to="/dashboard/check-in" size="md" variant="default">
          {t.allToday}
        </Button>
      )}
      {sessionId ? (
        <Button component={DashboardLink} to="/dashboard/roster" search={{ id: sessionId }} size="md" variant="subtle">
          {t.toRoster}
        </Button>
      ) : (
        <Button component={DashboardLink} to="/dashboard" size="md" variant="subtle">
          {t.toDashboard}
        </Button>
      )}
    </>
  )
}

/** What waits for the connection, and what the server refused. */
function Connection({ queue: { queue, isUnreachable, dismiss } }: { queue: CheckInQueueState }) {
  const t = useMessages(messages)
  const count = queue.waiting.length
  return (
    <>
      <div role="status">
        {isUnreachable && (
          <Alert color="yellow" mb="md" title={t.offline}>
            {t.waiting(count)}
          </Alert>
        )}
      </div>
      {queue.refused.map(({ key, who, reason }) => (
        <Alert key={key} color="red" role="alert" mb="md" title={t.refused(who)} withCloseButton closeButtonLabel={t.dismiss} onClose={() => dismiss(key)}>
          {reason}
        </Alert>
      ))}
    </>
  )
}

interface SessionsProps {
  sessions: ExpectedSession[]
  isFiltered: boolean
  onClear: () => void
  onSet: (person: ExpectedPerson, status: 'ATTENDED' | 'NOT_SET') => void
}
function Sessions({ sessions, isFiltered, onClear, onSet }: SessionsProps) {
  const t = useMessages(messages)
  const withPeople = sessions.filter(({ people }) => people.length > 0)
  if (withPeople.length === 0)
    return isFiltered ? (
      <EmptyState
        icon={<IconSearch size={26} />}
        title={t.noneFound}
        action={
          <Button variant="default" onClick={onClear}>
            {t.showAll}
          </Button>
        }
      >
        {t.noneFoundHint}
      </EmptyState>
    ) : (
      <EmptyState icon={<IconUserCheck size={26} />} title={t.none}>
        {t.noneHint}
      </EmptyState>
    )
  return withPeople.map((session) => <Expected key={session.id} session={session} onSet={onSet} />)
}
