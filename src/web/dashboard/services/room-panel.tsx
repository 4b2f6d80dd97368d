/** A room or a device: name, type, locations, hours and closing days. */
import { Button, MultiSelect, NumberInput, Select, Stack, TextInput } from '@mantine/core'
import { useEffect, useEffectEvent, useState, type FormEvent } from 'react'
import { useApiMutation, useApiQuery } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import type { Resource } from '../entities.ts'
import { locationOptions } from '../parts/choices.ts'
import { SaveError } from '../parts/save-error.tsx'
import { SidePanel } from '../parts/side-panel.tsx'
import { useUnsavedGuard } from '../parts/unsaved-guard.tsx'
import { Allowed, AllowedFields } from '../permissions.tsx'
import { CalendarFeed } from './calendars/feed.tsx'
import { newRoomForm, toRoomChange, toRoomForm, type RoomForm } from './forms/room-form.ts'
import { RoomHours } from './room-hours.tsx'
import { SpecialDays } from './special-days.tsx'
import { words } from './words.messages.ts'
import { commonWords } from '../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    typeMissing: 'Enter a name for the type.',
    typeAbout: 'A service that needs a type gets any free one of it.',
    newType: 'New type',
    typeName: 'Name of the type',
    capacityAbout: 'How many people fit in. You’re told when a session has more spots.',
    notSet: 'Not set',
    allLocations: 'All locations',
    feedAbout: (name: string) => `Shows what ${name} is booked for in any calendar.`,
  },
  {
    de: {
      typeMissing: 'Gib der Art einen Namen.',
      typeAbout: 'Ein Angebot, das eine Art braucht, bekommt davon, was frei ist.',
      newType: 'Neue Art',
      typeName: 'Name der Art',
      capacityAbout: 'So viele Personen passen hinein. Wir sagen dir, wenn ein Termin mehr Plätze hat.',
      notSet: 'Nicht angegeben',
      allLocations: 'Alle Standorte',
      feedAbout: (name) => `Zeigt in jedem Kalender, wofür „${name}“ gebucht ist.`,
    },
  },
)

interface RoomPanelProps {
  room: Resource | 'new' | undefined
  types: readonly { id: string; name: string }[]
  onClose: () => void
}

/** The draft of a room; a type that is named in the form is made with it. */
function useRoomEditor({ room, types, onClose }: RoomPanelProps) {
  const t = useMessages(messages)
  const w = useMessages(words)
  const create = useApiMutation('staff.createResource')
  const createType = useApiMutation('staff.createResourceType')
  const update = useApiMutation('staff.updateResource')
  const unsaved = useUnsavedGuard(onClose)
  const saved = room === 'new' ? undefined : room
  const [{ before, form }, setEdited] = useState({ before: newRoomForm(''), form: newRoomForm('') })
  const [checked, setChecked] = useState(false)
  const startOver = () => {
    const first = saved ? toRoomForm(saved) : newRoomForm(types[0]?.id ?? '')
    setEdited({ before: first, form: first })
    setChecked(false)
    for (const one of [create, createType, update]) one.reset()
  }
  const restart = useEffectEvent(startOver)
  const key = room === 'new' ? 'new' : room?.id
  // Refetching the same room must not overwrite what is being typed.
  useEffect(() => restart(), [key])
  const firstType = types[0]?.id
  // The types may come while a new room is being typed: its type is the first one then, unless another was named.
  const takeType = useEffectEvent((typeId: string) => {
    if (room !== 'new' || before.typeId !== '' || form.newType !== before.newType) return
    setEdited({ before: { ...before, typeId, newType: '' }, form: { ...form, typeId, newType: '' } })
  })
  useEffect(() => {
    if (firstType !== undefined) takeType(firstType)
  }, [firstType])
  const set = (change: Partial<RoomForm>) => {
    unsaved.markDirty()
    setEdited((old) => ({ ...old, form: { ...old.form, ...change } }))
  }
  const nameProblem = form.name.trim().length > 40 ? w.atMost40 : checked && form.name.trim() === '' ? w.enterName : undefined
  const typeProblem = checked && form.typeId === '' && form.newType.trim() === '' ? t.typeMissing : undefined
  const save = async (event?: FormEvent) => {
    event?.preventDefault()
    setChecked(true)
    if (form.name.trim() === '' || nameProblem || (form.typeId === '' && form.newType.trim() === '')) return
    try {
      const change = toRoomChange(before, form)
      if (saved && change) await update.mutateAsync({ params: { id: saved.id }, body: { resource: { ...change, revision: saved.revision } } })
      if (!saved) {
        const typeId = form.typeId || (await createType.mutateAsync({ body: { resourceType: { name: form.newType.trim() } } })).resourceType.id
        set({ typeId })
        await create.mutateAsync({ body: { resource: { ...change, typeId } } })
      }
      unsaved.markSaved()
      toast(saved ? commonWords.saved : w.wasAdded(form.name.trim()))
      onClose()
    } catch {
      /* shown above the form */
    }
  }
  const isPending = create.isPending || createType.isPending || update.isPending
  return { unsaved, saved, form, set, nameProblem, typeProblem, save, startOver, isPending, error: createType.error ?? create.error ?? update.error }
}

