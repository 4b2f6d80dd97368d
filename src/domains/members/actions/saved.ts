/** The end of every change of a member: the rows are written and the change is announced once. */
import type { Ctx } from '#kit/ctx.ts'
import { memberDid, memberUpdated, type MemberDeed } from '../events.ts'
import * as store from '../store.ts'
import { memberToWire } from '../wire.ts'

export async function saved(ctx: Ctx, id: string, change: store.MemberChange, deed?: MemberDeed): Promise<store.MemberRecord> {
  await store.updateMember(ctx, id, change)
  const member = (await store.memberById(ctx, id)) as store.MemberRecord
  ctx.announce(memberUpdated(memberToWire(member, 'FULL', await store.customFields(ctx))))
  if (deed) ctx.announce(memberDid(deed, id))
  return member
}
