import { useState } from 'react'
import { useDo } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import { said } from '../ask.ts'
import { useConfirm, type Question } from '../parts/confirm.tsx'
import { memberName } from '../parts/words.ts'
import type { Member } from '../entities.ts'

export interface MemberActions {
  approving?: string
  approve: (member: Member) => Promise<void>
  block: (member: Member) => void
}
/** What may be done with a member, from the list and the panel alike. */
export function useMemberActions(): MemberActions {
  const approve = useDo('members.approveMember')
  const block = useDo('members.blockMember')
  const confirm = useConfirm()
  const [approving, setApproving] = useState<string>()
  return {
    approving,
    approve: async (member) => {
      setApproving(member.id)
      await approve.mutateAsync({ params: { id: member.id } }).then(
        () => toast(`${memberName(member)} is now a member and was told by e-mail.`),
        (error) => toast(said(error)),
      )
      setApproving(undefined)
    },
    block: (member) => {
      const name = memberName(member)
      const question: Question = {
        title: `Block ${name}?`,
        happens: `${name} is signed out everywhere and can no longer sign in. Bookings and payments stay as they are; a running subscription has to be cancelled first. You can let them in again at any time.`,
        verb: `Block ${name.split(' ')[0]}`,
        keep: 'Keep as member',
        danger: true,
        done: `${name} is blocked.`,
        run: () => block.mutateAsync({ params: { id: member.id } }),
      }
      confirm(question)
    },
  }
}