export function RoomPanel({ room, types, onClose }: RoomPanelProps) {
  const t = useMessages(messages)
  const w = useMessages(words)
  const editor = useRoomEditor({ room, types, onClose })
  const { saved, form, set } = editor
  const places = useApiQuery('staff.listLocations', undefined, { enabled: room !== undefined })
  const options = locationOptions(places.data?.locations ?? [], form.locationIds)
  return (
    <SidePanel
      open={room !== undefined}
      onClose={editor.unsaved.close}
      size={560}
      title={saved ? saved.name : w.addRoom}
      footer={
        <Allowed operation="staff.updateResource">
          <Button type="submit" form="room" size="md" loading={editor.isPending}>
            {saved ? commonWords.save : w.addRoom}
          </Button>
        </Allowed>
      }
    >
      <form id="room" noValidate onSubmit={(event) => void editor.save(event)}>
        <AllowedFields operation="staff.updateResource">
          <Stack>
            <SaveError error={editor.error} onReload={editor.startOver} />
            <TextInput
              size="md"
              label={commonWords.name}
              required
              value={form.name}
              error={editor.nameProblem}
              onChange={(event) => set({ name: event.currentTarget.value })}
            />
            {!saved && (
              <Select
                size="md"
                label={w.type}
                description={t.typeAbout}
                allowDeselect={false}
                value={form.typeId}
                onChange={(typeId) => set({ typeId: typeId ?? '' })}
                data={[...types.map((type) => ({ value: type.id, label: type.name })), { value: '', label: t.newType }]}
              />
            )}
            {!saved && form.typeId === '' && (
              <TextInput
                size="md"
                label={t.typeName}
                maxLength={40}
                value={form.newType}
                error={editor.typeProblem}
                onChange={(event) => set({ newType: event.currentTarget.value })}
              />
            )}
            <NumberInput
              size="md"
              label={w.capacity}
              description={t.capacityAbout}
              placeholder={t.notSet}
              min={1}
              max={1000}
              allowDecimal={false}
              value={form.capacity ?? ''}
              onChange={(value) => set({ capacity: typeof value === 'number' ? value : null })}
            />
            {(options.length > 1 || form.locationIds.length > 0) && (
              <MultiSelect
                size="md"
                label={w.locations}
                placeholder={form.locationIds.length === 0 ? t.allLocations : undefined}
                clearable
                value={[...form.locationIds]}
                onChange={(locationIds) => set({ locationIds })}
                data={options}
              />
            )}
          </Stack>
        </AllowedFields>
      </form>
      {saved && <RoomHours key={saved.id} id={saved.id} />}
      {saved && <SpecialDays owner={{ kind: 'room', resourceId: saved.id }} />}
      {saved && <CalendarFeed kind="ROOM" subjectId={saved.id} about={t.feedAbout(saved.name)} />}
    </SidePanel>
  )
}
