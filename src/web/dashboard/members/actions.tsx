/** What may be done with members, from the list and the panel alike; each dialog says what follows. */
import { useState } from 'react'
import { ApiError, call, useApiMutation } from '#web/api.ts'
import { downloadJson } from '#web/kit/download-file.ts'
import { toast } from '#web/kit/toasts.tsx'
import { describeError, toastError } from '../api-helpers.ts'
import type { Member } from '../entities.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { DryRunEffects } from '../parts/dry-run.tsx'
import { memberName } from '../parts/format.ts'

export type BulkAction = 'approve' | 'block' | 'delete'
/** The target of a bulk action: a filter, a search, and the number of members. */
export interface BulkTarget {
  count: number
  filter: Record<string, unknown>
  search?: Search | undefined
}
export interface Search {
  expression: string
}
export interface MemberActions {
  approving?: string
  approve: (member: Member) => Promise<void>
  block: (member: Member) => void
  disconnect: (member: Member) => void
  mute: (member: Member) => Promise<void>
  remove: (member: Member, done: () => void) => void
  /** Exports all data about a person. */
  download: (member: Member) => Promise<void>
  /** One action on all that the filter finds; it runs in the background and answers with its job. */
  runBulk: (action: BulkAction, target: BulkTarget, onStarted: (jobId: string) => void) => void
}
/** The server minds a plan that renews. */
const hasRenewingPlan = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.code === 'ACTIVE_SUBSCRIPTION_MEMBER_BLOCK_FORBIDDEN' ||
    error.violations.some(({ ruleName }) => ruleName === 'ACTIVE_SUBSCRIPTION_MEMBER_DELETE_FORBIDDEN'))
const describeRenewingPlan = (error: unknown) => (hasRenewingPlan(error) ? 'A plan of theirs renews. The next step says what happens to it.' : undefined)
const toParams = (member: Member) => ({ params: { id: member.id } })

export function useMemberActions(): MemberActions {
  return {
    ...useApproval(),
    block: useBlocking(),
    disconnect: useDisconnecting(),
    mute: useMuting(),
    remove: useRemoval(),
    download: downloadMemberData,
    runBulk: useBulkMemberActions(),
  }
}

const downloadMemberData = (member: Member): Promise<void> =>
  call('members.exportMemberData', toParams(member)).then((data) => downloadJson(data, `member-${member.id}.json`), toastError)

/** Approves, and unblocks: both make the member active. */
function useApproval(): Pick<MemberActions, 'approve' | 'approving'> {
  const approve = useApiMutation('members.approveMember')
  const block = useApiMutation('members.blockMember')
  const [approving, setApproving] = useState<string>()
  return {
    ...(approving ? { approving } : {}),
    approve: async (member) => {
      const wasBlocked = member.status === 'BLOCKED'
      setApproving(member.id)
      await approve.mutateAsync(toParams(member)).then(
        () =>
          wasBlocked
            ? toast(`${memberName(member)} can sign in again.`, {
                label: 'Undo',
                run: () => void block.mutateAsync(toParams(member)).catch(toastError),
              })
            : toast(`${memberName(member)} is now a member. We’ve emailed them.`),
        (error) => toast(describeError(error)),
      )
      setApproving(undefined)
    },
  }
}

function useBlocking(): MemberActions['block'] {
  const openConfirm = useConfirm()
  const approve = useApiMutation('members.approveMember')
  const block = useApiMutation('members.blockMember')
  const blockWithPlans = useApiMutation('members.blockMemberWithPlans')
  const toastBlocked = (member: Member) =>
    toast(`${memberName(member)} has been blocked.`, {
      label: 'Undo',
      run: () => void approve.mutateAsync(toParams(member)).catch(toastError),
    })
  const confirmWithPlans = (member: Member) =>
    openConfirm({
      title: `${memberName(member)} has a recurring plan`,
      description: `The plan stays valid until the end of the paid period and won’t be charged again. ${memberName(member)} is signed out everywhere and can no longer sign in. Unblocking them later does not restart renewals.`,
      content: <DryRunEffects operation="members.blockMemberWithPlans" input={toParams(member)} />,
      confirmLabel: 'Stop renewal and block',
      cancelLabel: 'Cancel',
      danger: true,
      onConfirm: () => blockWithPlans.mutateAsync(toParams(member)).then(() => toastBlocked(member)),
    })
  return (member) => {
    const name = memberName(member)
    openConfirm({
      title: `Block ${name}?`,
      description: `${name} is signed out everywhere and can no longer sign in. Bookings and payments are not affected. You can unblock them at any time.`,
      content: <DryRunEffects operation="members.blockMember" input={toParams(member)} describeRefusal={describeRenewingPlan} />,
      confirmLabel: `Block ${name.split(' ')[0]}`,
      cancelLabel: 'Cancel',
      danger: true,
      onConfirm: () =>
        block.mutateAsync(toParams(member)).then(
          () => toastBlocked(member),
          (error: unknown) => {
            if (!hasRenewingPlan(error)) throw error
            // After this dialog has closed.
            setTimeout(() => confirmWithPlans(member))
          },
        ),
    })
  }
}

