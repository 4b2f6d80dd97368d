/** A booking that the business makes for a client, confirmed at once. */
import { Button, Checkbox, NumberInput, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import { toastUndoable } from './undo.ts'
import { toast } from '#web/kit/toasts.tsx'
import { useSite } from '../business.tsx'
import { toInstant } from '../business-time.ts'
import type { Member, Service } from '../entities.ts'
import { SaveError } from './save-error.tsx'
import { SidePanel } from './side-panel.tsx'
import { PersonPicker } from './person-picker.tsx'
import { PlanChoice } from './plan-choice.tsx'
import css from './times.module.css'
import { ConflictNotice } from './conflict-notice.tsx'
import { useConflicts } from './describe-conflicts.ts'
import { FreeTimePicker, type FreeTime } from './free-time-picker.tsx'
import { formatServicePrice, formatTimeRange } from './format.ts'
import { TimeInput } from './time-input.tsx'
import { todayIn } from '#web/kit/days.ts'

export interface NewBookingDefaults {
  member?: Member | undefined
  serviceId?: string | undefined
  /** A day of the business, `2026-11-24`. */
  date?: string | undefined
  /** A local time of the business, `14:30`. */
  time?: string | undefined
  resourceId?: string | undefined
}

export function NewBookingPanel({ start, onClose }: { start: NewBookingDefaults | undefined; onClose: () => void }) {
  return (
    <SidePanel open={start !== undefined} onClose={onClose} title="New booking">
      {start && <NewBookingForm key={JSON.stringify([start.member?.id, start.date, start.time, start.serviceId])} start={start} onClose={onClose} />}
    </SidePanel>
  )
}

interface NewBookingFormProps {
  start: NewBookingDefaults
  onClose: () => void
}
/** Service, day and time: an available one, or for appointments one that is typed. */
function useBookingTime(start: NewBookingDefaults) {
  const site = useSite()
  const services = useApiQuery('services.queryServices', { body: { query: { filter: {}, paging: { limit: 100, offset: 0 } } } })
  const staff = useApiQuery('staff.queryStaffMembers', { body: { query: { cursorPaging: { limit: 100 } } } })
  const [serviceId, setServiceId] = useState(start.serviceId ?? null)
  const [date, setDate] = useState(start.date ?? todayIn(site.timeZone))
  const [time, setTime] = useState<FreeTime>()
  const [own, setOwn] = useState(Boolean(start.time))
  const [forced, setForced] = useState(false)
  const [wall, setWall] = useState(start.time ?? '09:00')
  const [resourceId, setResourceId] = useState(start.resourceId ?? null)
  const service = services.data?.services.find((one) => one.id === serviceId)
  const appointment = service?.type === 'APPOINTMENT'
  const isTyped = appointment && own
  const offering = staff.data?.staffMembers.filter((one) => service?.staffMemberIds.includes(one.resourceId)) ?? []
  const starts =
    service?.type === 'COURSE'
      ? service.schedule.firstSessionStart
      : isTyped
        ? wall && toInstant(`${date} ${wall}:00`, site.timeZone)
        : time?.slot.startDate && new Date(time.slot.startDate).toISOString()
  const chooseService = (id: string | null) => {
    setServiceId(id)
    setTime(undefined)
  }
  const minutes = service?.schedule.availabilityConstraints.sessionDurations[0] ?? 60
  const typed = isTyped && starts ? [{ startDate: starts, endDate: new Date(Date.parse(starts) + minutes * 60_000).toISOString() }] : []
  const conflicts = useConflicts(typed, resourceId ? [resourceId] : [])
  const shared = { conflicts, service, services: services.data?.services ?? [], serviceId, chooseService, appointment, offering, starts }
  const more = { date, setDate, time, setTime, own, setOwn, forced, setForced, wall, setWall, resourceId, setResourceId }
  return {
    ...shared,
    ...more,
    isChosen: service?.type === 'COURSE' || Boolean(isTyped ? wall && resourceId : time),
    skipsAvailability: isTyped && forced,
    toEntity: (of: Service) => toBookedEntity(of, { time, own: isTyped ? { date, wall, resourceId: resourceId ?? '' } : undefined, zone: site.timeZone }),
  }
}

/** A member or a guest. */
function useBookingClient(start: NewBookingDefaults) {
  const [kind, setKind] = useState<'member' | 'guest'>('member')
  const [member, setMember] = useState(start.member)
  const [guest, setGuest] = useState({ firstName: '', lastName: '', email: '', phone: '' })
  const shared = { kind, setKind, member, setMember, guest, setGuest }
  return {
    ...shared,
    isNamed: kind === 'member' ? member !== undefined : guest.firstName.trim() !== '',
    contactDetails: kind === 'member' && member ? toContactDetails(member) : trimValues(guest),
  }
}

/** Cancels what was just booked; clients who were notified of it are notified of that, too. */
function useTakingBack(notifyParticipants: boolean) {
  const cancel = useApiMutation('bookings.cancelBooking')
  return ({ id, revision }: { id: string; revision: string }) =>
    cancel.mutateAsync({
      params: { bookingId: id },
      body: { revision, participantNotification: { notifyParticipants }, flowControlSettings: { ignoreCancellationPolicy: true, withRefund: true } },
    })
}

function useNewBooking({ start, onClose }: NewBookingFormProps) {
  const site = useSite()
  const when = useBookingTime(start)
  const client = useBookingClient(start)
  const [people, setPeople] = useState(1)
  const [paid, setPaid] = useState(false)
  const [chosenPlan, setPlan] = useState<string>()
  const [tell, setTell] = useState(true)
  const create = useApiMutation('bookings.createBooking')
  const markPaid = useApiMutation('bookingPages.markPaid')
  const takeBack = useTakingBack(tell)
  const { service, starts } = when
  const { kind, member } = client
  const planFits = kind === 'member' && member && service?.payment.options?.pricingPlan && starts ? { member, service, starts } : undefined
  const plan = planFits ? chosenPlan : undefined
  const ready = service && client.isNamed && when.isChosen
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (!service || !ready) return
    const free = isFree(service)
    const made = await create
      .mutateAsync({
        body: {
          booking: {
            bookedEntity: when.toEntity(service),
            contactDetails: client.contactDetails,
            totalParticipants: people,
            status: 'CONFIRMED',
            ...(plan ? { selectedPaymentOption: 'MEMBERSHIP' as const } : free ? {} : { selectedPaymentOption: 'OFFLINE' as const }),
          },
          ...(plan ? { planOrderId: plan } : {}),
          participantNotification: { notifyParticipants: tell },
          flowControlSettings: { skipSelectedPaymentOptionValidation: true, ...(when.skipsAvailability ? { skipAvailabilityValidation: true } : {}) },
        },
      })
      .catch(() => undefined)
    if (!made) return
    if (paid && !free && !plan)
      await markPaid.mutateAsync({ params: { id: made.booking.id } }).catch(() => toast('Booked, but couldn’t mark it as paid. Please do it in the booking.'))
    const booked = `Booked: ${service.name}, ${formatTimeRange(made.booking.startDate, made.booking.endDate, site)}.`
    // What was paid at the desk is not taken back by a press on a message.
    toastUndoable(booked, paid && !free && !plan ? undefined : () => takeBack(made.booking))
    onClose()
  }
  const shared = { people, setPeople, paid, setPaid, planFits, plan, setPlan, tell, setTell, ready, save }
  return {
    ...when,
    ...client,
    ...shared,
    error: create.error,
    isSaving: create.isPending || markPaid.isPending,
  }
}
type NewBookingState = ReturnType<typeof useNewBooking>

