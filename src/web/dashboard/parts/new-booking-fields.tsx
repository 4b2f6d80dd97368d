/** The fields of a new booking: when, and for whom. */
import { Button, Checkbox, MultiSelect, SegmentedControl, Select, Text, TextInput } from '@mantine/core'
import { useMessages } from '#web/kit/messages.ts'
import { useMay } from '../permissions.tsx'
import { useSite } from '../business.tsx'
import { ConflictNotice } from './conflict-notice.tsx'
import { formatTimeRange } from './format-times.ts'
import { toVisitLocation } from './booked-entity.ts'
import { FreeTimePicker } from './free-time-picker.tsx'
import { messages } from './new-booking.messages.ts'
import { partWords } from './part-words.messages.ts'
import { PersonPicker } from './person-picker.tsx'
import { TimeInput } from './time-input.tsx'
import css from './times.module.css'
import type { NewBookingState } from './use-new-booking.ts'

/** The pattern of a field that spaces alone do not fill. */
const moreThanSpaces = String.raw`.*\S.*`

/** An available time, or for appointments any other one. */
export function TimeFields({ form }: { form: NewBookingState }) {
  const t = useMessages(messages)
  const words = useMessages(partWords)
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
          {service.schedule.firstSessionStart ? t.allSessionsFrom(formatTimeRange(service.schedule.firstSessionStart, undefined, site)) : t.allSessions}
        </Text>
      )}
      {appointment && own && (
        <div className={css.pair}>
          <TextInput
            size="md"
            type="date"
            label={t.day}
            required
            value={date}
            onChange={(event) => event.currentTarget.value && setDate(event.currentTarget.value)}
          />
          <TimeInput size="md" label={words.startTime} required value={wall} onChange={setWall} />
          <Select
            size="md"
            label={words.staff}
            required
            searchable
            value={resourceId}
            onChange={setResourceId}
            data={offering.map((one) => ({ value: one.resourceId, label: one.name }))}
          />
        </div>
      )}
      <ConflictNotice>{form.conflicts}</ConflictNotice>
      {appointment && (
        <Button variant="subtle" style={{ alignSelf: 'flex-start' }} onClick={() => setOwn(!own)}>
          {own ? t.chooseAvailable : t.enterCustom}
        </Button>
      )}
      {appointment && own && (
        <Checkbox
          size="md"
          label={t.ignoreAvailability}
          description={t.ignoreMeans}
          checked={forced}
          onChange={(event) => setForced(event.currentTarget.checked)}
        />
      )}
    </>
  )
}

/** What follows the first service in the same visit, in the order chosen. */
function MoreServices({ form: { services, serviceId, more, chooseMore } }: { form: NewBookingState }) {
  const t = useMessages(messages)
  const may = useMay()
  const others = services.filter((one) => one.type === 'APPOINTMENT' && one.id !== serviceId)
  if (others.length === 0 || !may('multiBookings.createMultiServiceBooking')) return null
  return (
    <MultiSelect
      size="md"
      label={t.followedBy}
      description={more.length === 0 ? t.followedByMeans : undefined}
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
  const t = useMessages(messages)
  const words = useMessages(partWords)
  return (
    <>
      <SegmentedControl
        fullWidth
        size="md"
        aria-label={t.client}
        value={kind}
        onChange={(next) => setKind(next === 'guest' ? 'guest' : 'member')}
        data={[
          { value: 'member', label: words.member },
          { value: 'guest', label: t.newClient },
        ]}
      />
      {kind === 'member' ? (
        <PersonPicker label={words.member} required value={member} onChange={setMember} />
      ) : (
        <div className={css.pair}>
          {(
            [
              ['firstName', 'text'],
              ['lastName', 'text'],
              ['email', 'email'],
              ['phone', 'tel'],
            ] as const
          ).map(([name, type]) => (
            <TextInput
              key={name}
              size="md"
              type={type}
              label={t.guest[name]}
              autoComplete="off"
              required={name === 'firstName'}
              pattern={name === 'firstName' ? moreThanSpaces : undefined}
              value={guest[name]}
              onChange={(event) => setGuest({ ...guest, [name]: event.currentTarget.value })}
            />
          ))}
        </div>
      )}
    </>
  )
}
