/** Which custom fields are for which members. Source: guide members 12. */
import type { Ctx } from '#kit/ctx.ts'
import { belongings } from '../asks.ts'
import type { Group } from '../rules/custom-fields.ts'
import { customFields, fieldsFor, type CustomField } from '../store/custom-fields.ts'
import type { MemberRecord } from '../store/members.ts'
import { roleDefinitions, rolesOf } from '../store/roles.ts'
import { memberToWire } from '../wire.ts'
import type { Member } from '../contract.ts'
import type { FieldSet } from '../rules/privacy.ts'

type Who = Pick<MemberRecord, 'id' | 'communityRole'>

/** What each member belongs to: themselves, their roles, and what others know of (plans, badges). */
export async function belongingsOf(ctx: Ctx, members: readonly Who[]): Promise<Map<string, Group[]>> {
  const definitions = await roleDefinitions(ctx)
  const roles = await rolesOf(ctx, members)
  const known = await belongings.ask(ctx, { memberIds: members.map((member) => member.id) })
  return new Map(
    members.map(({ id }) => [
      id,
      [
        { type: 'MEMBER' as const, id },
        ...definitions.filter((role) => roles.get(id)?.includes(role.roleKey)).map((role) => ({ type: 'ROLE' as const, id: role.id })),
        ...known.flatMap((answer) => answer.get(id) ?? []),
      ],
    ]),
  )
}

/** Member id → the fields that are for them; only fields with an application need to look at the members. */
export async function fieldsOf(ctx: Ctx, members: readonly Who[]): Promise<(id: string) => CustomField[]> {
  const fields = await customFields(ctx)
  if (members.length === 0 || fields.every((field) => field.application === undefined)) return () => fields
  const by = await belongingsOf(ctx, members)
  return (id) => fieldsFor(fields, by.get(id) ?? [])
}

/** The members in a field set; custom values are looked up for FULL only. */
export async function membersToWire(ctx: Ctx, members: readonly MemberRecord[], setOf: (id: string) => FieldSet): Promise<Member[]> {
  const full = members.filter((member) => setOf(member.id) === 'FULL')
  const fields = full.length > 0 ? await fieldsOf(ctx, full) : () => []
  return members.map((member) => memberToWire(member, setOf(member.id), ctx.origin, setOf(member.id) === 'FULL' ? fields(member.id) : []))
}
/** Everything about one member. */
export const wholeMember = async (ctx: Ctx, member: MemberRecord): Promise<Member> => (await membersToWire(ctx, [member], () => 'FULL'))[0] as Member