export function NewBookingForm({ start, onClose }: NewBookingFormProps) {
  const site = useSite()
  const form = useNewBooking({ start, onClose })
  const { service, people, setPeople, paid, setPaid, planFits, plan, setPlan, tell, setTell } = form
  return (
    <form onSubmit={(event) => void form.save(event)}>
      <Stack gap="lg">
        <SaveError error={form.error} />
        <Select
          size="md"
          label="Service"
          required
          searchable
          placeholder="Select a service"
          value={form.serviceId}
          onChange={form.chooseService}
          data={form.services.map((one) => ({ value: one.id, label: `${one.name}, ${formatServicePrice(one, site)}` }))}
        />
        <TimeFields form={form} />
        <ClientFields form={form} />
        {service && !form.appointment && (
          <NumberInput size="md" label="Number of people" min={1} max={100} value={people} onChange={(value) => setPeople(Math.max(1, Number(value) || 1))} />
        )}
        {planFits && (
          <PlanChoice memberId={planFits.member.id} serviceId={planFits.service.id} start={planFits.starts} people={people} value={plan} onChange={setPlan} />
        )}
        {service && !isFree(service) && !plan && (
          <Checkbox
            size="md"
            label="Already paid"
            description={`${formatServicePrice(service, site)}${people > 1 ? ` × ${people}` : ''}, in cash or by card in person.`}
            checked={paid}
            onChange={(event) => setPaid(event.currentTarget.checked)}
          />
        )}
        <Checkbox size="md" label="Send confirmation email" checked={tell} onChange={(event) => setTell(event.currentTarget.checked)} />
        <Button type="submit" size="md" disabled={!form.ready} loading={form.isSaving}>
          Book
        </Button>
      </Stack>
    </form>
  )
}

