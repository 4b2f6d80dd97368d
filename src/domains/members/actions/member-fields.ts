/** Which custom fields are for which members. Source: guide members §12. */
import type { ReadContext } from '#kit/api/context.ts'
import { listMemberGroups } from '../hooks.ts'
import type { Group } from '../rules/custom-fields.ts'
import { listVisibleCustomFields, filterApplicableFields, type CustomField } from '../store/custom-fields.ts'
import type { MemberRecord } from '../store/members.ts'
import { listRoleDefinitions, listRolesByMember } from '../store/roles.ts'
import { memberToWire } from '../wire.ts'
import type { Member } from '../contract.ts'
import type { FieldSet } from '../rules/privacy.ts'

type MemberRef = Pick<MemberRecord, 'id' | 'communityRole'>

/** The groups of each member: themselves, their roles, and what other domains know of (plans, badges). */
export async function loadMemberGroups(ctx: ReadContext, members: readonly MemberRef[]): Promise<Map<string, Group[]>> {
  const definitions = await listRoleDefinitions(ctx)
  const roles = await listRolesByMember(ctx, members)
  const groupMaps = await listMemberGroups.call(ctx, { memberIds: members.map((member) => member.id) })
  return new Map(
    members.map(({ id }) => [
      id,
      [
        { type: 'MEMBER' as const, id },
        ...definitions.filter((role) => roles.get(id)?.includes(role.roleKey)).map((role) => ({ type: 'ROLE' as const, id: role.id })),
        ...groupMaps.flatMap((answer) => answer.get(id) ?? []),
      ],
    ]),
  )
}

/** Member id → the fields that apply to them. Groups are loaded only when a field is limited to some. */
export async function loadMemberFields(ctx: ReadContext, members: readonly MemberRef[]): Promise<(id: string) => CustomField[]> {
  const fields = await listVisibleCustomFields(ctx)
  if (members.length === 0 || fields.every((field) => field.application === undefined)) return () => fields
  const groupsByMember = await loadMemberGroups(ctx, members)
  return (id) => filterApplicableFields(fields, groupsByMember.get(id) ?? [])
}

/** The members in a field set; custom fields are loaded for FULL only. */
export async function membersToWire(ctx: ReadContext, members: readonly MemberRecord[], fieldSetFor: (id: string) => FieldSet): Promise<Member[]> {
  const full = members.filter((member) => fieldSetFor(member.id) === 'FULL')
  const fields = full.length > 0 ? await loadMemberFields(ctx, full) : () => []
  return members.map((member) => memberToWire(member, fieldSetFor(member.id), ctx.origin, fieldSetFor(member.id) === 'FULL' ? fields(member.id) : []))
}
/** Everything about one member. */
export const toFullMember = async (ctx: ReadContext, member: MemberRecord): Promise<Member> => (await membersToWire(ctx, [member], () => 'FULL'))[0] as Member
