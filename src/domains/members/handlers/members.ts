/** Operation → action or query → reply. Source: guide members §6–§11. */
import { runBulkItems } from '#kit/api/bulk.ts'
import type { BaseContext, ReadContext, TransactionContext } from '#kit/api/context.ts'
import type { Handlers } from '#kit/api/mount.ts'
import { parseFilter } from '#kit/query/filter.ts'
import type { WireQuery } from '#kit/query/query.ts'
import { assertNoViolations, refuseStandard } from '#kit/api/refusal.ts'
import { changeSetting, getSetting } from '#domains/site/public.ts'
import { startBulkJob } from '../actions/start-bulk-job.ts'
import { changeDefaultPrivacy, changePrivacySettings } from '../actions/change-privacy.ts'
import { changeSlug, checkSlugAvailability, slugHeldSince } from '../actions/change-slug.ts'
import { createMember } from '../actions/create-member.ts'
import { loadMemberFields, membersToWire, toFullMember } from '../actions/member-fields.ts'
import { exportMembers } from '../actions/import-members.ts'
import { exportMemberList } from '../actions/export-members.ts'
import { assertMayFilter, filterLimits, findMemberPage, type SearchInput } from '../actions/find-members.ts'
import { deleteMember, assertContentAssignee, restoreMember } from '../actions/delete-member.ts'
import { getMember } from '../actions/get-member.ts'
import { limitMemberCreation, limitOwnChanges } from '../actions/rate-limits.ts'
import { applyMemberAction } from '../actions/apply-member-action.ts'
import { loadPersonalData } from '../actions/personal-data.ts'
import { eraseMember } from '../actions/erase-member.ts'
import { findBlockWithCaller } from '../actions/visible-members.ts'
import { loadChangeContext, clearList, updateMember } from '../actions/update-member.ts'
import { createMemberIdentity, checkOwnDeletion } from '../hooks.ts'
import type { membersApi, Member } from '../contract.ts'
import { applyMemberChange } from '../rules/member-change.ts'
import { emptyContact } from '../rules/contact.ts'
import { refuse } from '../errors.ts'
import { defaultPrivacySettings, grantedFieldSet, canSee, type FieldSet } from '../rules/privacy.ts'
import * as queries from '../store/member-queries.ts'
import * as deletions from '../store/deletions.ts'
import * as store from '../store/members.ts'
import * as privacy from '../store/privacy-settings.ts'
import { memberToWire } from '../wire.ts'

type FieldSetInput = { fieldsets?: FieldSet[] | null | undefined; fieldSet?: FieldSet | null | undefined }
const requestedFieldSets = (sets: FieldSetInput): FieldSet[] => [...(sets.fieldsets ?? []), ...(sets.fieldSet ? [sets.fieldSet] : [])]

/** The member with the fields that the caller may see. */
async function toVisibleMember(ctx: ReadContext, member: store.MemberRecord, sets: FieldSetInput): Promise<{ member: Member }> {
  const set = grantedFieldSet(requestedFieldSets(sets), ctx.caller, member.id)
  return { member: (await membersToWire(ctx, [member], () => set))[0] as Member }
}
/** Replies of write operations have all fields. */
const toFullReply = async (ctx: ReadContext, member: store.MemberRecord): Promise<{ member: Member }> => ({ member: await toFullMember(ctx, member) })

/** The caller's own member; refuses callers without one. Source: guide members §6.1. */
const getCallerMemberId = ({ caller }: BaseContext): string => caller.memberId ?? refuseStandard(caller.userId ? 'NOT_FOUND' : 'PERMISSION_DENIED')

/** The member, locked, if the caller may edit them. Refuses with PERMISSION_DENIED for visible members, NOT_FOUND for all others. */
async function lockEditableMember(ctx: TransactionContext, id: string): Promise<store.MemberRecord> {
  limitOwnChanges(ctx)
  const member = (await store.lockMember(ctx, id)) ?? refuseStandard('NOT_FOUND')
  if (ctx.caller.role === 'owner' || ctx.caller.memberId === member.id) return member
  const isVisible = canSee(ctx.caller, member, await privacy.getPrivacySettings(ctx)) && !(await findBlockWithCaller(ctx, member.id))
  return refuseStandard(isVisible ? 'PERMISSION_DENIED' : 'NOT_FOUND')
}