/** An available time, or for appointments any other one. */
function TimeFields({ form }: { form: NewBookingState }) {
  const site = useSite()
  const { service, appointment, offering, date, setDate, time, setTime, own, setOwn, forced, setForced, wall, setWall, resourceId, setResourceId, people } =
    form
  return (
    <>
      {service && service.type !== 'COURSE' && !(appointment && own) && (
        <FreeTimePicker serviceId={service.id} date={date} onDate={setDate} value={time} onChange={setTime} people={appointment ? 1 : people} />
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

/** A member, or the contact details of a new client. */
function ClientFields({ form: { kind, setKind, member, setMember, guest, setGuest } }: { form: NewBookingState }) {
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

const isFree = ({ payment }: Service): boolean =>
  payment.rateType === 'NO_FEE' || (payment.rateType === 'FIXED' && Number(payment.fixed?.price.value ?? 0) === 0)
const trimValues = <T extends Record<string, string>>(values: T) =>
  Object.fromEntries(Object.entries(values).flatMap(([key, value]) => (value.trim() ? [[key, value.trim()]] : [])))
const toContactDetails = (member: Member) => ({
  contactId: member.contactId,
  firstName: member.contact?.firstName ?? member.profile.nickname,
  ...(member.contact?.lastName ? { lastName: member.contact.lastName } : {}),
  ...(member.loginEmail ? { email: member.loginEmail } : {}),
  ...(member.contact?.phones[0] ? { phone: member.contact.phones[0] } : {}),
})

/** The location type of a slot, by the one of its service. */
const locationTypes = { BUSINESS: 'OWNER_BUSINESS', CUSTOM: 'OWNER_CUSTOM', CUSTOMER: 'CUSTOM' } as const

function toBookedEntity(
  service: Service,
  input: { time: FreeTime | undefined; own: { date: string; wall: string; resourceId: string } | undefined; zone: string },
) {
  if (service.type === 'COURSE') return { schedule: { scheduleId: service.schedule.id, serviceId: service.id, timezone: input.zone } }
  const base = { serviceId: service.id, scheduleId: service.schedule.id, timezone: input.zone }
  if (input.own) {
    const startDate = toInstant(`${input.own.date} ${input.own.wall}:00`, input.zone)
    const minutes = service.schedule.availabilityConstraints.sessionDurations[0] ?? 60
    const endDate = new Date(new Date(startDate).getTime() + minutes * 60_000).toISOString()
    return {
      slot: {
        ...base,
        startDate,
        endDate,
        location: { locationType: locationTypes[service.locations[0]?.type ?? 'BUSINESS'] },
        resource: { id: input.own.resourceId },
      },
    }
  }
  const slot = input.time?.slot
  return {
    slot: {
      ...base,
      startDate: slot?.startDate,
      endDate: slot?.endDate,
      ...(slot?.location ? { location: slot.location } : {}),
      ...(slot?.eventId ? { eventId: slot.eventId } : {}),
      ...(slot?.resource && !slot.eventId ? { resource: { id: slot.resource.id } } : {}),
    },
  }
}
