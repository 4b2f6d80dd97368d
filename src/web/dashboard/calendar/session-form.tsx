/** Edits one session: date, time, length, staff, rooms, location and spots. */
import { Button, MultiSelect, NumberInput, Select, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useApiQuery } from '#web/api.ts'
import { useSite } from '../business.tsx'
import type { CalendarItem } from '../entities.ts'
import times from '../parts/times.module.css'
import css from './calendar.module.css'
import { useCalendarActions } from './calendar-actions.ts'
import { scopeLabels, type Scope } from './series-change.ts'
import { toSessionChange, toSessionForm, type SessionForm as Form } from './session-change.ts'
import { useRooms } from '../parts/rooms.ts'
import { RoomNotice } from '../parts/room-notice.tsx'
import { TimeInput } from '../parts/time-input.tsx'

const MOST_MINUTES = 1440
interface SessionFormProps {
  item: CalendarItem
  seats: number | undefined
  /** The series of the session; without it there is none. */
  masterId: string | undefined
  onDone: () => void
}
export function SessionForm({ item, seats, masterId, onDone }: SessionFormProps) {
  const site = useSite()
  const calendarActions = useCalendarActions()
  const people = useApiQuery('staff.queryStaffMembers', { body: { query: { cursorPaging: { limit: 100 } } } }).data?.staffMembers ?? []
  const places = useApiQuery('staff.listLocations').data?.locations ?? []
  const { types, rooms } = useRooms()
  const [form, setForm] = useState(() => toSessionForm({ ...item, capacity: seats }, site.timeZone))
  const [scope, setScope] = useState<Scope>('ONE')
  const set = (part: Partial<Form>) => setForm((old) => ({ ...old, ...part }))
  const { date, time, minutes, resourceIds, placeId, capacity } = form
  /** Of these only the chosen ones; what is chosen from other lists stays. */
  const choose = (all: readonly string[]) => (chosen: string[]) => set({ resourceIds: [...chosen, ...resourceIds.filter((id) => !all.includes(id))] })
  const [staffIds, roomIds] = [people.map(({ resourceId }) => resourceId), rooms.map(({ id }) => id)]
  const isLed = (ids: readonly string[]) => ids.some((id) => staffIds.includes(id))
  const lacksStaff = isLed(item.resourceIds) && !isLed(resourceIds)
  const isComplete = date !== '' && time !== '' && !lacksStaff
  const change = isComplete ? toSessionChange({ ...item, capacity: seats }, form, { people, rooms, places }, site.timeZone) : undefined
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (change) calendarActions.changeSession(item, change, masterId ? { scope, masterId } : undefined)
    onDone()
  }
  return (
    <form onSubmit={save} className={css.newTime}>
      <div className={times.pair}>
        <TextInput size="md" type="date" label="New date" required value={date} onChange={(event) => set({ date: event.currentTarget.value })} />
        <TimeInput size="md" label="New start time" required value={time} onChange={(time) => set({ time: time })} />
      </div>
      <NumberInput
        size="md"
        label="Duration (minutes)"
        min={5}
        max={MOST_MINUTES}
        step={5}
        allowDecimal={false}
        value={minutes}
        onChange={(value) => typeof value === 'number' && value > 0 && set({ minutes: value })}
      />
      <MultiSelect
        size="md"
        label="Staff"
        value={resourceIds.filter((id) => staffIds.includes(id))}
        onChange={choose(staffIds)}
        data={people.map(({ resourceId, name }) => ({ value: resourceId, label: name }))}
        error={lacksStaff ? 'Select at least one staff member' : undefined}
      />
      {rooms.length > 0 && (
        <MultiSelect
          size="md"
          label="Room"
          placeholder={resourceIds.some((id) => roomIds.includes(id)) ? undefined : 'None'}
          description="Only one session can use it at a time."
          clearable
          value={resourceIds.filter((id) => roomIds.includes(id))}
          onChange={choose(roomIds)}
          data={types.map((type) => ({
            group: type.name,
            items: rooms.filter(({ typeId }) => typeId === type.id).map(({ id, name }) => ({ value: id, label: name })),
          }))}
        />
      )}
      <Select
        size="md"
        label="Location"
        clearable
        placeholder={item.where ? `Keep: ${item.where}` : 'No change'}
        value={placeId}
        onChange={(id) => set({ placeId: id })}
        data={places.filter(({ status }) => status === 'ACTIVE').map(({ id, name }) => ({ value: id, label: name }))}
      />
      <NumberInput
        size="md"
        label="Spots"
        min={1}
        max={1000}
        allowDecimal={false}
        value={capacity ?? ''}
        onChange={(value) => set({ capacity: typeof value === 'number' ? value : null })}
      />
      <RoomNotice spots={capacity ?? undefined} rooms={rooms.filter(({ id }) => resourceIds.includes(id))} />
      {masterId && (
        <Select
          size="md"
          label="Applies to"
          allowDeselect={false}
          value={scope}
          onChange={(value) => value && setScope(value as Scope)}
          data={Object.entries(scopeLabels).map(([value, label]) => ({ value, label }))}
        />
      )}
      <div className={css.actions}>
        <Button type="submit" disabled={!change}>
          Update session…
        </Button>
        <Button variant="subtle" color="gray" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
