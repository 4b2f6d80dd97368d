/** Members who were deleted less than 30 days ago: brought back, or erased for good. */
import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import { Allowed } from '../permissions.tsx'
import { useSite } from '../business.tsx'
import { useConfirm } from '../parts/confirm.tsx'
import { DryRunEffects } from '../parts/dry-run.tsx'
import { QueryView, EmptyState } from '../parts/query-view.tsx'
import { Avatar } from '#web/kit/avatar.tsx'
import { Row } from '../parts/list.tsx'
import { List } from '../parts/page.tsx'
import { formatInstant } from '../parts/format.ts'

export function Deleted() {
  const site = useSite()
  const found = useApiQuery('members.listDeletedMembers')
  const restore = useApiMutation('members.restoreMember')
  const erase = useApiMutation('members.eraseMember')
  const openConfirm = useConfirm()
  return (
    <QueryView query={found}>
      {({ members }) =>
        members.length === 0 ? (
          <EmptyState icon={<IconTrash size={26} />} title="No deleted members">
            Deleted members can be restored for 30 days.
          </EmptyState>
        ) : (
          <List label="Deleted members">
            {members.map(({ id, nickname, loginEmail, deletedDate }) => (
              <Row
                key={id}
                lead={<Avatar name={nickname} />}
                title={nickname}
                sub={loginEmail}
                facts={<span>deleted {formatInstant(deletedDate, site, 'date')}</span>}
                actions={
                  <>
                    <Allowed operation="members.restoreMember">
                      <Button
                        variant="light"
                        onClick={() =>
                          openConfirm({
                            title: `Restore ${nickname}?`,
                            description: 'Their profile is restored and they can sign in with their previous password. Ended plans are not restored.',
                            confirmLabel: 'Restore',
                            cancelLabel: 'Cancel',
                            successMessage: `${nickname} has been restored.`,
                            onConfirm: () => restore.mutateAsync({ params: { id } }),
                          })
                        }
                      >
                        Restore
                      </Button>
                    </Allowed>
                    <Allowed operation="members.eraseMember">
                      <Button
                        variant="subtle"
                        c="var(--bad)"
                        onClick={() =>
                          openConfirm({
                            title: `Erase ${nickname} now?`,
                            description: 'Profile, contact, notes and sign-in are permanently erased. Orders and bookings are kept without personal data.',
                            content: <DryRunEffects operation="members.eraseMember" input={{ params: { id } }} />,
                            confirmLabel: 'Erase permanently',
                            cancelLabel: 'Cancel',
                            danger: true,
                            successMessage: 'Member erased.',
                            onConfirm: () => erase.mutateAsync({ params: { id } }),
                          })
                        }
                      >
                        Erase
                      </Button>
                    </Allowed>
                  </>
                }
              />
            ))}
          </List>
        )
      }
    </QueryView>
  )
}
