import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { Allowed } from '../permissions.tsx'
import { useNotifications } from '../parts/use-notifications.ts'
import { useBookingActions } from '../parts/booking-actions.tsx'
import { toBookingSummary } from '../parts/booking-summary.ts'
import { NewBookingPanel } from '../parts/new-booking.tsx'
import { Page, Tabs } from '../parts/page.tsx'
import { MoveBooking } from '../parts/move-booking.tsx'
import { tabs, useBookingList, type Tab } from './booking-list.ts'
import { BookingPanel } from './booking-panel.tsx'
import { BookingFilters } from './booking-filters.tsx'
import { BookingRows } from './booking-rows.tsx'
import { words } from './words.messages.ts'

const messages = defineDashboardMessages({ byStatus: 'Bookings by status' }, { de: { byStatus: 'Buchungen nach Status' } })

const BookingJobNote = lazy(async () => ({ default: (await import('./job-note.tsx')).BookingJobNote }))

/** All bookings, by status. */
export function BookingsScreen() {
  const t = useMessages(messages)
  const word = useMessages(words)
  const list = useBookingList()
  const { url, setUrl, tab, moving, requests } = list
  const actions = useBookingActions()
  const running = useNotifications().data?.running.find(({ kind }) => kind === 'BOOKINGS_CHANGED')
  const job = url.job ?? running?.entityId
  return (
    <Page
      title={word.bookings}
      wide="list"
      action={
        <Allowed operation="bookings.createBooking">
          <Button size="md" leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setUrl({ new: 'booking' })}>
            {word.newBooking}
          </Button>
        </Allowed>
      }
    >
      <Tabs
        label={t.byStatus}
        current={tab}
        keep={{ q: url.q, service: url.service, with: url.with, where: url.where, room: url.room, from: url.from, to: url.to }}
        items={(Object.keys(tabs) as Tab[]).map((value) => ({
          value,
          label: tabs[value].label,
          ...(value === 'requests' && requests !== undefined ? { count: requests } : {}),
        }))}
      />
      {job && (
        <Suspense fallback={null}>
          <BookingJobNote id={job} onClose={() => setUrl({ job: undefined })} />
        </Suspense>
      )}
      <BookingFilters list={list} />
      <BookingRows list={list} actions={actions} />
      <BookingPanel
        id={url.open}
        known={list.rows}
        onClose={() => setUrl({ open: undefined })}
        onMove={(booking) => setUrl({ open: undefined, move: booking.id })}
        onOpen={(id) => setUrl({ open: id })}
        actions={actions}
      />
      <MoveBooking booking={moving && toBookingSummary(moving.booking)} onClose={() => setUrl({ move: undefined })} />
      <NewBookingPanel start={url.new === 'booking' ? {} : undefined} onClose={() => setUrl({ new: undefined })} />
    </Page>
  )
}
