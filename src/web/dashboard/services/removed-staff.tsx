/** Staff members who were removed: restored with their hours, or deleted for good. */
import { Button } from '@mantine/core'
import { useApiMutation, useApiQuery } from '#web/api.ts'
import { Avatar } from '#web/kit/avatar.tsx'
import { useConfirm } from '../parts/confirm.tsx'
import { Row } from '../parts/list.tsx'
import { List, Section } from '../parts/page.tsx'
import { Allowed } from '../permissions.tsx'

export function RemovedStaff() {
  const found = useApiQuery('staff.listDeletedStaffMembers', { query: {} })
  const restore = useApiMutation('staff.restoreStaffMember')
  const erase = useApiMutation('staff.removeStaffMemberFromTrashBin')
  const openConfirm = useConfirm()
  const removed = found.data?.staffMembers ?? []
  if (removed.length === 0) return null
  return (
    <Section title="Removed staff" about="Restore someone with the hours and past bookings they had.">
      <List label="Removed staff">
        {removed.map(({ id, name, email }) => (
          <Row
            key={id}
            lead={<Avatar name={name} />}
            title={name}
            sub={email}
            actions={
              <Allowed operation="staff.restoreStaffMember">
                <Button
                  variant="light"
                  aria-label={`Restore ${name}`}
                  onClick={() =>
                    openConfirm({
                      title: `Restore ${name}?`,
                      description: `${name} is listed again, with the same hours. Then open ${name} and choose the services again.`,
                      confirmLabel: 'Restore',
                      cancelLabel: 'Cancel',
                      successMessage: `${name} restored.`,
                      onConfirm: () => restore.mutateAsync({ params: { id } }),
                    })
                  }
                >
                  Restore
                </Button>
                <Button
                  variant="subtle"
                  c="var(--bad)"
                  aria-label={`Delete ${name} permanently`}
                  onClick={() =>
                    openConfirm({
                      title: `Delete ${name} permanently?`,
                      description: 'Profile and hours are deleted. Past bookings keep the name.',
                      confirmLabel: 'Delete permanently',
                      cancelLabel: 'Cancel',
                      danger: true,
                      successMessage: `${name} deleted.`,
                      onConfirm: () => erase.mutateAsync({ params: { staffMemberId: id } }),
                    })
                  }
                >
                  Delete
                </Button>
              </Allowed>
            }
          />
        ))}
      </List>
    </Section>
  )
}
