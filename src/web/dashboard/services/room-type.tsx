/** A type of rooms or devices: rename it, or remove it with all that are of it. */
import { Button, TextInput } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import { useApiMutation } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import type { ReplyOf } from '#web/operations.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import type { Resource } from '../entities.ts'
import { CardMenu } from '../parts/card-menu.tsx'
import { useConfirm } from '../parts/confirm.tsx'
import { SaveError } from '../parts/save-error.tsx'
import { SidePanel } from '../parts/side-panel.tsx'
import { words } from './words.messages.ts'
import { commonWords } from '../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    removeType: 'Remove type',
    removeEmpty: 'Nothing is of this type.',
    removeAll: (names: string) => `${names} will be removed with it. Existing bookings stay.`,
    renameType: 'Rename type',
  },
  {
    de: {
      removeType: 'Art entfernen',
      removeEmpty: 'Nichts ist von dieser Art.',
      removeAll: (names) => `Damit werden auch entfernt: ${names}. Bestehende Buchungen bleiben.`,
      renameType: 'Art umbenennen',
    },
  },
)

type Type = ReplyOf<'staff.queryResourceTypes'>['resourceTypes'][number]

export function TypeMenu({ type, rooms }: { type: Type; rooms: readonly Resource[] }) {
  const t = useMessages(messages)
  const w = useMessages(words)
  const rename = useApiMutation('staff.updateResourceType')
  const remove = useApiMutation('staff.deleteResourceType')
  const openConfirm = useConfirm()
  const [typed, setTyped] = useState<string>()
  const name = (typed ?? '').trim()
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (name === '') return
    try {
      await rename.mutateAsync({ params: { id: type.id }, body: { resourceType: { name, revision: type.revision } } })
      setTyped(undefined)
      toast(commonWords.saved)
    } catch {
      /* shown above the field */
    }
  }
  const confirmRemoval = () =>
    openConfirm({
      title: w.askRemove(type.name),
      danger: true,
      confirmLabel: t.removeType,
      cancelLabel: commonWords.cancel,
      successMessage: w.wasRemoved(type.name),
      description: rooms.length === 0 ? t.removeEmpty : t.removeAll(rooms.map((room) => room.name).join(', ')),
      onConfirm: () => remove.mutateAsync({ params: { id: type.id } }),
    })
  return (
    <>
      <CardMenu
        of={type.name}
        actions={[
          { label: t.renameType, operation: 'staff.updateResourceType', icon: IconPencil, run: () => setTyped(type.name) },
          { label: t.removeType, operation: 'staff.deleteResourceType', icon: IconTrash, danger: true, run: confirmRemoval },
        ]}
      />
      <SidePanel
        open={typed !== undefined}
        onClose={() => setTyped(undefined)}
        title={w.renameName(type.name)}
        footer={
          <Button type="submit" form="room-type" size="md" loading={rename.isPending}>
            {commonWords.save}
          </Button>
        }
      >
        <form id="room-type" noValidate onSubmit={(event) => void save(event)}>
          <SaveError error={rename.error} />
          <TextInput
            size="md"
            label={commonWords.name}
            required
            maxLength={40}
            value={typed ?? ''}
            error={typed !== undefined && name === '' ? w.enterName : undefined}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </form>
      </SidePanel>
    </>
  )
}
