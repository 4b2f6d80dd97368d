/** Ends every change of a member: writes the rows and emits the events once. */
import type { TransactionContext } from '#kit/api/context.ts'
import { onMembersSeparated } from '../hooks.ts'
import { memberActionTaken, memberUpdated, type MemberActionEvent } from '../events.ts'
import * as store from '../store/members.ts'
import { toFullMember } from './member-fields.ts'

/** Saves a locked member with its contact and answers it as stored. A member who becomes private loses all follows. */
export async function saveMember(
  ctx: TransactionContext,
  id: string,
  change: store.MemberChange,
  actionEvent?: MemberActionEvent,
): Promise<store.MemberRecord> {
  await store.updateMember(ctx, id, change)
  if (change.privacyStatus === 'PRIVATE') await onMembersSeparated.call(ctx, { memberId: id })
  const member = (await store.findMemberById(ctx, id)) as store.MemberRecord
  ctx.emit(memberUpdated(await toFullMember(ctx, member)))
  if (actionEvent) ctx.emit(memberActionTaken(actionEvent, id))
  return member
}
