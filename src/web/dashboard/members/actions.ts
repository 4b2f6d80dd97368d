import { useState } from 'react'
import { useDo } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import { said, toastProblem } from '../ask.ts'
import type { Member } from '../entities.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { memberName } from '../parts/words.ts'

export type Deed = 'approve' | 'block' | 'delete'
/** Whom a deed is for: a filter, and how many that are. */
export interface Whom {
  count: number
  filter: Record<string, unknown>
}
export interface MemberActions {
  approving?: string
  approve: (member: Member) => Promise<void>
  block: (member: Member) => void
  mute: (member: Member) => Promise<void>
  remove: (member: Member, done: () => void) => void
  /** One deed on all that the filter finds; it runs in the background and answers with its job. */
  many: (deed: Deed, whom: Whom, begun: (jobId: string) => void) => void
}
/** What may be done with a member, from the list and the panel alike. */
export function useMemberActions(): MemberActions {
  const approve = useDo('members.approveMember')
  const block = useDo('members.blockMember')
  const mute = useDo('members.muteMember')
  const unmute = useDo('members.unmuteMember')
  const remove = useDo('members.deleteMember')
  const confirm = useConfirm()
  const [approving, setApproving] = useState<string>()
  const approveMany = useDo('members.bulkApproveMembers')
  const blockMany = useDo('members.bulkBlockMembers')
  const deleteMany = useDo('members.bulkDeleteMembersByFilter')
  const deeds: Record<Deed, { verb: string; keep: string; happens: string; danger: boolean; run: (filter: Whom['filter']) => Promise<{ jobId: string }> }> = {
    approve: {
      verb: 'Let in',
      keep: 'Not now',
      danger: false,
      happens: 'They can sign in from now on. Who waited for approval is told by e-mail.',
      run: (filter) => approveMany.mutateAsync({ body: { filter } }),
    },
    block: {
      verb: 'Block',
      keep: 'Keep them',
      danger: true,
      happens:
        'They are signed out everywhere and can no longer sign in. Bookings and payments stay as they are; who has a plan that renews is left out and shown afterwards.',
      run: (filter) => blockMany.mutateAsync({ body: { filter } }),
    },
    delete: {
      verb: 'Delete',
      keep: 'Keep them',
      danger: true,
      happens:
        'Their profiles are gone and they can no longer sign in. Bookings and payments stay in the books. For 30 days you can bring each of them back under Deleted.',
      run: (filter) => deleteMany.mutateAsync({ body: { filter } }),
    },
  }
  return {
    ...(approving ? { approving } : {}),
    approve: async (member) => {
      const wasBlocked = member.status === 'BLOCKED'
      setApproving(member.id)
      await approve.mutateAsync({ params: { id: member.id } }).then(
        () =>
          wasBlocked
            ? toast(`${memberName(member)} may sign in again.`, {
                label: 'Undo',
                run: () => void block.mutateAsync({ params: { id: member.id } }).catch(toastProblem),
              })
            : toast(`${memberName(member)} is now a member and was told by e-mail.`),
        (error) => toast(said(error)),
      )
      setApproving(undefined)
    },
    block: (member) => {
      const name = memberName(member)
      confirm({
        title: `Block ${name}?`,
        happens: `${name} is signed out everywhere and can no longer sign in. Bookings and payments stay as they are; a running subscription has to be cancelled first. You can let them in again at any time.`,
        verb: `Block ${name.split(' ')[0]}`,
        keep: 'Keep as member',
        danger: true,
        done: `${name} is blocked.`,
        run: () => block.mutateAsync({ params: { id: member.id } }),
      })
    },
    mute: (member) => {
      const muted = member.activityStatus === 'MUTED'
      return (muted ? unmute : mute)
        .mutateAsync({ params: { id: member.id } })
        .then(() => toast(muted ? `${memberName(member)} may post again.` : `${memberName(member)} can no longer post or comment.`), toastProblem)
    },
    remove: (member, done) => {
      const name = memberName(member)
      confirm({
        title: `Delete ${name}?`,
        happens: `${name} can no longer sign in, and the profile is gone. Bookings and payments stay in the books. For 30 days you can bring them back under Deleted.`,
        verb: 'Delete member',
        keep: 'Keep member',
        danger: true,
        done: `${name} is deleted.`,
        run: async () => {
          await remove.mutateAsync({ params: { id: member.id }, query: {} })
          done()
        },
      })
    },
    many: (deed, { count, filter }, begun) => {
      const { verb, keep, happens, danger, run } = deeds[deed]
      const whom = count === 1 ? '1 member' : `${count} members`
      confirm({
        title: `${verb} ${whom}?`,
        happens,
        verb: `${verb} ${whom}`,
        keep,
        danger,
        run: async () => begun((await run(filter)).jobId),
      })
    },
  }
}
