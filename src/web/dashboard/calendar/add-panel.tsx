/** Adds a booking, a session, blocked time or closing days to the calendar. */
import { Select, SegmentedControl, Stack, Text } from '@mantine/core'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useApiQuery } from '#web/api.ts'
import { currentMessages, defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import type { OperationName } from '#web/operations.ts'
import { EmptyChoice } from '../parts/empty-choice.tsx'
import { DashboardLink } from '../parts/link.tsx'
import { NewBookingForm } from '../parts/new-booking.tsx'
import { ListSkeleton } from '../parts/query-view.tsx'
import { useMay } from '../permissions.tsx'
import { useOwnStaff } from '../parts/own-staff.ts'
import { SidePanel } from '../parts/side-panel.tsx'
import { useUnsavedGuard } from '../parts/unsaved-guard.tsx'
import { BlockForm } from './block-form.tsx'

const messages = defineDashboardMessages(
  {
    booking: 'Booking',
    session: 'Session',
    blockedTime: 'Blocked time',
    closing: 'Closing',
    title: 'Add to the calendar',
    type: 'Type',
    why: 'Why aren’t clients offered this time?',
    classOrCourse: 'Class or course',
    choose: 'Choose one',
  },
  {
    de: {
      booking: 'Buchung',
      session: 'Termin',
      blockedTime: 'Blockierte Zeit',
      closing: 'Schließtag',
      title: 'Zum Kalender hinzufügen',
      type: 'Art',
      why: 'Warum wird diese Zeit nicht angeboten?',
      classOrCourse: 'Kurs oder Kursreihe',
      choose: 'Auswählen',
    },
  },
)
const text = currentMessages(messages)

const SessionsForm = lazy(async () => ({ default: (await import('../parts/sessions-form.tsx')).SessionsForm }))
const SpecialDayEditor = lazy(async () => ({ default: (await import('../parts/special-day-editor.tsx')).SpecialDayEditor }))

const kinds: { value: string; label: string; operation: OperationName }[] = [
  { value: 'booking', label: text.booking, operation: 'bookings.createBooking' },
  { value: 'session', label: text.session, operation: 'availability.createEvent' },
  { value: 'blocked', label: text.blockedTime, operation: 'availability.createEvent' },
  { value: 'closed', label: text.closing, operation: 'staff.createSpecialDay' },
]

interface AddPanelProps {
  open: boolean
  /** What the form begins with; another one can be chosen in it. */
  initialKind: string | undefined
  /** A wall time of the business, `2026-11-24T14:30`. */
  at: string | undefined
  /** The person in whose line was clicked, or the service to book. */
  row: string | undefined
  /** The day without `at`, YYYY-MM-DD. */
  fallback: string
  onClose: () => void
}
export function AddPanel({ open, initialKind, at, row, fallback, onClose }: AddPanelProps) {
  const t = useMessages(messages)
  const may = useMay()
  const own = useOwnStaff()
  const unsaved = useUnsavedGuard(onClose)
  const onSaved = () => {
    unsaved.markSaved()
    onClose()
  }
  // Everyone on the staff blocks time of their own.
  const offered = kinds.filter(({ value, operation }) => may(operation) || (value === 'blocked' && own !== undefined))
  const [chosen, setKind] = useState<string>()
  useEffect(() => setKind(undefined), [open])
  const kind = offered.find(({ value }) => value === (chosen ?? initialKind))?.value ?? offered[0]?.value
  const [date = fallback, time] = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(at ?? '') ? (at ?? '').split('T') : []
  const key = `${at} ${row}`
  const [serviceId, setServiceId] = useState<string>()
  if (kind === 'session' && serviceId !== undefined)
    return (
      <NewSession
        open={open}
        serviceId={serviceId}
        at={{ date, time: time ?? '09:00', resourceId: time ? row : undefined }}
        onClose={() => (setServiceId(undefined), onClose())}
      />
    )
  return (
    <SidePanel open={open} onClose={unsaved.close} title={t.title}>
      <SegmentedControl
        fullWidth
        size="sm"
        mb="lg"
        styles={{ label: { minHeight: 44, paddingInline: 6, whiteSpace: 'normal', lineHeight: 1.2, display: 'grid', placeItems: 'center' } }}
        aria-label={t.type}
        value={kind ?? ''}
        onChange={setKind}
        data={offered.map(({ value, label }) => ({ value, label }))}
      />
      {kind === 'booking' && time && may('availability.explainTime') && (
        <Text mb="md">
          <DashboardLink to="/dashboard/services" search={{ why: 'any', at: `${date}T${time}` }}>
            {t.why}
          </DashboardLink>
        </Text>
      )}
      <Suspense fallback={<ListSkeleton />}>
        {kind === 'booking' ? (
          <div onChange={unsaved.markDirty}>
            <NewBookingForm key={key} start={time ? { date, time, resourceId: row } : { date, serviceId: row }} onClose={onSaved} />
          </div>
        ) : kind === 'session' ? (
          <SessionService onChoose={setServiceId} />
        ) : kind === 'closed' ? (
          <SpecialDayEditor key={key} owner={{ kind: 'business' }} saved={undefined} day={date} onDone={onClose} />
        ) : (
          <BlockForm
            key={key}
            date={date}
            time={time ?? '09:00'}
            resourceId={row}
            only={may('availability.createEvent') ? undefined : own?.resourceId}
            onDone={onClose}
          />
        )}
      </Suspense>
    </SidePanel>
  )
}

const useGroupServices = () => {
  const found = useApiQuery('services.queryServices', { body: { query: { filter: {}, paging: { limit: 100, offset: 0 } } } })
  return { isPending: found.isPending, services: found.data?.services.filter(({ type }) => type !== 'APPOINTMENT') ?? [] }
}

/** A session belongs to a class or course, which says how long it takes and who fits in. */
function SessionService({ onChoose }: { onChoose: (id: string) => void }) {
  const t = useMessages(messages)
  const { services, isPending } = useGroupServices()
  return (
    <Stack>
      <Select
        size="md"
        label={t.classOrCourse}
        placeholder={t.choose}
        searchable
        value={null}
        onChange={(id) => id && onChoose(id)}
        data={services.map(({ id, name }) => ({ value: id, label: name }))}
      />
      {!isPending && services.length === 0 && <EmptyChoice of="class" />}
    </Stack>
  )
}

function NewSession({
  open,
  serviceId,
  at,
  onClose,
}: {
  open: boolean
  serviceId: string
  at: { date: string; time: string; resourceId: string | undefined }
  onClose: () => void
}) {
  const service = useGroupServices().services.find(({ id }) => id === serviceId)
  return <Suspense fallback={null}>{open && service ? <SessionsForm service={service} at={at} onClose={onClose} /> : null}</Suspense>
}
