import { Button, Chip, MultiSelect, NumberInput, Select, Stack, Text, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useApiMutation } from '#web/api.ts'
import { Allowed, AllowedFields } from '../permissions.tsx'
import { useSite } from '../business.tsx'
import { weekdayName, weekdays } from '../business-time.ts'
import { AddInPlace } from './add-in-place.tsx'
import { SidePanel } from './side-panel.tsx'
import type { Service } from '../entities.ts'
import { locationOptions, personOptions, useChoices } from './choices.ts'
import { toastUndoable } from './undo.ts'
import type { InputOf } from '#web/operations.ts'
import { messages } from './sessions-form.messages.ts'
import { partWords } from './part-words.messages.ts'
import css from './schedule-forms.module.css'
import { ConflictNotice } from './conflict-notice.tsx'
import { useConflicts } from './describe-conflicts.ts'
import { listFirstSessions, toSeries } from './series.ts'
import { SaveError } from './save-error.tsx'
import { RoomNotice } from './room-notice.tsx'
import { TimeInput } from './time-input.tsx'
import { addDays, todayIn, toWeekday, zonePlace } from '#web/kit/days.ts'
import { currentMessages, useMessages } from '#web/kit/messages.ts'

const AS_SERVICE = 'service'

/** Adds sessions one after the other; all of them can be taken back. */
function useAddingSessions() {
  const create = useApiMutation('availability.createEvent')
  const cancel = useApiMutation('availability.cancelEvent')
  return async (events: readonly InputOf<'availability.createEvent'>['body']['event'][]) => {
    const added: string[] = []
    for (const event of events) added.push((await create.mutateAsync({ body: { event } })).event.id)
    toastUndoable(currentMessages(messages).added, async () => {
      for (const id of added) await cancel.mutateAsync({ params: { id }, body: {} })
    })
  }
}

function useSessionsForm({ service, at, onClose }: SessionsFormProps) {
  const site = useSite()
  const today = todayIn(site.timeZone)
  const [from, setFrom] = useState(at && at.date >= today ? at.date : addDays(today, 1))
  const [until, setUntil] = useState('')
  const [time, setTime] = useState(at?.time ?? '18:00')
  const [minutes, setMinutes] = useState(60)
  const [days, setDays] = useState<string[]>([])
  const [repeat, setRepeat] = useState(at ? '0' : '1')
  const [who, setWho] = useState<string[]>(at?.resourceId ? [at.resourceId] : [])
  const [capacity, setCapacity] = useState<number | ''>('')
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const [rooms, setRooms] = useState<string[]>([])
  const [placeId, setPlaceId] = useState<string | null>(null)
  const [checked, setChecked] = useState(false)
  const choices = useChoices(Boolean(service))
  const addSessions = useAddingSessions()
  const chosen = repeat !== '0' && days.length > 0 ? days : weekdays.filter((_, index) => index === toWeekday(from))
  // Each weekday is a series of its own, so that one can end or move without the others.
  const all = toSeries({ from, time, minutes, days: chosen, everyWeeks: Number(repeat), until: until || undefined, timeZone: site.timeZone })
  const conflicts = useConflicts(listFirstSessions(all), [...who, ...rooms])
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (!service || who.length === 0) return
    const place = choices.locations.find((one) => one.id === placeId)
    setPending(true)
    setProblem(undefined)
    try {
      const common = {
        scheduleId: service.schedule?.id,
        type: service.type === 'COURSE' ? ('COURSE' as const) : ('CLASS' as const),
        title: service.name,
        resources: [...who, ...rooms].map((id) => ({ id })),
        ...(place ? { location: { type: 'BUSINESS' as const, id: place.id, name: place.name, formattedAddress: place.address.formattedAddress } } : {}),
        ...(capacity ? { totalCapacity: capacity } : {}),
      }
      await addSessions(all.map((series) => ({ ...series, ...common })))
      onClose()
    } catch (error) {
      setProblem(error)
    } finally {
      setPending(false)
    }
  }
  const chosenRooms = choices.roomTypes.flatMap((type) => type.rooms.filter(({ id }) => rooms.includes(id)))
  const shared = { site, today, from, setFrom, until, setUntil, time, setTime, minutes, setMinutes, setDays, chosen, repeat, setRepeat }
  const staffing = { who, setWho, capacity, setCapacity, rooms, chosenRooms, setRooms, placeId, setPlaceId, choices }
  const state = { conflicts, pending, problem, hasNoLeader: checked && who.length === 0, save }
  return { ...shared, ...staffing, ...state }
}
type SessionsFormState = ReturnType<typeof useSessionsForm>

