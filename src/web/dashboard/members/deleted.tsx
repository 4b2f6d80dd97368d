/** Members who were deleted less than 30 days ago: brought back, or erased for good. */
import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import { useSite } from '../business.tsx'
import { useConfirm } from '../parts/confirm.tsx'
import { QueryView, EmptyState } from '../parts/query-view.tsx'
import { Initials } from '../parts/initials.tsx'
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
          <EmptyState icon={<IconTrash size={26} />} title="Nobody was deleted lately">
            Who is deleted stays here for 30 days and can be brought back.
          </EmptyState>
        ) : (
          <List label="Deleted members">
            {members.map(({ id, nickname, loginEmail, deletedDate }) => (
              <Row
                key={id}
                lead={<Initials name={nickname} />}
                title={nickname}
                sub={loginEmail}
                facts={<span>deleted {formatInstant(deletedDate, site, 'date')}</span>}
                actions={
                  <>
                    <Button
                      variant="light"
                      onClick={() =>
                        openConfirm({
                          title: `Bring ${nickname} back?`,
                          happens: 'The profile is there again as it was. They sign in with their old password; plans that ended stay ended.',
                          verb: 'Bring back',
                          keep: 'Leave deleted',
                          done: `${nickname} is back.`,
                          run: () => restore.mutateAsync({ params: { id } }),
                        })
                      }
                    >
                      Bring back
                    </Button>
                    <Button
                      variant="subtle"
                      c="var(--bad)"
                      onClick={() =>
                        openConfirm({
                          title: `Erase ${nickname} now?`,
                          happens: 'Profile, contact, notes and sign-in are erased at once and for good. Orders and bookings stay in the books without a name.',
                          verb: 'Erase for good',
                          keep: 'Keep for now',
                          danger: true,
                          done: 'Erased.',
                          run: () => erase.mutateAsync({ params: { id } }),
                        })
                      }
                    >
                      Erase
                    </Button>
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
