/** Rooms and devices: things that only one session can use at a time. Staff are not among them. */
import { Button, Text } from '@mantine/core'
import { IconDoor, IconPencil, IconTrash } from '@tabler/icons-react'
import { call, useApiMutation, useApiQuery } from '#web/api.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
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
import { sharedMessages } from './staff.messages.ts'
import { commonWords } from '../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    removeAsk: (room: string) => `Remove ${room}?`,
    removeRoom: 'Remove room',
    removed: (room: string) => `${room} removed.`,
    thisRoom: 'this room',
    none: 'No rooms yet',
    noneHint: 'Add rooms or equipment that only one session can use at a time.',
    noneOfType: 'Nothing of this type yet.',
  },
  {
    de: {
      removeAsk: (room) => `„${room}“ entfernen?`,
      removeRoom: 'Raum entfernen',
      removed: (room) => `„${room}“ entfernt.`,
      thisRoom: 'diesen Raum',
      none: 'Noch keine Räume',
      noneHint: 'Füge Räume oder Geräte hinzu, die immer nur ein Termin nutzen kann.',
      noneOfType: 'Noch nichts von dieser Art.',
    },
  },
)

export function Rooms() {
  const shared = useMessages(sharedMessages)
  const t = useMessages(messages)
  const [url, setUrl] = useSearchState(staffSearch)
  const { types, rooms, isPending, error, refetch } = useRooms()
  const remove = useApiMutation('staff.deleteResource')
  const places = useApiQuery('staff.listLocations').data?.locations ?? []
  const openConfirm = useConfirm()
  const confirmRemoval = async (room: Resource) => {
    const usage = await call('reports.getResourceUsage', { params: { id: room.id } })
    openConfirm({
      title: t.removeAsk(room.name),
      danger: true,
      confirmLabel: t.removeRoom,
      cancelLabel: commonWords.cancel,
      successMessage: t.removed(room.name),
      description: <UsageNote usage={usage} resourceId={room.id} it={t.thisRoom} isRoom />,
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
              title={t.none}
              action={
                <Allowed operation="staff.createResource">
                  <Button onClick={() => setUrl({ open: 'new' })}>{shared.addRoom}</Button>
                </Allowed>
              }
            >
              {t.noneHint}
            </EmptyState>
          ) : (
            types
              .map((type) => ({ type, own: list.filter((room) => room.typeId === type.id) }))
              .map(({ type, own }) => (
                <Section key={type.id} title={type.name} action={<TypeMenu type={type} rooms={own} />}>
                  {own.length === 0 ? (
                    <Text c="dimmed">{t.noneOfType}</Text>
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
                                {
                                  label: commonWords.edit,
                                  operation: 'staff.updateResource',
                                  icon: IconPencil,
                                  run: () => setUrl({ open: room.id }, { push: true }),
                                },
                                {
                                  label: commonWords.remove,
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
