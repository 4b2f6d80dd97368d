/** Rooms and devices: things that only one session can use at a time. Staff are not among them. */
import { Button, Select, Stack, TextInput } from '@mantine/core'
import { IconDoor, IconPencil, IconTrash } from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import { call, useApiMutation } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import { Allowed, AllowedFields } from '../permissions.tsx'
import { toastError } from '../api-helpers.ts'
import type { Resource } from '../entities.ts'
import { QueryView, EmptyState } from '../parts/query-view.tsx'
import { CardMenu } from '../parts/card-menu.tsx'
import { useConfirm } from '../parts/confirm.tsx'
import { SaveError } from '../parts/save-error.tsx'
import { Avatar } from '#web/kit/avatar.tsx'
import { Row } from '../parts/list.tsx'
import { List } from '../parts/page.tsx'
import { SidePanel } from '../parts/side-panel.tsx'
import { useSearchState } from '../parts/search-state.ts'
import { usageText } from '../parts/usage-text.ts'
import { staffSearch } from '../search-params.ts'
import { CalendarFeed } from './calendars/feed.tsx'
import { SpecialDays } from './special-days.tsx'
import { useAddRoom, useRooms } from '../parts/choices.ts'

type Kind = { id: string; name: string }

export function Rooms() {
  const [url, setUrl] = useSearchState(staffSearch)
  const { types, rooms, isPending, error, refetch } = useRooms()
  const remove = useApiMutation('staff.deleteResource')
  const openConfirm = useConfirm()
  const confirmRemoval = async (room: Resource) => {
    const usage = await call('reports.getResourceUsage', { params: { id: room.id } })
    openConfirm({
      title: `Remove ${room.name}?`,
      danger: true,
      confirmLabel: 'Remove room',
      cancelLabel: 'Cancel',
      successMessage: `${room.name} removed.`,
      description: usageText(usage, 'this room'),
      onConfirm: () => remove.mutateAsync({ params: { id: room.id } }),
    })
  }
  return (
    <>
      <QueryView query={{ data: isPending ? undefined : rooms, error, isPending, refetch }}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState
              icon={<IconDoor size={26} />}
              title="No rooms yet"
              action={
                <Allowed operation="staff.createResource">
                  <Button onClick={() => setUrl({ open: 'new' })}>Add room</Button>
                </Allowed>
              }
            >
              Add rooms or equipment that only one session can use at a time.
            </EmptyState>
          ) : (
            <List label="Rooms">
              {list.map((room) => (
                <Row
                  key={room.id}
                  lead={<Avatar name={room.name} />}
                  title={room.name}
                  sub={types.find((type) => type.id === room.typeId)?.name}
                  onOpen={() => setUrl({ open: room.id }, { push: true })}
                  actions={
                    <CardMenu
                      of={room.name}
                      actions={[
                        { label: 'Edit', operation: 'staff.updateResource', icon: IconPencil, run: () => setUrl({ open: room.id }, { push: true }) },
                        {
                          label: 'Remove',
                          operation: 'staff.deleteResource',
                          icon: IconTrash,
                          danger: true,
                          run: () => void confirmRemoval(room).catch(toastError),
                        },
                      ]}
                    />
                  }
                />
              ))}
            </List>
          )
        }
      </QueryView>
      <RoomPanel
        key={url.open ?? 'none'}
        room={url.open === 'new' ? 'new' : rooms.find((room) => room.id === url.open)}
        types={types}
        onClose={() => setUrl({ open: undefined })}
      />
    </>
  )
}

function RoomPanel({ room, types, onClose }: { room: Resource | 'new' | undefined; types: readonly Kind[]; onClose: () => void }) {
  const add = useAddRoom(types)
  const create = useApiMutation('staff.createResource')
  const rename = useApiMutation('staff.updateResource')
  const saved = room === 'new' ? undefined : room
  const [typed, setTyped] = useState<string>()
  const [typeId, setTypeId] = useState<string | null>(null)
  const [checked, setChecked] = useState(false)
  const [pending, setPending] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const name = (typed ?? saved?.name ?? '').trim()
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (name === '') return
    setPending(true)
    setProblem(undefined)
    try {
      if (saved && name !== saved.name) await rename.mutateAsync({ params: { id: saved.id }, body: { resource: { name, revision: saved.revision } } })
      else if (!saved) await (typeId ? create.mutateAsync({ body: { resource: { name, typeId } } }) : add(name))
      toast(saved ? 'Saved.' : `${name} added.`)
      onClose()
    } catch (error) {
      setProblem(error)
    } finally {
      setPending(false)
    }
  }
  return (
    <SidePanel
      open={room !== undefined}
      onClose={onClose}
      title={saved ? saved.name : 'Add room'}
      footer={
        <Allowed operation="staff.updateResource">
          <Button type="submit" form="room" size="md" loading={pending}>
            {saved ? 'Save' : 'Add room'}
          </Button>
        </Allowed>
      }
    >
      <form id="room" noValidate onSubmit={(event) => void save(event)}>
        <AllowedFields operation="staff.updateResource">
          <Stack>
            <SaveError error={problem} />
            <TextInput
              size="md"
              label="Name"
              required
              value={typed ?? saved?.name ?? ''}
              error={name.length > 40 ? 'Use at most 40 characters.' : checked && name === '' ? 'Enter a name.' : undefined}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            {!saved && types.length > 1 && (
              <Select
                size="md"
                label="Type"
                allowDeselect={false}
                value={typeId ?? types[0]?.id ?? null}
                onChange={setTypeId}
                data={types.map((type) => ({ value: type.id, label: type.name }))}
              />
            )}
          </Stack>
        </AllowedFields>
      </form>
      {saved && <SpecialDays owner={{ kind: 'room', resourceId: saved.id }} />}
      {saved && <CalendarFeed kind="ROOM" subjectId={saved.id} about={`Shows what ${saved.name} is booked for in any calendar.`} />}
    </SidePanel>
  )
}
