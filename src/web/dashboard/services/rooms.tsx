/** Rooms and devices: things that only one session can use at a time. Staff are not among them. */
import { Button, Text } from '@mantine/core'
import { IconDoor, IconPencil, IconTrash } from '@tabler/icons-react'
import { call, useApiMutation, useApiQuery } from '#web/api.ts'
import { Allowed } from '../permissions.tsx'
import { toastError } from '../api-helpers.ts'
import type { Resource } from '../entities.ts'
import { QueryView, EmptyState } from '../parts/query-view.tsx'
import { CardMenu } from '../parts/card-menu.tsx'
import { useConfirm } from '../parts/confirm.tsx'
import { Avatar } from '#web/kit/avatar.tsx'
import { Row } from '../parts/list.tsx'
import { List, Section } from '../parts/page.tsx'
import { useSearchState } from '../parts/search-state.ts'
import { UsageNote } from '../parts/usage-note.tsx'
import { staffSearch } from '../search-params.ts'
import { describeRoom } from './forms/room-form.ts'
import { RoomPanel } from './room-panel.tsx'
import { TypeMenu } from './room-type.tsx'
import { useRooms } from '../parts/rooms.ts'

export function Rooms() {
  const [url, setUrl] = useSearchState(staffSearch)
  const { types, rooms, isPending, error, refetch } = useRooms()
  const remove = useApiMutation('staff.deleteResource')
  const places = useApiQuery('staff.listLocations').data?.locations ?? []
  const openConfirm = useConfirm()
  const confirmRemoval = async (room: Resource) => {
    const usage = await call('reports.getResourceUsage', { params: { id: room.id } })
    openConfirm({
      title: `Remove ${room.name}?`,
      danger: true,
      confirmLabel: 'Remove room',
      cancelLabel: 'Cancel',
      successMessage: `${room.name} removed.`,
      description: <UsageNote usage={usage} resourceId={room.id} it="this room" isRoom />,
      onConfirm: () => remove.mutateAsync({ params: { id: room.id } }),
    })
  }
  return (
    <>
      <QueryView query={{ data: isPending ? undefined : rooms, error, isPending, refetch }}>
        {(list) =>
          types.length === 0 ? (
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
            types
              .map((type) => ({ type, own: list.filter((room) => room.typeId === type.id) }))
              .map(({ type, own }) => (
                <Section key={type.id} title={type.name} action={<TypeMenu type={type} rooms={own} />}>
                  {own.length === 0 ? (
                    <Text c="dimmed">Nothing of this type yet.</Text>
                  ) : (
                    <List label={type.name}>
                      {own.map((room) => (
                        <Row
                          key={room.id}
                          lead={<Avatar name={room.name} />}
                          title={room.name}
                          sub={describeRoom(room, places)}
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
                  )}
                </Section>
              ))
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
