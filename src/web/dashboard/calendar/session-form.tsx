/** Edits one session: date, time, staff and location. */
import { Button, MultiSelect, Select, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useApiQuery } from '#web/api.ts'
import { useSite } from '../business.tsx'
import { toInstant, toWallTime } from '../business-time.ts'
import type { CalendarItem } from '../entities.ts'
import times from '../parts/times.module.css'
import css from './calendar.module.css'
import { useCalendarActions } from './calendar-actions.ts'

export function SessionForm({ item, onDone }: { item: CalendarItem; onDone: () => void }) {
  const site = useSite()
  const calendarActions = useCalendarActions()
  const people = useApiQuery('staff.queryStaffMembers', { body: { query: { cursorPaging: { limit: 100 } } } }).data?.staffMembers ?? []
  const places = useApiQuery('staff.listLocations').data?.locations ?? []
  const wall = toWallTime(item.startDate, site.timeZone)
  const [date, setDate] = useState(wall.slice(0, 10))
  const [time, setTime] = useState(wall.slice(11, 16))
  const [staff, setStaff] = useState(item.resourceIds)
  const [place, setPlace] = useState<string | null>(null)
  const isMoved = `${date} ${time}:00` !== wall
  const isByOthers = staff.length !== item.resourceIds.length || staff.some((id) => !item.resourceIds.includes(id))
  const save = (event: FormEvent) => {
    event.preventDefault()
    const startDate = toInstant(`${date} ${time}:00`, site.timeZone)
    const length = new Date(item.endDate).getTime() - new Date(item.startDate).getTime()
    const chosen = places.find(({ id }) => id === place)
    // The rooms of the session are kept; only staff is chosen here.
    const names = people.filter(({ resourceId }) => staff.includes(resourceId)).map(({ name }) => name)
    calendarActions.changeSession(item, {
      ...(isMoved ? { to: { startDate, endDate: new Date(new Date(startDate).getTime() + length).toISOString() } } : {}),
      ...(isByOthers ? { staff: { ids: staff, names: names.join(' and ') } } : {}),
      ...(chosen ? { place: { id: chosen.id, name: chosen.name, address: chosen.address.formattedAddress } } : {}),
    })
    onDone()
  }
  const known = new Set(people.map(({ resourceId }) => resourceId))
  return (
    <form onSubmit={save} className={css.newTime}>
      <div className={times.pair}>
        <TextInput size="md" type="date" label="New date" required value={date} onChange={(event) => setDate(event.currentTarget.value)} />
        <TextInput size="md" type="time" label="New start time" required value={time} onChange={(event) => setTime(event.currentTarget.value)} />
      </div>
      <MultiSelect
        size="md"
        label="Staff"
        value={staff.filter((id) => known.has(id))}
        onChange={(chosen) => setStaff([...chosen, ...item.resourceIds.filter((id) => !known.has(id))])}
        data={people.map(({ resourceId, name }) => ({ value: resourceId, label: name }))}
        error={staff.length === 0 ? 'Select at least one staff member' : undefined}
      />
      <Select
        size="md"
        label="Location"
        clearable
        placeholder={item.where ? `Keep: ${item.where}` : 'No change'}
        value={place}
        onChange={setPlace}
        data={places.filter(({ status }) => status === 'ACTIVE').map(({ id, name }) => ({ value: id, label: name }))}
      />
      <div className={css.actions}>
        <Button type="submit" disabled={!date || !time || staff.length === 0 || (!isMoved && !isByOthers && !place)}>
          Update session…
        </Button>
        <Button variant="subtle" color="gray" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