interface SessionsFormProps {
  service: Service | undefined
  /** A day and a time of the business to begin with, and who leads it: then it is meant for one session. */
  at?: { date: string; time: string; resourceId?: string | undefined } | undefined
  onClose: () => void
}
/** Adds sessions to a class or course: once, or every week on the chosen days until a last day. */
export function SessionsForm({ service, at, onClose }: SessionsFormProps) {
  const t = useMessages(messages)
  const form = useSessionsForm({ service, at, onClose })
  const { site, repeat, capacity, setCapacity, pending, problem, save } = form
  return (
    <SidePanel
      open={Boolean(service)}
      onClose={onClose}
      title={t.title(service?.name ?? '')}
      footer={
        <Allowed operation="availability.createEvent">
          <Button type="submit" form="sessions" size="md" loading={pending}>
            {repeat === '0' ? t.addOne : t.addSeveral}
          </Button>
        </Allowed>
      }
    >
      <form id="sessions" noValidate onSubmit={(event) => void save(event)}>
        <AllowedFields operation="availability.createEvent">
          <Stack gap="lg">
            <SaveError error={problem} />
            <ScheduleFields form={form} />
            <ResourceFields form={form} />
            <ConflictNotice>{form.conflicts}</ConflictNotice>
            <NumberInput
              size="md"
              label={t.spots}
              placeholder={String(service?.defaultCapacity ?? '')}
              description={t.spotsHint}
              min={1}
              max={1000}
              value={capacity}
              onChange={(value) => setCapacity(value === '' ? '' : Number(value))}
            />
            <RoomNotice spots={capacity || service?.defaultCapacity || undefined} rooms={form.chosenRooms} />
            <Text c="dimmed" size="sm">
              {t.zone(zonePlace(site.timeZone))}
            </Text>
          </Stack>
        </AllowedFields>
      </form>
    </SidePanel>
  )
}

/** When the sessions take place. */
function ScheduleFields({ form }: { form: SessionsFormState }) {
  const t = useMessages(messages)
  const words = useMessages(partWords)
  const { site, today, from, setFrom, until, setUntil, time, setTime, minutes, setMinutes, setDays, chosen, repeat, setRepeat } = form
  const ordered = [...weekdays.slice(site.weekStartsOn), ...weekdays.slice(0, site.weekStartsOn)]
  return (
    <>
      <Select
        size="md"
        label={t.repeat}
        allowDeselect={false}
        value={repeat}
        onChange={(value) => setRepeat(value ?? '1')}
        data={[
          { value: '0', label: t.never },
          { value: '1', label: words.everyWeek },
          { value: '2', label: words.everyWeeks(2) },
          { value: '4', label: words.everyWeeks(4) },
        ]}
      />
      <TextInput
        size="md"
        type="date"
        label={repeat === '0' ? t.date : words.startDate}
        required
        min={today}
        value={from}
        onChange={(event) => event.currentTarget.value && setFrom(event.currentTarget.value)}
      />
      {repeat !== '0' && (
        <div role="group" aria-label={t.weekdays}>
          <Text fw={600} size="sm" mb={6}>
            {t.repeatOn}
          </Text>
          <Chip.Group multiple value={chosen} onChange={setDays}>
            <div className={css.days}>
              {ordered.map((day) => (
                <Chip key={day} size="md" value={day}>
                  {weekdayName(day, 'short')}
                </Chip>
              ))}
            </div>
          </Chip.Group>
        </div>
      )}
      <div className={css.pair}>
        <TimeInput size="md" label={words.startTime} required value={time} onChange={setTime} />
        <NumberInput size="md" label={t.duration} min={5} max={1440} step={5} value={minutes} onChange={(value) => setMinutes(Number(value) || 60)} />
      </div>
      {repeat !== '0' && (
        <TextInput
          size="md"
          type="date"
          label={words.endDate}
          description={t.endHint}
          min={from}
          value={until}
          onChange={(event) => setUntil(event.currentTarget.value)}
        />
      )}
    </>
  )
}

/** Who leads the sessions, in which room and where. */
function ResourceFields({ form }: { form: SessionsFormState }) {
  const t = useMessages(messages)
  const words = useMessages(partWords)
  const { who, setWho, rooms, setRooms, placeId, setPlaceId, choices, hasNoLeader } = form
  return (
    <>
      <MultiSelect
        size="md"
        label={words.staff}
        required
        placeholder={who.length === 0 ? (choices.people.length === 0 ? t.noStaff : t.selectStaff) : undefined}
        error={hasNoLeader ? t.needsStaff : undefined}
        value={who}
        onChange={setWho}
        data={personOptions(choices.people)}
      />
      <Allowed operation="staff.createStaffMember">
        <AddInPlace
          label={t.addStaff}
          name={t.staffName}
          add={async (name) => {
            const { resourceId } = await choices.addPerson(name)
            setWho((now) => [...now, resourceId])
          }}
        />
      </Allowed>
      <MultiSelect
        size="md"
        label={t.room}
        placeholder={rooms.length === 0 ? t.noRoom : undefined}
        description={t.roomHint}
        clearable
        value={rooms}
        onChange={setRooms}
        data={choices.roomTypes.map((type) => ({ group: type.name, items: type.rooms.map((room) => ({ value: room.id, label: room.name })) }))}
      />
      <Allowed operation={['staff.createResourceType', 'staff.createResource']}>
        <AddInPlace
          label={t.addRoom}
          name={t.roomName}
          add={async (name) => {
            const { id } = await choices.addRoom(name)
            setRooms((now) => [...now, id])
          }}
        />
      </Allowed>
      <Select
        size="md"
        label={words.location}
        allowDeselect={false}
        value={placeId ?? AS_SERVICE}
        onChange={(value) => setPlaceId(value === AS_SERVICE ? null : value)}
        data={[{ value: AS_SERVICE, label: t.asService }, ...locationOptions(choices.locations, placeId ? [placeId] : [])]}
      />
      <Allowed operation="staff.createLocation">
        <AddInPlace
          label={t.addLocation}
          name={t.locationName}
          more={t.address}
          maxLength={150}
          add={async (name, address) => setPlaceId(await choices.addLocation(name, address))}
        />
      </Allowed>
    </>
  )
}
