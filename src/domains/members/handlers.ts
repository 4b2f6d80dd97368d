/** Operation → rule, row, reply. Source: guide members 6–11. */
import type { Ctx } from '#kit/ctx.ts'
import type { Handlers } from '#kit/mount.ts'
import { parseFilter, type Filter } from '#kit/query/filter.ts'
import { readQuery, type WireQuery } from '#kit/query/query.ts'
import { orViolate, refuseStandard } from '#kit/refusal.ts'
import { eachOnItsOwn } from './actions/bulk.ts'
import { changeDefault, changeSettings } from './actions/change-privacy.ts'
import { changeSlug } from './actions/change-slug.ts'
import { createMember } from './actions/create-member.ts'
import { deleteMember } from './actions/delete-member.ts'
import { moveMember } from './actions/move-member.ts'
import { changeAt, clearList, updateMember } from './actions/update-member.ts'
import { makeIdentity } from './asks.ts'
import type { membersApi, Member } from './contract.ts'
import { changed } from './rules/change.ts'
import { emptyContact } from './rules/contact.ts'
import { defaultPrivacySettings, grantedFieldSet, maySee, type FieldSet } from './rules/privacy.ts'
import * as store from './store.ts'
import { memberToWire } from './wire.ts'

type Sets = { fieldsets?: FieldSet[] | null | undefined; fieldSet?: FieldSet | null | undefined }
const asked = (sets: Sets): FieldSet[] => [...(sets.fieldsets ?? []), ...(sets.fieldSet ? [sets.fieldSet] : [])]

/** The member as the caller gets to see them. */
async function shown(ctx: Ctx, member: store.MemberRecord, sets: Sets): Promise<{ member: Member }> {
  const set = grantedFieldSet(asked(sets), ctx.caller, member.id)
  return { member: memberToWire(member, set, set === 'FULL' ? await store.customFields(ctx) : []) }
}
/** Answers of write calls: everything. */
const whole = async (ctx: Ctx, member: store.MemberRecord): Promise<{ member: Member }> => ({
  member: memberToWire(member, 'FULL', await store.customFields(ctx)),
})

/** The caller's own member; a session without one is no permission (guide: members 6.1). */
const myId = ({ caller }: Ctx): string => caller.memberId ?? refuseStandard(caller.userId ? 'NOT_FOUND' : 'PERMISSION_DENIED')

/** The member that the caller wants to change, locked. Of others: what may be seen is forbidden, all else is unknown. */
async function mine(ctx: Ctx, id: string): Promise<store.MemberRecord> {
  const member = (await store.lockMember(ctx, id)) ?? refuseStandard('NOT_FOUND')
  if (ctx.caller.role === 'owner' || ctx.caller.memberId === member.id) return member
  return refuseStandard(maySee(ctx.caller, member, await store.privacySettings(ctx)) ? 'PERMISSION_DENIED' : 'NOT_FOUND')
}

const filterLimits = { depth: 5, conditions: 50, listSize: 100 }
const fieldNames = (filter: Filter): string[] =>
  'all' in filter
    ? filter.all.flatMap(fieldNames)
    : 'any' in filter
      ? filter.any.flatMap(fieldNames)
      : 'not' in filter
        ? fieldNames(filter.not)
        : [filter.field]

type SearchWish = { expression?: string | null | undefined; fields?: store.SearchField[] | null | undefined } | null | undefined
async function find(ctx: Ctx, wire: WireQuery, path: string, sets: Sets, search: SearchWish) {
  const isOwner = ctx.caller.role === 'owner'
  const spec = {
    name: 'members.query',
    fields: store.ownerFields,
    paging: 'offset',
    defaultSort: [{ field: 'createdDate', order: 'ASC' }],
    minLimit: 1,
    maxOffset: isOwner ? 10_000 : 1_000,
    pagingRule: 'PAGING_LIMIT_OUT_OF_RANGE',
    maxSortKeys: 3,
    filterLimits,
    path,
  } as const
  const query = readQuery(wire, spec)
  const searchIn = search?.fields?.length ? search.fields : (['profile.nickname'] as const)
  if (!isOwner) {
    const open = store.strangerFields
    const closed =
      fieldNames(query.filter).some((name) => !open[name] || open[name].filter === false) ||
      query.sort.some((key) => key.field !== 'id' && !open[key.field]?.sort) ||
      (search?.expression && searchIn.some((name) => !open[name]))
    if (closed) refuseStandard('PERMISSION_DENIED')
  }
  let visible = store.visibleTo(ctx, await store.privacySettings(ctx))
  // Disconnected members are off the owner's lists unless the filter is about status or certain people.
  if (isOwner && !fieldNames(query.filter).some((name) => name === 'status' || name === 'id')) visible = store.exceptOffline(visible)
  if (search?.expression) visible = store.searched(visible, search.expression, searchIn)
  const { members, meta } = await store.page(visible, isOwner ? query : { ...query, spec: { ...spec, fields: store.strangerFields } })
  const fields = isOwner && asked(sets).includes('FULL') ? await store.customFields(ctx) : []
  return {
    members: members.map((member) => memberToWire(member, grantedFieldSet(asked(sets), isOwner ? ctx.caller : { role: 'visitor' }, member.id), fields)),
    metadata: meta,
  }
}