function useDisconnecting(): MemberActions['disconnect'] {
  const openConfirm = useConfirm()
  const disconnect = useApiMutation('members.disconnectMember')
  return (member) => {
    const name = memberName(member)
    openConfirm({
      title: `End ${name}’s membership?`,
      description: `${name} is signed out and can’t return as this member. Their record, bookings and payments are kept, and the email can be used to sign up again. This can’t be undone.`,
      content: <DryRunEffects operation="members.disconnectMember" input={toParams(member)} />,
      confirmLabel: 'End membership',
      cancelLabel: 'Cancel',
      danger: true,
      successMessage: `${name}’s membership has ended.`,
      onConfirm: () => disconnect.mutateAsync(toParams(member)),
    })
  }
}

function useMuting(): MemberActions['mute'] {
  const mute = useApiMutation('members.muteMember')
  const unmute = useApiMutation('members.unmuteMember')
  return (member) => {
    const muted = member.activityStatus === 'MUTED'
    return (muted ? unmute : mute).mutateAsync(toParams(member)).then(
      () =>
        toast(muted ? `${memberName(member)} can post again.` : `${memberName(member)} can no longer post or comment.`, {
          label: 'Undo',
          run: () => void (muted ? mute : unmute).mutateAsync(toParams(member)).catch(toastError),
        }),
      toastError,
    )
  }
}

function useRemoval(): MemberActions['remove'] {
  const openConfirm = useConfirm()
  const remove = useApiMutation('members.deleteMember')
  const removeWithPlans = useApiMutation('members.deleteMemberWithPlans')
  return (member, done) => {
    const name = memberName(member)
    const onRemoved = () => {
      toast(`${name} has been deleted.`)
      done()
    }
    const confirmWithPlans = () =>
      openConfirm({
        title: `${name} has a recurring plan`,
        description: `The plan ends today and won’t be charged again. Upcoming bookings are cancelled and the profile is removed. You can restore ${name} for 30 days under Deleted, but not the plan.`,
        content: <DryRunEffects operation="members.deleteMemberWithPlans" input={toParams(member)} />,
        confirmLabel: 'Cancel plans and delete',
        cancelLabel: 'Keep member',
        danger: true,
        onConfirm: () => removeWithPlans.mutateAsync(toParams(member)).then(onRemoved),
      })
    openConfirm({
      title: `Delete ${name}?`,
      description: `${name} can no longer sign in and their profile is removed. Bookings and payments are kept. You can restore them for 30 days under Deleted.`,
      content: <DryRunEffects operation="members.deleteMember" input={{ ...toParams(member), query: {} }} describeRefusal={describeRenewingPlan} />,
      confirmLabel: 'Delete member',
      cancelLabel: 'Cancel',
      danger: true,
      onConfirm: () =>
        remove.mutateAsync({ ...toParams(member), query: {} }).then(onRemoved, (error: unknown) => {
          if (!hasRenewingPlan(error)) throw error
          setTimeout(confirmWithPlans)
        }),
    })
  }
}

const bulkTexts: Record<BulkAction, { verb: string; description: string; danger: boolean }> = {
  approve: { verb: 'Approve', danger: false, description: 'They can sign in right away. Pending members get an email.' },
  block: {
    verb: 'Block',
    danger: true,
    description:
      'They are signed out everywhere and can no longer sign in. Bookings and payments are not affected. Members with a recurring plan are skipped and listed afterwards.',
  },
  delete: {
    verb: 'Delete',
    danger: true,
    description: 'Their profiles are removed and they can no longer sign in. Bookings and payments are kept. You can restore them for 30 days under Deleted.',
  },
}
const operations = { approve: 'members.bulkApproveMembers', block: 'members.bulkBlockMembers', delete: 'members.bulkDeleteMembersByFilter' } as const
const describeReauthentication = ({ code }: ApiError) =>
  code === 'REAUTHENTICATION_REQUIRED' ? 'You will be asked to confirm it’s you. Members with a plan that renews are skipped.' : undefined

function useBulkMemberActions(): MemberActions['runBulk'] {
  const openConfirm = useConfirm()
  const mutations = {
    approve: useApiMutation('members.bulkApproveMembers'),
    block: useApiMutation('members.bulkBlockMembers'),
    delete: useApiMutation('members.bulkDeleteMembersByFilter'),
  }
  return (action, { count, filter, search }, onStarted) => {
    const { verb, description, danger } = bulkTexts[action]
    const target = count === 1 ? '1 member' : `${count} members`
    openConfirm({
      title: `${verb} ${target}?`,
      description,
      content: <DryRunEffects operation={operations[action]} input={{ body: { filter, search } }} describeRefusal={describeReauthentication} />,
      confirmLabel: `${verb} ${target}`,
      cancelLabel: 'Cancel',
      danger,
      onConfirm: async () => onStarted((await mutations[action].mutateAsync({ body: { filter, search } })).jobId),
    })
  }
}
