/** The appointments of today that are not over: who comes, to whom, and check-in with one press. Nothing on a day without any. */
import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { toDay } from '#web/kit/days.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { useSite } from '../business.tsx'
import type { Today } from '../entities.ts'
import { useAttendance } from '../parts/attendance.ts'
import { formatInstant } from '../parts/format-times.ts'
import { formatPeople } from '../parts/format-people.ts'
import { DashboardLink } from '../parts/link.tsx'
import { StateTag } from '../parts/list.tsx'
import { List, Section } from '../parts/page.tsx'
import { Allowed } from '../permissions.tsx'
import css from './today.module.css'
import own from './today-appointments.module.css'
import { words } from './words.messages.ts'

const messages = defineDashboardMessages(
  {
    title: 'Appointments today',
    others: (count: number) => `${count} more today`,
    request: 'Request',
  },
  {
    de: {
      title: 'Einzeltermine heute',
      others: (count) => (count === 1 ? '1 weiterer heute' : `${count} weitere heute`),
      request: 'Anfrage',
    },
  },
)

type Appointment = Today['todayAppointments']['appointments'][number]

export function TodayAppointments({ list: { total, appointments } }: { list: Today['todayAppointments'] }) {
  const t = useMessages(messages)
  const today = toDay(new Date(), useSite().timeZone)
  if (appointments.length === 0) return null
  const others = total - appointments.length
  return (
    <Section
      title={t.title}
      {...(others > 0 && {
        action: (
          <Button component={DashboardLink} to="/dashboard/bookings" search={{ from: today, to: today }} variant="subtle">
            {t.others(others)}
          </Button>
        ),
      })}
    >
      <List label={t.title}>
        {appointments.map((appointment) => (
          <AppointmentRow key={appointment.id} appointment={appointment} />
        ))}
      </List>
    </Section>
  )
}

function AppointmentRow({ appointment }: { appointment: Appointment }) {
  const word = useMessages(words)
  const site = useSite()
  const { id, client, title, start, end, people, staff, rooms } = appointment
  return (
    <li className={own.appointment}>
      <div className={css.sessionTime}>
        <strong>{formatInstant(start, site, 'time')}</strong>
        <span>{word.until(formatInstant(end, site, 'time'))}</span>
      </div>
      <div className={css.sessionText}>
        <Allowed operation="extendedBookings.queryExtendedBookings" otherwise={<strong>{client}</strong>}>
          <DashboardLink to="/dashboard/bookings" search={{ open: id }}>
            <bdi>{client}</bdi>
          </DashboardLink>
        </Allowed>
        <span>{[title, people > 1 && formatPeople(people), ...staff, ...rooms].filter(Boolean).join(' · ')}</span>
      </div>
      <div className={own.arrival}>
        <Arrival appointment={appointment} />
      </div>
    </li>
  )
}

/** Whether they are there, and the button that says so. */
function Arrival({ appointment: { id, client, people, status, attendance } }: { appointment: Appointment }) {
  const t = useMessages(messages)
  const word = useMessages(words)
  const { attend } = useAttendance()
  if (status === 'PENDING') return <StateTag tone="wait">{t.request}</StateTag>
  const isHere = attendance === 'ATTENDED'
  return (
    <>
      {isHere && <StateTag tone="good">{word.checkedIn}</StateTag>}
      {attendance === 'NOT_ATTENDED' && <StateTag tone="bad">{word.noShow}</StateTag>}
      {!isHere && (
        <Allowed operation="attendance.setAttendance">
          <Button
            variant="light"
            leftSection={<IconCheck size={16} aria-hidden />}
            aria-label={word.checkInClient(client)}
            onClick={() => void attend({ id, who: client, people }, 'ATTENDED')}
          >
            {word.checkIn}
          </Button>
        </Allowed>
      )}
    </>
  )
}