/** The ids that a by-filter call is about, fixed when it is made. */
async function chosen(ctx: Ctx, wire: unknown, search?: SearchWish): Promise<string[]> {
  if (typeof wire !== 'object' || wire === null || Object.keys(wire).length === 0)
    orViolate([{ field: 'filter', description: 'is required; {"id": {"$exists": true}} means everybody', violatedRule: 'REQUIRED_FIELD', data: {} }])
  const filter = parseFilter(wire, store.ownerFields, { ...filterLimits, path: 'filter' })
  return ctx.write((inner) => {
    const all = store.visibleTo(inner, defaultPrivacySettings)
    return store.idsOf(search?.expression ? store.searched(all, search.expression, search.fields?.length ? search.fields : ['profile.nickname']) : all, filter)
  })
}
const started = (ctx: Ctx) => ({ jobId: ctx.newId() })

const settingsToWire = (ctx: Ctx, now: store.StoredPrivacy) => ({
  memberPrivacySettings: {
    id: ctx.siteId,
    publicMemberVisibility: now.visibility,
    publicMemberCandidates: now.candidates,
    revision: String(now.revision),
    updatedDate: now.updatedAt,
  },
})
const defaultToWire = (ctx: Ctx, now: store.StoredPrivacy) => ({
  defaultPrivacy: { id: ctx.siteId, defaultPrivacy: now.defaultPrivacy, revision: String(now.defaultRevision) },
})

