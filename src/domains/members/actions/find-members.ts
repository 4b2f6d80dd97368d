/** Pages of members by filter and search, as far as the caller sees them. Source: guide members §6. */
import type { ReadContext } from '#kit/api/context.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import type { Filter } from '#kit/query/filter.ts'
import { readQuery, type BoundedMeta, type CursorMeta, type WireQuery } from '#kit/query/query.ts'
import * as queries from '../store/member-queries.ts'
import type { MemberRecord } from '../store/members.ts'
import * as privacy from '../store/privacy-settings.ts'
import { limitMemberReads } from './rate-limits.ts'

export const filterLimits = { depth: 5, conditions: 50, listSize: 100 }
/** What a filter finds out about bookings and plans, only those learn who may read them. */
const fieldPermissions: Readonly<Record<string, string | readonly string[]>> = {
  'business.bookings': 'BOOKINGS.BOOKING_READ',
  'business.lastBookingEnd': 'BOOKINGS.BOOKING_READ',
  'business.noShows': 'BOOKINGS.BOOKING_READ',
  'business.runningPlans': 'PRICING_PLANS.READ_ORDERS',
  'business.unpaid': ['BOOKINGS.BOOKING_READ', 'PRICING_PLANS.READ_ORDERS'],
}
/** Refuses with PERMISSION_DENIED a filter on what the caller may not read. */
export function assertMayFilter({ caller }: ReadContext, filter: Filter): void {
  const needed = queries.filterFieldNames(filter).flatMap((name) => fieldPermissions[name] ?? [])
  if (caller.role === 'owner' && caller.permissions && needed.some((one) => !caller.permissions?.includes(one))) refuseStandard('PERMISSION_DENIED')
}

export type SearchInput = { expression?: string | null | undefined; fields?: queries.SearchField[] | null | undefined } | null | undefined

/** A page of members. `path` is where the query stands in the request. Refuses with PERMISSION_DENIED, violates a query that is wrong. */
export async function findMemberPage(
  ctx: ReadContext,
  wire: WireQuery,
  { path, search, maxLimit = 100 }: { path: string; search: SearchInput; maxLimit?: number },
): Promise<{ members: MemberRecord[]; meta: BoundedMeta | CursorMeta }> {
  limitMemberReads(ctx)
  const isOwner = ctx.caller.role === 'owner'
  const spec = {
    name: 'members.query',
    fields: queries.ownerFields,
    paging: 'both',
    defaultSort: [{ field: 'createdDate', order: 'ASC' }],
    minLimit: 1,
    maxLimit,
    maxOffset: isOwner ? 10_000 : 1_000,
    pagingRule: 'PAGING_LIMIT_OUT_OF_RANGE',
    maxSortKeys: 3,
    filterLimits,
    path,
  } as const
  const query = readQuery(wire, spec)
  assertMayFilter(ctx, query.filter)
  const searchIn = search?.fields?.length ? search.fields : (['profile.nickname'] as const)
  if (!isOwner) {
    const publicFields = queries.publicFields
    const usesPrivateFields =
      queries.filterFieldNames(query.filter).some((name) => !publicFields[name] || publicFields[name].filter === false) ||
      query.sort.some((key) => key.field !== 'id' && !publicFields[key.field]?.sort) ||
      (search?.expression && searchIn.some((name) => !publicFields[name]))
    if (usesPrivateFields) refuseStandard('PERMISSION_DENIED')
  }
  let visible = queries.visibleTo(ctx, await privacy.getPrivacySettings(ctx))
  // The owner's lists leave disconnected members out unless the filter names status or ids.
  if (isOwner && !queries.filterFieldNames(query.filter).some((name) => name === 'status' || name === 'id')) visible = queries.excludeOffline(visible)
  const textMatch = search?.expression ? queries.matchesWords(search.expression, searchIn) : undefined
  return queries.findMembersPage(ctx, visible, isOwner ? query : { ...query, spec: { ...spec, fields: queries.publicFields } }, textMatch)
}
