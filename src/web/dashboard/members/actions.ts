import { useState } from 'react'
import { useDo } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import { said, toastProblem } from '../ask.ts'
import type { Member } from '../entities.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { memberName } from '../parts/words.ts'

export interface MemberActions {
  approving?: string
  approve: (member: Member) => Promise<void>
  block: (member: Member) => void
  mute: (member: Member) => Promise<void>
  remove: (member: Member, done: () => void) => void
  /** Lets every member of a list in, or keeps them out. */
  approveAll: (members: Member[], done: () => void) => void
  blockAll: (members: Member[], done: () => void) => void
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
  /** One at a time, so that one who may not be blocked does not stop the others. */
  const each = async (members: Member[], act: (id: string) => Promise<unknown>) => {
    let failed = 0
    let reason = ''
    // oxlint-disable-next-line no-await-in-loop
    for (const { id } of members)
      await act(id).catch((error: unknown) => {
        failed += 1
        reason = said(error)
      })
    if (failed > 0) throw new Error(`${members.length - failed} of ${members.length} done. ${failed} could not: ${reason}`)
  }
  const count = (members: Member[]) => `${members.length} ${members.length === 1 ? 'member' : 'members'}`
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
        happens: `${name} can no longer sign in, and the profile is gone. Bookings and payments stay in the books. This cannot be taken back here.`,
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
    approveAll: (members, done) =>
      confirm({
        title: `Let ${count(members)} in?`,
        happens: 'They can sign in from now on and are told by e-mail.',
        verb: `Approve ${count(members)}`,
        done: `${count(members)} approved.`,
        run: async () => {
          await each(members, (id) => approve.mutateAsync({ params: { id } }))
          done()
        },
      }),
    blockAll: (members, done) =>
      confirm({
        title: `Block ${count(members)}?`,
        happens:
          'They are signed out everywhere and can no longer sign in. Bookings and payments stay as they are; who has a running subscription is left out.',
        verb: `Block ${count(members)}`,
        keep: 'Keep them',
        danger: true,
        done: `${count(members)} blocked.`,
        run: async () => {
          await each(members, (id) => block.mutateAsync({ params: { id } }))
          done()
        },
      }),
  }
}
