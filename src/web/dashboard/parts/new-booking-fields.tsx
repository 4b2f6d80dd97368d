/** The fields of a new booking: when, and for whom. */
import { Button, Checkbox, MultiSelect, SegmentedControl, Select, Text, TextInput } from '@mantine/core'
import { useMay } from '../permissions.tsx'
import { useSite } from '../business.tsx'
import { ConflictNotice } from './conflict-notice.tsx'
import { formatTimeRange } from './format.ts'
import { toVisitLocation } from './booked-entity.ts'
import { FreeTimePicker } from './free-time-picker.tsx'
import { PersonPicker } from './person-picker.tsx'
import { TimeInput } from './time-input.tsx'
import css from './times.module.css'
import type { NewBookingState } from './use-new-booking.ts'

/** An available time, or for appointments any other one. */
export function TimeFields({ form }: { form: NewBookingState }) {
  const site = useSite()
  const { service, appointment, offering, date, setDate, time, setTime, own, setOwn, forced, setForced, wall, setWall, resourceId, setResourceId, people } =
    form
  const chain = service && { serviceIds: form.more, location: toVisitLocation(service) }
  return (
    <>
      {service && appointment && !own && <MoreServices form={form} />}
      {service && service.type !== 'COURSE' && !(appointment && own) && (
        <FreeTimePicker service={service} date={date} onDate={setDate} value={time} onChange={setTime} people={appointment ? 1 : people} chain={chain} />
      )}
      {service?.type === 'COURSE' && (
        <Text c="dimmed">
          All sessions of the course
          {service.schedule.firstSessionStart ? `, from ${formatTimeRange(service.schedule.firstSessionStart, undefined, site)}` : ''}.
        </Text>
      )}
      {appointment && own && (
        <div className={css.pair}>
          <TextInput
            size="md"
            type="date"
            label="Day"
            required
            value={date}
            onChange={(event) => event.currentTarget.value && setDate(event.currentTarget.value)}
          />
          <TimeInput size="md" label="Start time" required value={wall} onChange={setWall} />
          <Select
            size="md"
            label="Staff"
            required
            value={resourceId}
            onChange={setResourceId}
            data={offering.map((one) => ({ value: one.resourceId, label: one.name }))}
          />
        </div>
      )}
      <ConflictNotice>{form.conflicts}</ConflictNotice>
      {appointment && (
        <Button variant="subtle" style={{ alignSelf: 'flex-start' }} onClick={() => setOwn(!own)}>
          {own ? 'Choose an available time' : 'Enter a custom time'}
        </Button>
      )}
      {appointment && own && (
        <Checkbox
          size="md"
          label="Ignore availability"
          description="Allows times outside working hours or overlapping other bookings."
          checked={forced}
          onChange={(event) => setForced(event.currentTarget.checked)}
        />
      )}
    </>
  )
}

/** What follows the first service in the same visit, in the order chosen. */
function MoreServices({ form: { services, serviceId, more, chooseMore } }: { form: NewBookingState }) {
  const may = useMay()
  const others = services.filter((one) => one.type === 'APPOINTMENT' && one.id !== serviceId)
  if (others.length === 0 || !may('multiBookings.createMultiServiceBooking')) return null
  return (
    <MultiSelect
      size="md"
      label="Followed by"
      description={more.length === 0 ? 'More services in the same visit, one after the other.' : undefined}
      searchable
      clearable
      hidePickedOptions
      maxValues={7}
      value={more}
      onChange={chooseMore}
      data={others.map((one) => ({ value: one.id, label: one.name }))}
    />
  )
}

/** A member, or the contact details of a new client. */
export function ClientFields({ form: { kind, setKind, member, setMember, guest, setGuest } }: { form: NewBookingState }) {
  return (
    <>
      <SegmentedControl
        fullWidth
        size="md"
        aria-label="Client"
        value={kind}
        onChange={(next) => setKind(next === 'guest' ? 'guest' : 'member')}
        data={[
          { value: 'member', label: 'Member' },
          { value: 'guest', label: 'New client' },
        ]}
      />
      {kind === 'member' ? (
        <PersonPicker label="Member" required value={member} onChange={setMember} />
      ) : (
        <div className={css.pair}>
          {(
            [
              ['firstName', 'First name', 'text'],
              ['lastName', 'Last name', 'text'],
              ['email', 'Email', 'email'],
              ['phone', 'Phone', 'tel'],
            ] as const
          ).map(([name, label, type]) => (
            <TextInput
              key={name}
              size="md"
              type={type}
              label={label}
              autoComplete="off"
              required={name === 'firstName'}
              value={guest[name]}
              onChange={(event) => setGuest({ ...guest, [name]: event.currentTarget.value })}
            />
          ))}
        </div>
      )}
    </>
  )
}
