/** What may be done with members, from the list and the panel alike; each dialog says what follows. */
import { ApiError, call, useApiMutation } from '#web/api.ts'
import { downloadJson } from '#web/kit/download-file.ts'
import { currentMessages, useMessages } from '#web/kit/messages.ts'
import { toast } from '#web/kit/toasts.tsx'
import { toastError } from '../api-helpers.ts'
import type { Member } from '../entities.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { DryRunEffects } from '../parts/dry-run.tsx'
import { memberName } from '../parts/format.ts'
import { messages } from './actions.messages.ts'
import { sharedMessages } from './shared.messages.ts'
import { commonWords } from '../parts/common-words.ts'

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
  approve: (member: Member) => void
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
const describeRenewingPlan = (error: unknown) => (hasRenewingPlan(error) ? currentMessages(messages).planRenews : undefined)
const toParams = (member: Member) => ({ params: { id: member.id } })

export function useMemberActions(): MemberActions {
  return {
    approve: useApproval(),
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
function useApproval(): MemberActions['approve'] {
  const shared = useMessages(sharedMessages)
  const t = useMessages(messages)
  const openConfirm = useConfirm()
  const approve = useApiMutation('members.approveMember')
  const block = useApiMutation('members.blockMember')
  const toastUnblocked = (member: Member) =>
    toast(t.canSignIn(memberName(member)), {
      label: commonWords.undo,
      run: () => void block.mutateAsync(toParams(member)).catch(toastError),
    })
  return (member) => {
    const name = memberName(member)
    const isBlocked = member.status === 'BLOCKED'
    openConfirm({
      title: (isBlocked ? t.unblockAsk : t.approveAsk)(name),
      description: (isBlocked ? t.unblockText : t.approveText)(name),
      content: <DryRunEffects operation="members.approveMember" input={toParams(member)} />,
      confirmLabel: isBlocked ? shared.unblock : shared.approve,
      cancelLabel: commonWords.cancel,
      ...(isBlocked ? {} : { successMessage: t.isMember(name) }),
      onConfirm: () => approve.mutateAsync(toParams(member)).then(() => (isBlocked ? toastUnblocked(member) : undefined)),
    })
  }
}

function useBlocking(): MemberActions['block'] {
  const t = useMessages(messages)
  const openConfirm = useConfirm()
  const approve = useApiMutation('members.approveMember')
  const block = useApiMutation('members.blockMember')
  const blockWithPlans = useApiMutation('members.blockMemberWithPlans')
  const toastBlocked = (member: Member) =>
    toast(t.blocked(memberName(member)), {
      label: commonWords.undo,
      run: () => void approve.mutateAsync(toParams(member)).catch(toastError),
    })
  const confirmWithPlans = (member: Member) =>
    openConfirm({
      title: t.hasPlan(memberName(member)),
      description: t.stopPlan(memberName(member)),
      content: <DryRunEffects operation="members.blockMemberWithPlans" input={toParams(member)} />,
      confirmLabel: t.stopAndBlock,
      cancelLabel: commonWords.cancel,
      danger: true,
      onConfirm: () => blockWithPlans.mutateAsync(toParams(member)).then(() => toastBlocked(member)),
    })
  return (member) => {
    const name = memberName(member)
    openConfirm({
      title: t.blockAsk(name),
      description: t.blockText(name),
      content: <DryRunEffects operation="members.blockMember" input={toParams(member)} describeRefusal={describeRenewingPlan} />,
      confirmLabel: t.blockName(name.split(' ')[0]),
      cancelLabel: commonWords.cancel,
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
  const shared = useMessages(sharedMessages)
  const t = useMessages(messages)
  const openConfirm = useConfirm()
  const disconnect = useApiMutation('members.disconnectMember')
  return (member) => {
    const name = memberName(member)
    openConfirm({
      title: t.endAsk(name),
      description: t.endText(name),
      content: <DryRunEffects operation="members.disconnectMember" input={toParams(member)} />,
      confirmLabel: shared.endMembership,
      cancelLabel: commonWords.cancel,
      danger: true,
      successMessage: t.hasEnded(name),
      onConfirm: () => disconnect.mutateAsync(toParams(member)),
    })
  }
}

function useMuting(): MemberActions['mute'] {
  const t = useMessages(messages)
  const mute = useApiMutation('members.muteMember')
  const unmute = useApiMutation('members.unmuteMember')
  return (member) => {
    const muted = member.activityStatus === 'MUTED'
    return (muted ? unmute : mute).mutateAsync(toParams(member)).then(
      () =>
        toast((muted ? t.canPost : t.canNotPost)(memberName(member)), {
          label: commonWords.undo,
          run: () => void (muted ? mute : unmute).mutateAsync(toParams(member)).catch(toastError),
        }),
      toastError,
    )
  }
}

function useRemoval(): MemberActions['remove'] {
  const t = useMessages(messages)
  const openConfirm = useConfirm()
  const remove = useApiMutation('members.deleteMember')
  const removeWithPlans = useApiMutation('members.deleteMemberWithPlans')
  return (member, done) => {
    const name = memberName(member)
    const onRemoved = () => {
      toast(t.deleted(name))
      done()
    }
    const confirmWithPlans = () =>
      openConfirm({
        title: t.hasPlan(name),
        description: t.endPlans(name),
        content: <DryRunEffects operation="members.deleteMemberWithPlans" input={toParams(member)} />,
        confirmLabel: t.cancelAndDelete,
        cancelLabel: t.keep,
        danger: true,
        onConfirm: () => removeWithPlans.mutateAsync(toParams(member)).then(onRemoved),
      })
    openConfirm({
      title: t.deleteAsk(name),
      description: t.deleteText(name),
      content: <DryRunEffects operation="members.deleteMember" input={{ ...toParams(member), query: {} }} describeRefusal={describeRenewingPlan} />,
      confirmLabel: t.deleteMember,
      cancelLabel: commonWords.cancel,
      danger: true,
      onConfirm: () =>
        remove.mutateAsync({ ...toParams(member), query: {} }).then(onRemoved, (error: unknown) => {
          if (!hasRenewingPlan(error)) throw error
          setTimeout(confirmWithPlans)
        }),
    })
  }
}

const operations = { approve: 'members.bulkApproveMembers', block: 'members.bulkBlockMembers', delete: 'members.bulkDeleteMembersByFilter' } as const

function useBulkMemberActions(): MemberActions['runBulk'] {
  const t = useMessages(messages)
  const openConfirm = useConfirm()
  const mutations = {
    approve: useApiMutation('members.bulkApproveMembers'),
    block: useApiMutation('members.bulkBlockMembers'),
    delete: useApiMutation('members.bulkDeleteMembersByFilter'),
  }
  return (action, { count, filter, search }, onStarted) => {
    const { ask, confirm, text } = t.bulk[action]
    openConfirm({
      title: ask(count),
      description: text,
      content: <DryRunEffects operation={operations[action]} input={{ body: { filter, search } }} />,
      confirmLabel: confirm(count),
      cancelLabel: commonWords.cancel,
      danger: action !== 'approve',
      onConfirm: async () => onStarted((await mutations[action].mutateAsync({ body: { filter, search } })).jobId),
    })
  }
}
