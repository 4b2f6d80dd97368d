/** Members who were deleted less than 30 days ago: brought back, or erased for good. */
import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useAsk, useDo } from '#web/api.ts'
import { useSite } from '../business.tsx'
import { useConfirm } from '../parts/confirm.tsx'
import { Answered, Empty } from '../parts/answers.tsx'
import { Initials } from '../parts/initials.tsx'
import { Row } from '../parts/list.tsx'
import { List } from '../parts/page.tsx'
import { when } from '../parts/words.ts'

export function Deleted() {
  const site = useSite()
  const found = useAsk('members.listDeletedMembers')
  const restore = useDo('members.restoreMember')
  const erase = useDo('members.eraseMember')
  const ask = useConfirm()
  return (
    <Answered ask={found}>
      {({ members }) =>
        members.length === 0 ? (
          <Empty icon={<IconTrash size={26} />} title="Nobody was deleted lately">
            Who is deleted stays here for 30 days and can be brought back.
          </Empty>
        ) : (
          <List label="Deleted members">
            {members.map(({ id, nickname, loginEmail, deletedDate }) => (
              <Row
                key={id}
                lead={<Initials name={nickname} />}
                title={nickname}
                sub={loginEmail}
                facts={<span>deleted {when(deletedDate, site, 'date')}</span>}
                actions={
                  <>
                    <Button
                      variant="light"
                      onClick={() =>
                        ask({
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
                        ask({
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
    </Answered>
  )
}
