/** The end of every change of a member: the rows are written and the change is announced once. */
import type { Ctx } from '#kit/ctx.ts'
import { partWays } from '../asks.ts'
import { memberDid, memberUpdated, type MemberDeed } from '../events.ts'
import * as store from '../store/members.ts'
import { wholeMember } from './fields-of.ts'

export async function saved(ctx: Ctx, id: string, change: store.MemberChange, deed?: MemberDeed): Promise<store.MemberRecord> {
  await store.updateMember(ctx, id, change)
  if (change.privacyStatus === 'PRIVATE') await partWays.ask(ctx, { memberId: id })
  const member = (await store.memberById(ctx, id)) as store.MemberRecord
  ctx.announce(memberUpdated(await wholeMember(ctx, member)))
  if (deed) ctx.announce(memberDid(deed, id))
  return member
}
