/** Operation → rule, row, reply. Source: guide members 6–11. */
import { eachOnItsOwn } from '#kit/bulk.ts'
import type { Ctx } from '#kit/ctx.ts'
import { file } from '#kit/answer.ts'
import type { Handlers } from '#kit/mount.ts'
import { parseFilter, type Filter } from '#kit/query/filter.ts'
import { readQuery, type WireQuery } from '#kit/query/query.ts'
import { orViolate, refuseStandard } from '#kit/refusal.ts'
import { changeSetting, setting } from '#domains/site/public.ts'
import { beginJob } from '../actions/begin-job.ts'
import { changeDefault, changeSettings } from '../actions/change-privacy.ts'
import { changeSlug, slugAnswer, slugHeldSince } from '../actions/change-slug.ts'
import { createMember } from '../actions/create-member.ts'
import { fieldsOf, membersToWire, wholeMember } from '../actions/fields-of.ts'
import { beginImport, membersAsCsv, previewImport } from '../actions/import-members.ts'
import { deleteMember, heirOf, restoreMember } from '../actions/delete-member.ts'
import { limitCreating, limitOwnChanges, limitReading } from '../actions/limit.ts'
import { moveMember } from '../actions/move-member.ts'
import { recordsOfPerson } from '../actions/records-of-person.ts'
import { eraseNow } from '../actions/purge-member.ts'
import { blockWith } from '../actions/seen-by-caller.ts'
import { changeAt, clearList, updateMember } from '../actions/update-member.ts'
import { makeIdentity, mayDeleteMany, mayLeave } from '../asks.ts'
import type { membersApi, Member } from '../contract.ts'
import { changed } from '../rules/change.ts'
import { emptyContact } from '../rules/contact.ts'
import { refuse } from '../errors.ts'
import { defaultPrivacySettings, grantedFieldSet, maySee, type FieldSet } from '../rules/privacy.ts'
import * as finding from '../store/finding.ts'
import * as leaving from '../store/leaving.ts'
import * as store from '../store/members.ts'
import * as privacy from '../store/privacy-settings.ts'
import { memberToWire } from '../wire.ts'

type Sets = { fieldsets?: FieldSet[] | null | undefined; fieldSet?: FieldSet | null | undefined }
const asked = (sets: Sets): FieldSet[] => [...(sets.fieldsets ?? []), ...(sets.fieldSet ? [sets.fieldSet] : [])]

/** The member as the caller gets to see them. */
async function shown(ctx: Ctx, member: store.MemberRecord, sets: Sets): Promise<{ member: Member }> {
  const set = grantedFieldSet(asked(sets), ctx.caller, member.id)
  return { member: (await membersToWire(ctx, [member], () => set))[0] as Member }
}
/** Answers of write calls: everything. */
const whole = async (ctx: Ctx, member: store.MemberRecord): Promise<{ member: Member }> => ({ member: await wholeMember(ctx, member) })

/** The caller's own member; a session without one is no permission (guide: members 6.1). */
const myId = ({ caller }: Ctx): string => caller.memberId ?? refuseStandard(caller.userId ? 'NOT_FOUND' : 'PERMISSION_DENIED')

/** Deleting many at once is not for an unattended dashboard. */
async function deletesMany(ctx: Ctx): Promise<void> {
  if ((await mayDeleteMany.ask(ctx)).some(Boolean)) refuse('REAUTHENTICATION_REQUIRED')
}

