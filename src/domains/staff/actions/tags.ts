/** Tags on staff members. Source: guide services-and-availability §10.2. */
import type { TransactionContext } from '#kit/api/context.ts'
import { json } from '#kit/db/open.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import type { StaffMember, Tags } from '../contract.ts'
import { refuse } from '../errors.ts'
import { staffEvents } from '../events.ts'
import * as store from '../store/staff.ts'
import { showStaffMember } from './staff.ts'

export interface TagChange {
  assignTags?: Tags | null | undefined
  unassignTags?: Tags | null | undefined
}
const tagKinds = ['tags', 'privateTags'] as const
const readTagIds = (tags: Tags | null | undefined, kind: (typeof tagKinds)[number]): string[] => tags?.[kind]?.tagIds ?? []

/** Refuses with 400 when the change names no tag. */
export function assertTagsNamed({ assignTags, unassignTags }: TagChange): void {
  if (tagKinds.every((kind) => readTagIds(assignTags, kind).length === 0 && readTagIds(unassignTags, kind).length === 0))
    refuse('EMPTY_ASSIGN_AND_UNASSIGN_LISTS')
}

/** Adds and removes tags. Refuses with NOT_FOUND. */
export async function changeTags(ctx: TransactionContext, id: string, { assignTags, unassignTags }: TagChange): Promise<StaffMember> {
  const row = (await store.staffById(ctx, id)) ?? refuseStandard('NOT_FOUND')
  const before = row.tags as Tags
  const after = Object.fromEntries(
    tagKinds.map((kind) => {
      const unassigned = new Set(readTagIds(unassignTags, kind))
      return [kind, { tagIds: [...new Set([...readTagIds(before, kind), ...readTagIds(assignTags, kind)])].filter((tag) => !unassigned.has(tag)) }]
    }),
  )
  const saved = (await store.updateStaff(ctx, id, undefined, { tags: json(after) })) ?? refuseStandard('NOT_FOUND')
  const member = await showStaffMember(ctx, saved)
  ctx.emit(staffEvents.action('tags_modified', member, { staffMember: member, assignedTags: assignTags ?? {}, unassignedTags: unassignTags ?? {} }))
  return member
}
