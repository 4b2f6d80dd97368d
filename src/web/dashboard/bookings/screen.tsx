import { Button, Group } from '@mantine/core'
import { IconCheck, IconTicket } from '@tabler/icons-react'
import { useState } from 'react'
import { totalOf, useAsk } from '../ask.ts'
import { useSite } from '../business.tsx'
import { bookings as calls, members as memberCalls } from '../calls.ts'
import { mayCheckIn, useBookingActions, type BookingActions } from '../parts/booking-actions.ts'
import { Answered, Empty, FilteredEmpty, Initials, List, Page, Pager, Row, SearchBox, State, Tabs } from '../parts/frame.tsx'
import { Go } from '../parts/go.tsx'
import { useUrl } from '../parts/url.ts'
import { bookingEnd, bookingStart, bookingState, clientName, paymentState, people, peopleText, span } from '../parts/words.ts'
import type { ExtendedBooking } from '../wire.ts'
import { BookingPanel } from './booking-panel.tsx'

const size = 25
type Tab = 'upcoming' | 'requests' | 'past' | 'cancelled'
const tabs: Record<Tab, { label: string; empty: string; filter: (now: string) => object; order: 'ASC' | 'DESC' }> = {
  upcoming: {
    label: 'Upcoming',
    empty: 'No bookings ahead',
    order: 'ASC',
    filter: (now) => ({ status: { $in: ['CONFIRMED', 'PENDING'] }, endDate: { $gte: now } }),
  },
  requests: { label: 'Requests', empty: 'No requests to answer', order: 'ASC', filter: () => ({ status: 'PENDING' }) },
  past: { label: 'Past', empty: 'No past bookings', order: 'DESC', filter: (now) => ({ status: 'CONFIRMED', endDate: { $lt: now } }) },
  cancelled: { label: 'Cancelled', empty: 'Nothing was cancelled', order: 'DESC', filter: () => ({ status: { $in: ['CANCELED', 'DECLINED'] } }) },
}
/** The moment the lists are cut at; whole minutes, so that the same question is asked while somebody types. */
const thisMinute = () => new Date(Math.floor(Date.now() / 60_000) * 60_000).toISOString()

/** The people a search means: a whole address is one, anything else is looked up among the members first. */
function usePerson(words: string | undefined): { ready: boolean; filter: object } {
  const whole = Boolean(words?.match(/^\S+@\S+\.\S+$/))
  const found = useAsk(
    memberCalls.query,
    { body: { query: { filter: {}, paging: { limit: 100, offset: 0 } }, fieldsets: ['FULL'], search: { expression: words } } },
    { enabled: Boolean(words) && !whole },
  )
  if (!words) return { ready: true, filter: {} }
  if (whole) return { ready: true, filter: { 'contactDetails.email': words } }
  return {
    ready: found.isSuccess,
    filter: { 'contactDetails.contactId': { $in: found.data?.members.map((member) => member.contactId).filter(Boolean) ?? [] } },
  }
}

/** Every booking, found by person first. */
export function BookingsScreen() {
  const [url, setUrl] = useUrl<{ tab?: string; q?: string; page?: number; open?: string }>()
  const tab: Tab = url.tab && url.tab in tabs ? (url.tab as Tab) : 'upcoming'
  const page = url.page ?? 1
  const [now] = useState(thisMinute)
  const { filter, order, label, empty } = tabs[tab]
  const person = usePerson(url.q)
  const found = useAsk(
    calls.query,
    {
      body: {
        query: { filter: { ...filter(now), ...person.filter }, sort: [{ fieldName: 'startDate', order }], paging: { limit: size, offset: (page - 1) * size } },
        withBookingAllowedActions: true,
        withBookingAttendanceInfo: true,
      },
    },
    { keep: true, enabled: person.ready },
  )
  const waiting = useAsk(calls.count, { body: { filter: tabs.requests.filter(now) } })
  const actions = useBookingActions()
  return (
    <Page
      title="Bookings"
      action={
        <Button component={Go} to="/dashboard/calendar" variant="default" size="md">
          Open calendar
        </Button>
      }
    >
      <Tabs
        label="Bookings by state"
        current={tab}
        keep={{ q: url.q }}
        items={(Object.keys(tabs) as Tab[]).map((value) => ({
          value,
          label: tabs[value].label,
          ...(value === 'requests' ? { count: waiting.data?.count } : {}),
        }))}
      />
      <Group mb="md">
        <SearchBox value={url.q ?? ''} onChange={(q) => setUrl({ q })} label="Search bookings by person" placeholder="Name or e-mail" />
      </Group>
      <Answered ask={found}>
        {(data) => {
          if (data.extendedBookings.length === 0)
            return url.q ? (
              <FilteredEmpty what="bookings" onClear={() => setUrl({ q: undefined })} />
            ) : (
              <Empty
                icon={<IconTicket size={26} />}
                title={empty}
                action={
                  tab === 'upcoming' ? (
                    <Button component={Go} to="/dashboard/services">
                      Look at your services
                    </Button>
                  ) : undefined
                }
              >
                {tab === 'requests'
                  ? 'Bookings of services that you confirm by hand wait here for your answer.'
                  : 'Bookings from your site appear here by themselves.'}
              </Empty>
            )
          const total = totalOf(data, data.extendedBookings.length)
          return (
            <>
              <List label={`${label} bookings`}>
                {data.extendedBookings.map((extended) => (
                  <BookingRow
                    key={extended.booking.id}
                    extended={extended}
                    actions={actions}
                    onOpen={() => setUrl({ open: extended.booking.id }, { push: true })}
                  />
                ))}
              </List>
              <Pager page={page} pages={Math.ceil(total / size)} total={total} what="bookings" onPage={(next) => setUrl({ page: next })} />
            </>
          )
        }}
      </Answered>
      <BookingPanel id={url.open} known={found.data?.extendedBookings} onClose={() => setUrl({ open: undefined })} actions={actions} />
    </Page>
  )
}

function BookingRow({ extended, actions, onOpen }: { extended: ExtendedBooking; actions: BookingActions; onOpen: () => void }) {
  const site = useSite()
  const { booking } = extended
  const name = clientName(booking)
  const [word, tone] = bookingState(booking.status)
  const [paid, paidTone] = paymentState(booking.paymentStatus)
  const here = extended.attendance?.status === 'ATTENDED'
  return (
    <Row
      lead={<Initials name={name} />}
      title={name}
      sub={
        <>
          {booking.bookedEntity?.title ?? 'Session'} · {span(bookingStart(booking), bookingEnd(booking), site)}
          {people(booking) > 1 ? ` · ${peopleText(people(booking))}` : ''}
        </>
      }
      facts={
        <>
          {booking.status !== 'CONFIRMED' && <State tone={tone}>{word}</State>}
          {here && <State tone="good">Here</State>}
          <State tone={paidTone}>{paid}</State>
        </>
      }
      onOpen={onOpen}
      dim={booking.status === 'CANCELED' || booking.status === 'DECLINED'}
      actions={
        booking.status === 'PENDING' ? (
          <>
            <Button h={44} size="sm" onClick={() => actions.confirm(booking)}>
              Confirm
            </Button>
            <Button h={44} size="sm" variant="default" onClick={() => actions.decline(booking)}>
              Decline
            </Button>
          </>
        ) : mayCheckIn(extended) && !here ? (
          <Button h={44} size="sm" variant="light" leftSection={<IconCheck size={16} aria-hidden />} onClick={() => void actions.attend(booking, 'ATTENDED')}>
            Check in
          </Button>
        ) : undefined
      }
    />
  )
}