export const membersHandlers: Handlers<typeof membersApi> = {
  getCurrentMember: async (ctx, { query }) => shown(ctx, (await store.memberById(ctx, myId(ctx))) ?? refuseStandard('NOT_FOUND'), query),
  getMember: async (ctx, { params, query }) => {
    const member = await store.memberById(ctx, params.id)
    if (!member || !maySee(ctx.caller, member, await store.privacySettings(ctx))) return refuseStandard('NOT_FOUND')
    return shown(ctx, member, query)
  },
  listMembers: (ctx, { query }) => find(ctx, { paging: query.paging ?? null, sorting: query.sorting }, '', query, undefined),
  queryMembers: (ctx, { body }) => find(ctx, (body.query ?? {}) as WireQuery, 'query', body, body.search),

  createMember: async (ctx, { body: { member: wish } }) => {
    const { to, flaws } = changed({ profile: { nickname: '', title: '', photo: null, cover: null }, contact: emptyContact }, wish, await changeAt(ctx, 'drop'))
    orViolate(flaws)
    const id = ctx.newId()
    const { nickname, title, photo, cover } = to.profile
    const member = await createMember(ctx, {
      id,
      loginEmail: wish.loginEmail,
      status: 'APPROVED',
      profile: { nickname: nickname || undefined, title, photo: photo ?? undefined, cover: cover ?? undefined },
      contact: to.contact,
      privacyStatus: wish.privacyStatus === 'PUBLIC' || wish.privacyStatus === 'PRIVATE' ? wish.privacyStatus : undefined,
    })
    await makeIdentity.ask(ctx, { memberId: id, loginEmail: member.loginEmail })
    return whole(ctx, member)
  },
  updateMember: async (ctx, { params, body }) => whole(ctx, await updateMember(ctx, await mine(ctx, params.id), body.member)),
  deleteMemberPhones: async (ctx, { params }) => whole(ctx, await clearList(ctx, await mine(ctx, params.id), 'phones')),
  deleteMemberEmails: async (ctx, { params }) => whole(ctx, await clearList(ctx, await mine(ctx, params.id), 'emails')),
  deleteMemberAddresses: async (ctx, { params }) => whole(ctx, await clearList(ctx, await mine(ctx, params.id), 'addresses')),
  updateCurrentMemberSlug: async (ctx, { body }) => whole(ctx, await changeSlug(ctx, await mine(ctx, myId(ctx)), body.slug)),
  updateMemberSlug: async (ctx, { params, body }) => whole(ctx, await changeSlug(ctx, await mine(ctx, params.id), body.slug)),

  joinCommunity: async (ctx) => whole(ctx, await moveMember(ctx, myId(ctx), 'join')),
  leaveCommunity: async (ctx) => whole(ctx, await moveMember(ctx, myId(ctx), 'leave')),
  approveMember: async (ctx, { params }) => whole(ctx, await moveMember(ctx, params.id, 'approve')),
  blockMember: async (ctx, { params }) => whole(ctx, await moveMember(ctx, params.id, 'block')),
  muteMember: async (ctx, { params }) => whole(ctx, await moveMember(ctx, params.id, 'mute')),
  unmuteMember: async (ctx, { params }) => whole(ctx, await moveMember(ctx, params.id, 'unmute')),
  disconnectMember: async (ctx, { params }) => whole(ctx, await moveMember(ctx, params.id, 'disconnect')),

  deleteMember: async (ctx, { params, query }) => {
    await deleteMember(ctx, params.id, { byMember: false, contentAssigneeId: query.contentAssigneeId })
    return {}
  },
  deleteMyMember: async (ctx, { query }) => {
    await deleteMember(ctx, myId(ctx), { byMember: true, contentAssigneeId: query.contentAssigneeId })
    return {}
  },
  bulkDeleteMembers: (ctx, { body }) => eachOnItsOwn(ctx, body.memberIds, (inner, id) => deleteMember(inner, id, { byMember: false })),
  bulkDeleteMembersByFilter: async (ctx, { body }) => {
    await eachOnItsOwn(ctx, await chosen(ctx, body.filter, body.search), (inner, id) =>
      deleteMember(inner, id, { byMember: false, contentAssigneeId: body.contentAssigneeId }),
    )
    return started(ctx)
  },
  bulkApproveMembers: async (ctx, { body }) => {
    await eachOnItsOwn(ctx, await chosen(ctx, body.filter), (inner, id) => moveMember(inner, id, 'approve'))
    return started(ctx)
  },
  bulkBlockMembers: async (ctx, { body }) => {
    await eachOnItsOwn(ctx, await chosen(ctx, body.filter), (inner, id) => moveMember(inner, id, 'block'))
    return started(ctx)
  },

  getMemberPrivacySettings: async (ctx) => settingsToWire(ctx, await store.privacySettings(ctx)),
  setMemberPrivacySettings: async (ctx, { body: { memberPrivacySettings: wish } }) =>
    settingsToWire(
      ctx,
      await changeSettings(ctx, {
        visibility: wish.publicMemberVisibility ?? undefined,
        candidates: wish.publicMemberCandidates ?? undefined,
        revision: wish.revision,
      }),
    ),
  getDefaultPrivacyStatus: async (ctx) => defaultToWire(ctx, await store.privacySettings(ctx)),
  setDefaultPrivacyStatus: async (ctx, { body: { defaultPrivacy: wish } }) => defaultToWire(ctx, await changeDefault(ctx, wish)),

  memberTimeline: async (ctx, { params, query }) => {
    if (!(await store.memberById(ctx, params.id))) refuseStandard('NOT_FOUND')
    const events = await store.eventsOf(ctx, params.id, query.limit ?? 50)
    return {
      events: events.map(({ identity, happenedAt, ...event }) => ({
        ...event,
        happenedDate: happenedAt.toString({ smallestUnit: 'millisecond' }),
        by: identity as Record<string, unknown>,
      })),
    }
  },
  memberCounts: async (ctx) => {
    const counts = { PENDING: 0, APPROVED: 0, BLOCKED: 0, OFFLINE: 0 }
    for (const row of await store.countByStatus(ctx)) counts[row.status as keyof typeof counts] = row.count
    return counts
  },
}