/** The member that the caller wants to change, locked. Of others: what may be seen is forbidden, all else is unknown. */
async function mine(ctx: Ctx, id: string): Promise<store.MemberRecord> {
  limitOwnChanges(ctx)
  const member = (await store.lockMember(ctx, id)) ?? refuseStandard('NOT_FOUND')
  if (ctx.caller.role === 'owner' || ctx.caller.memberId === member.id) return member
  const isSeen = maySee(ctx.caller, member, await privacy.privacySettings(ctx)) && !(await blockWith(ctx, member.id))
  return refuseStandard(isSeen ? 'PERMISSION_DENIED' : 'NOT_FOUND')
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

type SearchWish = { expression?: string | null | undefined; fields?: finding.SearchField[] | null | undefined } | null | undefined
async function find(ctx: Ctx, wire: WireQuery, path: string, sets: Sets, search: SearchWish) {
  limitReading(ctx)
  const isOwner = ctx.caller.role === 'owner'
  const spec = {
    name: 'members.query',
    fields: finding.ownerFields,
    paging: 'both',
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
    const open = finding.strangerFields
    const closed =
      fieldNames(query.filter).some((name) => !open[name] || open[name].filter === false) ||
      query.sort.some((key) => key.field !== 'id' && !open[key.field]?.sort) ||
      (search?.expression && searchIn.some((name) => !open[name]))
    if (closed) refuseStandard('PERMISSION_DENIED')
  }
  let visible = finding.visibleTo(ctx, await privacy.privacySettings(ctx))
  // Disconnected members are off the owner's lists unless the filter is about status or certain people.
  if (isOwner && !fieldNames(query.filter).some((name) => name === 'status' || name === 'id')) visible = finding.exceptOffline(visible)
  const words = search?.expression ? finding.hasWords(search.expression, searchIn) : undefined
  const { members, meta } = await finding.page(ctx, visible, isOwner ? query : { ...query, spec: { ...spec, fields: finding.strangerFields } }, words)
  const onlooker = isOwner ? ctx.caller : { role: 'visitor' as const }
  return { members: await membersToWire(ctx, members, (id) => grantedFieldSet(asked(sets), onlooker, id)), metadata: meta }
}

/** Begins the work on the members that a filter finds now (guide: members 11). */
async function begun(ctx: Ctx, kind: 'APPROVE' | 'BLOCK' | 'DELETE', wire: unknown, search?: SearchWish, options: Record<string, unknown> = {}) {
  if (typeof wire !== 'object' || wire === null || Object.keys(wire).length === 0)
    orViolate([{ field: 'filter', description: 'is required; {"id": {"$exists": true}} means everybody', violatedRule: 'REQUIRED_FIELD', data: {} }])
  const filter = parseFilter(wire, finding.ownerFields, { ...filterLimits, path: 'filter' })
  const all = finding.visibleTo(ctx, defaultPrivacySettings)
  const narrowed = search?.expression ? all.where(finding.hasWords(search.expression, search.fields?.length ? search.fields : ['profile.nickname'])) : all
  return beginJob(
    ctx,
    kind,
    (await finding.idsOf(narrowed, filter)).map((memberId) => ({ memberId })),
    options,
  )
}

async function dataOfMember(ctx: Ctx, id: string) {
  const member = (await store.memberById(ctx, id)) ?? refuseStandard('NOT_FOUND')
  return { member: await wholeMember(ctx, member), ...(await recordsOfPerson(ctx, { memberId: member.id, contactId: member.contactId })) }
}

const settingsToWire = (ctx: Ctx, now: privacy.StoredPrivacy) => ({
  memberPrivacySettings: {
    id: ctx.siteId,
    publicMemberVisibility: now.visibility,
    publicMemberCandidates: now.candidates,
    revision: String(now.revision),
    updatedDate: now.updatedAt,
  },
})
const defaultToWire = (ctx: Ctx, now: privacy.StoredPrivacy) => ({
  defaultPrivacy: { id: ctx.siteId, defaultPrivacy: now.defaultPrivacy, revision: String(now.defaultRevision) },
})

export const membersHandlers: Handlers<typeof membersApi> = {
  getCurrentMember: async (ctx, { query }) => shown(ctx, (await store.memberById(ctx, myId(ctx))) ?? refuseStandard('NOT_FOUND'), query),
  getMember: async (ctx, { params, query }) => {
    const member = await store.memberById(ctx, params.id)
    if (!member || !maySee(ctx.caller, member, await privacy.privacySettings(ctx))) return refuseStandard('NOT_FOUND')
    const block = await blockWith(ctx, member.id)
    if (block) return block.blockerId === ctx.caller.memberId ? refuse('MEMBER_TO_MEMBER_BLOCKED', { memberId: member.id }) : refuseStandard('NOT_FOUND')
    return shown(ctx, member, query)
  },
  listMembers: (ctx, { query }) =>
    find(ctx, { paging: query.paging ?? null, cursorPaging: query.cursorPaging ?? null, sorting: query.sorting }, '', query, undefined),
  queryMembers: (ctx, { body }) => find(ctx, (body.query ?? {}) as WireQuery, 'query', body, body.search),

  createMember: async (ctx, { body: { member: wish } }) => {
    limitCreating(ctx)
    const { to, flaws } = changed(
      { profile: { nickname: '', title: '', photo: null, cover: null }, contact: emptyContact },
      wish,
      await changeAt(ctx, wish, 'drop'),
    )
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
  checkMySlug: async (ctx, { query }) => ({ answer: await slugAnswer(ctx, await mine(ctx, myId(ctx)), query.slug) }),
  updateCurrentMemberSlug: async (ctx, { body }) => whole(ctx, await changeSlug(ctx, await mine(ctx, myId(ctx)), body.slug)),
  updateMemberSlug: async (ctx, { params, body }) => whole(ctx, await changeSlug(ctx, await mine(ctx, params.id), body.slug)),

  joinCommunity: async (ctx) => whole(ctx, await moveMember(ctx, myId(ctx), 'join')),
  leaveCommunity: async (ctx) => whole(ctx, await moveMember(ctx, myId(ctx), 'leave')),
  approveMember: async (ctx, { params }) => whole(ctx, await moveMember(ctx, params.id, 'approve')),
  blockMember: async (ctx, { params }) => whole(ctx, await moveMember(ctx, params.id, 'block')),
  blockMemberWithPlans: async (ctx, { params }) => whole(ctx, await moveMember(ctx, params.id, 'block', { endsPlans: true })),
  muteMember: async (ctx, { params }) => whole(ctx, await moveMember(ctx, params.id, 'mute')),
  unmuteMember: async (ctx, { params }) => whole(ctx, await moveMember(ctx, params.id, 'unmute')),
  disconnectMember: async (ctx, { params }) => whole(ctx, await moveMember(ctx, params.id, 'disconnect')),

  deleteMember: async (ctx, { params, query }) => {
    await deleteMember(ctx, params.id, { byMember: false, contentAssigneeId: query.contentAssigneeId })
    return {}
  },
  deleteMemberWithPlans: async (ctx, { params }) => {
    await deleteMember(ctx, params.id, { byMember: false, endsPlans: true })
    return {}
  },
  deleteMyMember: async (ctx, { query }) => {
    if ((await mayLeave.ask(ctx, { memberId: myId(ctx) })).some(Boolean)) refuse('REAUTHENTICATION_REQUIRED')
    await deleteMember(ctx, myId(ctx), { byMember: true, contentAssigneeId: query.contentAssigneeId })
    return {}
  },
  bulkDeleteMembers: async (ctx, { body }) => {
    await ctx.write(deletesMany)
    return eachOnItsOwn(ctx, body.memberIds, async (inner, id) => (await deleteMember(inner, id, { byMember: false }), { id }), { idOf: (id) => id })
  },
  bulkDeleteMembersByFilter: async (ctx, { body }) => {
    await deletesMany(ctx)
    if (body.contentAssigneeId) await heirOf(ctx, body.contentAssigneeId)
    return begun(ctx, 'DELETE', body.filter, body.search, { contentAssigneeId: body.contentAssigneeId ?? null })
  },
  bulkApproveMembers: (ctx, { body }) => begun(ctx, 'APPROVE', body.filter, body.search),
  bulkBlockMembers: (ctx, { body }) => begun(ctx, 'BLOCK', body.filter, body.search),

  getMemberPrivacySettings: async (ctx) => settingsToWire(ctx, await privacy.privacySettings(ctx)),
  setMemberPrivacySettings: async (ctx, { body: { memberPrivacySettings: wish } }) =>
    settingsToWire(
      ctx,
      await changeSettings(ctx, {
        visibility: wish.publicMemberVisibility ?? undefined,
        candidates: wish.publicMemberCandidates ?? undefined,
        revision: wish.revision,
      }),
    ),
  getDefaultPrivacyStatus: async (ctx) => defaultToWire(ctx, await privacy.privacySettings(ctx)),
  setDefaultPrivacyStatus: async (ctx, { body: { defaultPrivacy: wish } }) => defaultToWire(ctx, await changeDefault(ctx, wish)),

  getReservedSlugs: async (ctx) => ({ words: [...(await setting(ctx, 'members.reservedSlugs'))] }),
  setReservedSlugs: async (ctx, { body }) => {
    const words = [...new Set(body.words.map((word) => word.toLowerCase()))].toSorted()
    await changeSetting(ctx, 'members.reservedSlugs', words)
    return { words }
  },

  memberBySlug: async (ctx, { params }) => {
    const member = await store.memberBySlug(ctx, params.slug, slugHeldSince(ctx))
    const settings = await privacy.privacySettings(ctx)
    if (!member || !maySee(ctx.caller, member, settings) || (await blockWith(ctx, member.id))) return refuseStandard('NOT_FOUND')
    const fields = (await fieldsOf(ctx, [member]))(member.id).filter((field) => field.defaultPrivacy === 'PUBLIC' && field.key in member.contact.customValues)
    return {
      member: memberToWire(member, 'PUBLIC', ctx.origin),
      fields: fields.map(({ key, name, fieldType, socialType }) => ({
        key,
        name,
        fieldType,
        socialType: socialType ?? undefined,
        value: String(member.contact.customValues[key]),
      })),
      forAll: settings.visibility === 'VISIBLE_TO_ALL',
    }
  },
  downloadMyData: (ctx) => dataOfMember(ctx, myId(ctx)),
  exportMemberData: (ctx, { params }) => dataOfMember(ctx, params.id),
  listDeletedMembers: async (ctx) => ({
    members: (await leaving.deletedMembers(ctx, 100)).map(({ id, loginEmail, nickname, deletedAt }) => ({
      id,
      loginEmail,
      nickname,
      deletedDate: (deletedAt ?? ctx.now).toString({ smallestUnit: 'millisecond' }),
    })),
  }),
  restoreMember: async (ctx, { params }) => whole(ctx, await restoreMember(ctx, params.id)),
  eraseMember: async (ctx, { params }) => {
    await eraseNow(ctx, params.id)
    return {}
  },
  exportMembers: async (ctx) => file('members.csv', 'text/csv; charset=utf-8', await membersAsCsv(ctx)),
  previewImport: async (ctx, { body }) => previewImport(ctx, body),
  importMembers: async (ctx, { body }) => beginImport(ctx, body),

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