/** A page of members with the fields that the caller may see. */
async function findMembers(ctx: ReadContext, wire: WireQuery, path: string, sets: FieldSetInput, search: SearchInput) {
  const { members, meta } = await findMemberPage(ctx, wire, { path, search })
  const viewer = ctx.caller.role === 'owner' ? ctx.caller : { role: 'visitor' as const }
  return { members: await membersToWire(ctx, members, (id) => grantedFieldSet(requestedFieldSets(sets), viewer, id)), metadata: meta }
}

/** Starts a job on the members that match a filter now. Source: guide members §11. */
async function startJobForFilter(
  ctx: TransactionContext,
  kind: 'APPROVE' | 'BLOCK' | 'DELETE',
  wire: unknown,
  search?: SearchInput,
  options: Record<string, unknown> = {},
) {
  if (typeof wire !== 'object' || wire === null || Object.keys(wire).length === 0)
    assertNoViolations([{ field: 'filter', description: 'is required; {"id": {"$exists": true}} means everyone', violatedRule: 'REQUIRED_FIELD', data: {} }])
  const filter = parseFilter(wire, queries.ownerFields, { ...filterLimits, path: 'filter' })
  assertMayFilter(ctx, filter)
  const all = queries.visibleTo(ctx, defaultPrivacySettings)
  const matching = search?.expression ? all.where(queries.matchesWords(search.expression, search.fields?.length ? search.fields : ['profile.nickname'])) : all
  return startBulkJob(
    ctx,
    kind,
    (await queries.listMemberIds(matching, filter)).map((memberId) => ({ memberId })),
    options,
  )
}

async function exportMemberData(ctx: ReadContext, id: string) {
  const member = await getMember(ctx, id)
  return { member: await toFullMember(ctx, member), ...(await loadPersonalData(ctx, { memberId: member.id, contactId: member.contactId })) }
}

const settingsToWire = (ctx: BaseContext, stored: privacy.StoredPrivacy) => ({
  memberPrivacySettings: {
    id: ctx.siteId,
    publicMemberVisibility: stored.visibility,
    publicMemberCandidates: stored.candidates,
    revision: String(stored.revision),
    updatedDate: stored.updatedAt,
  },
})
const defaultPrivacyToWire = (ctx: BaseContext, stored: privacy.StoredPrivacy) => ({
  defaultPrivacy: { id: ctx.siteId, defaultPrivacy: stored.defaultPrivacy, revision: String(stored.defaultRevision) },
})

