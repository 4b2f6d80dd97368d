/** Tags on staff members. guide: services-and-availability 10.2 */
import type { Ctx } from '#kit/ctx.ts'
import { json } from '#kit/db/open.ts'
import { refuseStandard } from '#kit/refusal.ts'
import type { StaffMember, Tags } from '../contract.ts'
import { refuse } from '../errors.ts'
import { staffEvents } from '../events.ts'
import * as store from '../store/staff.ts'
import { showOne } from './staff.ts'

export interface TagChange {
  assignTags?: Tags | null | undefined
  unassignTags?: Tags | null | undefined
}
const kinds = ['tags', 'privateTags'] as const
const idsIn = (tags: Tags | null | undefined, kind: (typeof kinds)[number]): string[] => tags?.[kind]?.tagIds ?? []

/** Refuses a change that names no tag at all. */
export function mustNameTags({ assignTags, unassignTags }: TagChange): void {
  if (kinds.every((kind) => idsIn(assignTags, kind).length === 0 && idsIn(unassignTags, kind).length === 0)) refuse('EMPTY_ASSIGN_AND_UNASSIGN_LISTS')
}

export async function changeTags(ctx: Ctx, id: string, { assignTags, unassignTags }: TagChange): Promise<StaffMember> {
  const row = (await store.staffById(ctx, id)) ?? refuseStandard('NOT_FOUND')
  const before = row.tags as Tags
  const after = Object.fromEntries(
    kinds.map((kind) => {
      const gone = new Set(idsIn(unassignTags, kind))
      return [kind, { tagIds: [...new Set([...idsIn(before, kind), ...idsIn(assignTags, kind)])].filter((tag) => !gone.has(tag)) }]
    }),
  )
  const saved = (await store.updateStaff(ctx, id, undefined, { tags: json(after) })) ?? refuseStandard('NOT_FOUND')
  const member = await showOne(ctx, saved)
  ctx.announce(staffEvents.did('tags_modified', member, { staffMember: member, assignedTags: assignTags ?? {}, unassignedTags: unassignTags ?? {} }))
  return member
}
