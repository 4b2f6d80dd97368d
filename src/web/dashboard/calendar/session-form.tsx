/** Edits one session: date, time, length, staff, rooms, location and spots. */
import { Button, MultiSelect, NumberInput, Select, Skeleton, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { useApiQuery } from '#web/api.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { useSite } from '../business.tsx'
import type { CalendarItem } from '../entities.ts'
import { useMay } from '../permissions.tsx'
import times from '../parts/times.module.css'
import css from './calendar.module.css'
import { useCalendarActions } from './calendar-actions.ts'
import { scopeLabels, type Scope } from './series-change.ts'
import { toSessionChange, toSessionForm, type SessionForm as Form } from './session-change.ts'
import { useRooms } from '../parts/rooms.ts'
import { ErrorState } from '../parts/query-view.tsx'
import { RoomNotice } from '../parts/room-notice.tsx'
import { TimeInput } from '../parts/time-input.tsx'
import { words } from './words.messages.ts'
import { commonWords } from '../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    needsStaff: 'Select at least one staff member',
    none: 'None',
    roomHint: 'Only one session can use it at a time.',
    keep: (place: string) => `Keep: ${place}`,
    noChange: 'No change',
    spots: 'Spots',
    appliesTo: 'Applies to',
    update: 'Update session…',
  },
  {
    de: {
      needsStaff: 'Wähle mindestens ein Teammitglied',
      none: 'Keiner',
      roomHint: 'Nur ein Termin kann ihn zur selben Zeit nutzen.',
      keep: (place) => `Wie bisher: ${place}`,
      noChange: 'Keine Änderung',
      spots: 'Plätze',
      appliesTo: 'Gilt für',
      update: 'Termin ändern…',
    },
  },
)

const MOST_MINUTES = 1440
interface SessionFormProps {
  item: CalendarItem
  seats: number | undefined
  /** The series of the session; without it there is none. */
  masterId: string | undefined
  onDone: () => void
}
/** Who and what a session can have. What the person may not read stays empty. */
function useSessionLists() {
  const may = useMay()
  const [readsStaff, readsRooms] = [may('staff.queryStaffMembers'), may('staff.queryResourceTypes', 'staff.queryResources')]
  const people = useApiQuery('staff.queryStaffMembers', { body: { query: { cursorPaging: { limit: 100 } } } }, { enabled: readsStaff })
  const places = useApiQuery('staff.listLocations')
  const { types, rooms, ...roomLists } = useRooms(readsRooms)
  const areRoomsRead = !readsRooms || !(roomLists.isPending || roomLists.error)
  const isRead = (people.data !== undefined || !readsStaff) && places.data !== undefined && areRoomsRead
  return {
    lists: isRead ? { people: people.data?.staffMembers ?? [], places: places.data.locations, types, rooms } : undefined,
    error: people.error ?? places.error ?? roomLists.error,
    retry: () => void Promise.all([readsStaff && people.refetch(), places.refetch(), readsRooms && roomLists.refetch()]),
  }
}
type SessionLists = NonNullable<ReturnType<typeof useSessionLists>['lists']>

/** Drawn once what it chooses from is there: no field comes between the others, or is empty, while a hand is on its way to it. */
export function SessionForm(props: SessionFormProps) {
  const { lists, error, retry } = useSessionLists()
  if (lists) return <SessionFields {...props} lists={lists} />
  if (error) return <ErrorState error={error} retry={retry} />
  return (
    <div className={css.newTime} aria-busy>
      {[1, 2, 3, 4, 5].map((field) => (
        <Skeleton key={field} height={64} radius="md" />
      ))}
    </div>
  )
}

function SessionFields({ item, seats, masterId, onDone, lists }: SessionFormProps & { lists: SessionLists }) {
  const t = useMessages(messages)
  const word = useMessages(words)
  const site = useSite()
  const calendarActions = useCalendarActions()
  const { people, places, types, rooms } = lists
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
  const change = isComplete ? toSessionChange({ ...item, capacity: seats }, form, lists, site.timeZone) : undefined
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (change) calendarActions.changeSession(item, change, masterId ? { scope, masterId } : undefined)
    onDone()
  }
  return (
    <form onSubmit={save} className={css.newTime}>
      <div className={times.pair}>
        <TextInput size="md" type="date" label={word.newDate} required value={date} onChange={(event) => set({ date: event.currentTarget.value })} />
        <TimeInput size="md" label={word.newStart} required value={time} onChange={(time) => set({ time: time })} />
      </div>
      <NumberInput
        size="md"
        label={word.duration}
        min={5}
        max={MOST_MINUTES}
        step={5}
        allowDecimal={false}
        value={minutes}
        onChange={(value) => typeof value === 'number' && value > 0 && set({ minutes: value })}
      />
      {people.length > 0 && (
        <MultiSelect
          size="md"
          label={word.staff}
          value={resourceIds.filter((id) => staffIds.includes(id))}
          onChange={choose(staffIds)}
          data={people.map(({ resourceId, name }) => ({ value: resourceId, label: name }))}
          error={lacksStaff ? t.needsStaff : undefined}
        />
      )}
      {rooms.length > 0 && (
        <MultiSelect
          size="md"
          label={word.room}
          placeholder={resourceIds.some((id) => roomIds.includes(id)) ? undefined : t.none}
          description={t.roomHint}
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
        label={word.location}
        clearable
        placeholder={item.where ? t.keep(item.where) : t.noChange}
        value={placeId}
        onChange={(id) => set({ placeId: id })}
        data={places.filter(({ status }) => status === 'ACTIVE').map(({ id, name }) => ({ value: id, label: name }))}
      />
      <NumberInput
        size="md"
        label={t.spots}
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
          label={t.appliesTo}
          allowDeselect={false}
          value={scope}
          onChange={(value) => value && setScope(value as Scope)}
          data={Object.entries(scopeLabels).map(([value, label]) => ({ value, label }))}
        />
      )}
      <div className={css.actions}>
        <Button type="submit" disabled={!change}>
          {t.update}
        </Button>
        <Button variant="subtle" color="gray" onClick={onDone}>
          {commonWords.cancel}
        </Button>
      </div>
    </form>
  )
}
