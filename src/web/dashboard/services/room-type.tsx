/** A type of rooms or devices: rename it, or remove it with all that are of it. */
import { Button, TextInput } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import { useApiMutation } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import type { ReplyOf } from '#web/operations.ts'
import type { Resource } from '../entities.ts'
import { CardMenu } from '../parts/card-menu.tsx'
import { useConfirm } from '../parts/confirm.tsx'
import { SaveError } from '../parts/save-error.tsx'
import { SidePanel } from '../parts/side-panel.tsx'

type Type = ReplyOf<'staff.queryResourceTypes'>['resourceTypes'][number]

export function TypeMenu({ type, rooms }: { type: Type; rooms: readonly Resource[] }) {
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
      toast('Saved.')
    } catch {
      /* shown above the field */
    }
  }
  const confirmRemoval = () =>
    openConfirm({
      title: `Remove ${type.name}?`,
      danger: true,
      confirmLabel: 'Remove type',
      cancelLabel: 'Cancel',
      successMessage: `${type.name} removed.`,
      description:
        rooms.length === 0 ? 'Nothing is of this type.' : `${rooms.map((room) => room.name).join(', ')} will be removed with it. Existing bookings stay.`,
      onConfirm: () => remove.mutateAsync({ params: { id: type.id } }),
    })
  return (
    <>
      <CardMenu
        of={type.name}
        actions={[
          { label: 'Rename type', operation: 'staff.updateResourceType', icon: IconPencil, run: () => setTyped(type.name) },
          { label: 'Remove type', operation: 'staff.deleteResourceType', icon: IconTrash, danger: true, run: confirmRemoval },
        ]}
      />
      <SidePanel
        open={typed !== undefined}
        onClose={() => setTyped(undefined)}
        title={`Rename ${type.name}`}
        footer={
          <Button type="submit" form="room-type" size="md" loading={rename.isPending}>
            Save
          </Button>
        }
      >
        <form id="room-type" noValidate onSubmit={(event) => void save(event)}>
          <SaveError error={rename.error} />
          <TextInput
            size="md"
            label="Name"
            required
            maxLength={40}
            value={typed ?? ''}
            error={typed !== undefined && name === '' ? 'Enter a name.' : undefined}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </form>
      </SidePanel>
    </>
  )
}