export const membersHandlers: Handlers<typeof membersApi> = {
  getCurrentMember: async (ctx, { query }) => toVisibleMember(ctx, await getMember(ctx, getCallerMemberId(ctx)), query),
  getMember: async (ctx, { params, query }) => {
    const member = await store.findMemberById(ctx, params.id)
    if (!member || !canSee(ctx.caller, member, await privacy.getPrivacySettings(ctx))) return refuseStandard('NOT_FOUND')
    const block = await findBlockWithCaller(ctx, member.id)
    if (block) return block.blockerId === ctx.caller.memberId ? refuse('MEMBER_TO_MEMBER_BLOCKED', { memberId: member.id }) : refuseStandard('NOT_FOUND')
    return toVisibleMember(ctx, member, query)
  },
  listMembers: (ctx, { query }) =>
    findMembers(ctx, { paging: query.paging ?? null, cursorPaging: query.cursorPaging ?? null, sorting: query.sorting }, '', query, undefined),
  queryMembers: (ctx, { body }) => findMembers(ctx, (body.query ?? {}) as WireQuery, 'query', body, body.search),

  createMember: async (ctx, { body: { member: input } }) => {
    limitMemberCreation(ctx)
    const { to, errors } = applyMemberChange(
      { profile: { nickname: '', title: '', photo: null, cover: null }, contact: emptyContact },
      input,
      await loadChangeContext(ctx, input, 'drop'),
    )
    assertNoViolations(errors)
    const id = ctx.newId()
    const { nickname, title, photo, cover } = to.profile
    const member = await createMember(ctx, {
      id,
      loginEmail: input.loginEmail,
      status: 'APPROVED',
      profile: { nickname: nickname || undefined, title, photo: photo ?? undefined, cover: cover ?? undefined },
      contact: to.contact,
      privacyStatus: input.privacyStatus === 'PUBLIC' || input.privacyStatus === 'PRIVATE' ? input.privacyStatus : undefined,
    })
    await createMemberIdentity.call(ctx, { memberId: id, loginEmail: member.loginEmail })
    return toFullReply(ctx, member)
  },
  updateMember: async (ctx, { params, body }) => toFullReply(ctx, await updateMember(ctx, await lockEditableMember(ctx, params.id), body.member)),
  deleteMemberPhones: async (ctx, { params }) => toFullReply(ctx, await clearList(ctx, await lockEditableMember(ctx, params.id), 'phones')),
  deleteMemberEmails: async (ctx, { params }) => toFullReply(ctx, await clearList(ctx, await lockEditableMember(ctx, params.id), 'emails')),
  deleteMemberAddresses: async (ctx, { params }) => toFullReply(ctx, await clearList(ctx, await lockEditableMember(ctx, params.id), 'addresses')),
  checkMySlug: async (ctx, { query }) => {
    limitOwnChanges(ctx)
    const member = (await store.findMemberById(ctx, getCallerMemberId(ctx))) ?? refuseStandard('NOT_FOUND')
    return { answer: await checkSlugAvailability(ctx, member, query.slug) }
  },
  updateCurrentMemberSlug: async (ctx, { body }) => toFullReply(ctx, await changeSlug(ctx, await lockEditableMember(ctx, getCallerMemberId(ctx)), body.slug)),
  updateMemberSlug: async (ctx, { params, body }) => toFullReply(ctx, await changeSlug(ctx, await lockEditableMember(ctx, params.id), body.slug)),

  joinCommunity: async (ctx) => toFullReply(ctx, await applyMemberAction(ctx, getCallerMemberId(ctx), 'join')),
  leaveCommunity: async (ctx) => toFullReply(ctx, await applyMemberAction(ctx, getCallerMemberId(ctx), 'leave')),
  approveMember: async (ctx, { params }) => toFullReply(ctx, await applyMemberAction(ctx, params.id, 'approve')),
  blockMember: async (ctx, { params }) => toFullReply(ctx, await applyMemberAction(ctx, params.id, 'block')),
  blockMemberWithPlans: async (ctx, { params }) => toFullReply(ctx, await applyMemberAction(ctx, params.id, 'block', { endsPlans: true })),
  muteMember: async (ctx, { params }) => toFullReply(ctx, await applyMemberAction(ctx, params.id, 'mute')),
  unmuteMember: async (ctx, { params }) => toFullReply(ctx, await applyMemberAction(ctx, params.id, 'unmute')),
  disconnectMember: async (ctx, { params }) => toFullReply(ctx, await applyMemberAction(ctx, params.id, 'disconnect')),

  deleteMember: async (ctx, { params, query }) => {
    await deleteMember(ctx, params.id, { byMember: false, contentAssigneeId: query.contentAssigneeId })
    return {}
  },
  deleteMemberWithPlans: async (ctx, { params }) => {
    await deleteMember(ctx, params.id, { byMember: false, endsPlans: true })
    return {}
  },
  deleteMyMember: async (ctx, { query }) => {
    if ((await checkOwnDeletion.call(ctx, { memberId: getCallerMemberId(ctx) })).some(Boolean)) refuse('REAUTHENTICATION_REQUIRED')
    await deleteMember(ctx, getCallerMemberId(ctx), { byMember: true, contentAssigneeId: query.contentAssigneeId })
    return {}
  },
  bulkDeleteMembers: (ctx, { body }) =>
    runBulkItems(ctx, body.memberIds, async (inner, id) => (await deleteMember(inner, id, { byMember: false }), { id }), { idFrom: (id) => id }),
  bulkDeleteMembersByFilter: async (ctx, { body }) => {
    if (body.contentAssigneeId) await assertContentAssignee(ctx, body.contentAssigneeId)
    return startJobForFilter(ctx, 'DELETE', body.filter, body.search, { contentAssigneeId: body.contentAssigneeId ?? null })
  },
  bulkApproveMembers: (ctx, { body }) => startJobForFilter(ctx, 'APPROVE', body.filter, body.search),
  bulkBlockMembers: (ctx, { body }) => startJobForFilter(ctx, 'BLOCK', body.filter, body.search),

  getMemberPrivacySettings: async (ctx) => settingsToWire(ctx, await privacy.getPrivacySettings(ctx)),
  setMemberPrivacySettings: async (ctx, { body: { memberPrivacySettings: input } }) =>
    settingsToWire(
      ctx,
      await changePrivacySettings(ctx, {
        visibility: input.publicMemberVisibility ?? undefined,
        candidates: input.publicMemberCandidates ?? undefined,
        revision: input.revision,
      }),
    ),
  getDefaultPrivacyStatus: async (ctx) => defaultPrivacyToWire(ctx, await privacy.getPrivacySettings(ctx)),
  setDefaultPrivacyStatus: async (ctx, { body: { defaultPrivacy: input } }) => defaultPrivacyToWire(ctx, await changeDefaultPrivacy(ctx, input)),

  getReservedSlugs: async (ctx) => ({ words: [...(await getSetting(ctx, 'members.reservedSlugs'))] }),
  setReservedSlugs: async (ctx, { body }) => {
    const words = [...new Set(body.words.map((word) => word.toLowerCase()))].toSorted()
    await changeSetting(ctx, 'members.reservedSlugs', words)
    return { words }
  },

  memberBySlug: async (ctx, { params }) => {
    const member = await store.findMemberBySlug(ctx, params.slug, slugHeldSince(ctx))
    const settings = await privacy.getPrivacySettings(ctx)
    if (!member || !canSee(ctx.caller, member, settings) || (await findBlockWithCaller(ctx, member.id))) return refuseStandard('NOT_FOUND')
    const fields = (await loadMemberFields(ctx, [member]))(member.id).filter(
      (field) => field.defaultPrivacy === 'PUBLIC' && field.key in member.contact.customValues,
    )
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
  downloadMyData: (ctx) => exportMemberData(ctx, getCallerMemberId(ctx)),
  exportMemberData: (ctx, { params }) => exportMemberData(ctx, params.id),
  listDeletedMembers: async (ctx) => ({
    members: (await deletions.listDeletedMembers(ctx, 100)).map(({ id, loginEmail, nickname, deletedAt }) => ({
      id,
      loginEmail,
      nickname,
      deletedDate: (deletedAt ?? ctx.now).toString({ smallestUnit: 'millisecond' }),
    })),
  }),
  restoreMember: async (ctx, { params }) => toFullReply(ctx, await restoreMember(ctx, params.id)),
  eraseMember: async (ctx, { params }) => {
    await eraseMember(ctx, params.id)
    return {}
  },
  exportMembers,
  exportMemberList: (ctx, { body }) => exportMemberList(ctx, body),

  memberTimeline: async (ctx, { params, query }) => {
    const { id } = await getMember(ctx, params.id)
    const events = await store.listMemberEvents(ctx, id, query.limit ?? 50)
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
    for (const row of await store.countMembersByStatus(ctx)) counts[row.status as keyof typeof counts] = row.count
    return counts
  },
}
