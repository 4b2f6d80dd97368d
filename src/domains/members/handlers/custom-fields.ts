/** Custom fields: operation → action, rows → wire. Source: guide members §12. */
import type { ReadContext } from '#kit/api/context.ts'
import type { Handlers } from '#kit/api/mount.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import * as actions from '../actions/change-custom-fields.ts'
import { loadMemberGroups } from '../actions/member-fields.ts'
import type { customFieldsApi } from '../contract/custom-fields.ts'
import { appliesToGroups, commonSuggestions, type Application, type Group, type GroupType } from '../rules/custom-fields.ts'
import * as store from '../store/custom-fields.ts'
import { findMembersByIds } from '../store/members.ts'
import { listRoleDefinitions } from '../store/roles.ts'

const toWire = (field: store.CustomField) => ({
  id: field.id,
  name: field.name,
  key: field.key,
  defaultPrivacy: field.defaultPrivacy,
  fieldType: field.fieldType,
  socialType: field.socialType ?? undefined,
  fieldOrigin: field.fieldOrigin,
  appliesTo: field.application ? ('SELECTED_MEMBERS' as const) : ('ALL_MEMBERS' as const),
  section: field.section,
  createdDate: field.createdDate,
  updatedDate: field.updatedDate,
  revision: String(field.revision),
})
const applicationToWire = (field: store.CustomField, { applications, exclusions, revision }: Application & { revision: number }) => ({
  customFieldId: field.id,
  customFieldKey: field.key,
  applications: { items: applications.map(({ type, id }) => ({ applicationType: type, entityId: id })) },
  exclusions: { items: exclusions.map(({ type, id }) => ({ exclusionType: type, entityId: id })) },
  revision: String(revision),
})

interface GroupsInput {
  applications?: { items?: { applicationType: GroupType; entityId: string }[] | null | undefined } | null | undefined
  exclusions?: { items?: { exclusionType: GroupType; entityId: string }[] | null | undefined } | null | undefined
}
const toApplicationGroups = ({ applications, exclusions }: GroupsInput): Partial<Application> => ({
  ...(applications?.items && { applications: applications.items.map((item): Group => ({ type: item.applicationType, id: item.entityId.toLowerCase() })) }),
  ...(exclusions?.items && { exclusions: exclusions.items.map((item): Group => ({ type: item.exclusionType, id: item.entityId.toLowerCase() })) }),
})

const fieldApplications = (fields: readonly store.CustomField[], memberGroups: readonly Group[]) =>
  fields.map((field) => ({ customFieldKey: field.key, applies: appliesToGroups(field.application, memberGroups), customField: toWire(field) }))

type Paging = { limit?: number | null | undefined; offset?: number | null | undefined } | null | undefined
/** Pages of a list that is short enough to be loaded whole. */
function paginate<T>(items: readonly T[], paging: Paging): { page: T[]; metadata: { count: number; offset: number; total: number; tooManyToCount: boolean } } {
  const offset = Math.max(0, paging?.offset ?? 0)
  const page = items.slice(offset, offset + Math.min(100, Math.max(0, paging?.limit ?? 100)))
  return { page, metadata: { count: page.length, offset, total: items.length, tooManyToCount: false } }
}

async function listSuggestions(ctx: ReadContext, paging: Paging) {
  const fields = await store.listFields(ctx)
  const names = new Set(fields.map((field) => field.name.toLowerCase()))
  const all = [
    ...fields
      .filter((field) => field.isHidden)
      .map(({ name, defaultPrivacy, fieldType, socialType, id }) => ({
        name,
        defaultPrivacy,
        fieldType,
        socialType: socialType ?? undefined,
        fieldOrigin: 'CUSTOM' as const,
        customFieldId: id,
      })),
    ...commonSuggestions.filter((one) => !names.has(one.name.toLowerCase())).map((one) => ({ ...one, fieldOrigin: 'CUSTOM' as const })),
  ]
  const { page, metadata } = paginate(all, paging)
  return { suggestions: page, metadata }
}

const getField = async (ctx: ReadContext, id: string): Promise<store.CustomField> =>
  (await store.listFields(ctx)).find((field) => field.id === id.toLowerCase()) ?? refuseStandard('NOT_FOUND')
/** The visible fields; members get those that apply to them. */
async function fieldsForCaller(ctx: ReadContext): Promise<store.CustomField[]> {
  const fields = (await store.listFields(ctx)).filter((field) => !field.isHidden)
  if (ctx.caller.role === 'owner' || fields.every((field) => field.application === undefined)) return fields
  const [me] = await findMembersByIds(ctx, ctx.caller.memberId ? [ctx.caller.memberId] : [])
  return store.filterApplicableFields(fields, me ? ((await loadMemberGroups(ctx, [me])).get(me.id) ?? []) : [])
}
const nullToUndefined = <T>(value: T | null | undefined): T | undefined => value ?? undefined

export const customFieldsHandlers: Handlers<typeof customFieldsApi> = {
  createCustomField: async (ctx, { body: { field } }) => ({
    field: toWire(
      await actions.createField(ctx, {
        name: field.name,
        fieldType: nullToUndefined(field.fieldType),
        socialType: nullToUndefined(field.socialType),
        defaultPrivacy: nullToUndefined(field.defaultPrivacy),
      }),
    ),
  }),
  listCustomFields: async (ctx, { query }) => {
    const { page, metadata } = paginate(await fieldsForCaller(ctx), query.paging)
    return { fields: page.map(toWire), metadata }
  },
  getCustomField: async (ctx, { params }) => {
    if (ctx.caller.role === 'owner') return { field: toWire(await getField(ctx, params.id)) }
    return { field: toWire((await fieldsForCaller(ctx)).find((field) => field.id === params.id.toLowerCase()) ?? refuseStandard('NOT_FOUND')) }
  },
  updateCustomField: async (ctx, { params, body: { field } }) => ({
    field: toWire(
      await actions.changeField(ctx, params.id, field.revision, {
        name: nullToUndefined(field.name),
        fieldType: nullToUndefined(field.fieldType),
        socialType: nullToUndefined(field.socialType),
        defaultPrivacy: nullToUndefined(field.defaultPrivacy),
      }),
    ),
  }),
  deleteCustomField: async (ctx, { params, query }) => {
    await actions.removeField(ctx, params.id, query.revision)
    return {}
  },
  hideCustomField: async (ctx, { params, body }) => {
    await actions.setHidden(ctx, params.id, body.revision, true)
    return {}
  },
  showCustomField: async (ctx, { params, body }) => ({ field: toWire(await actions.setHidden(ctx, params.id, body.revision, false)) }),
  updateCustomFieldsOrder: async (ctx, { body }) => {
    const fields = await actions.orderFields(ctx, body.fieldIds)
    const section = body.section ?? undefined
    return { fields: fields.filter((field) => section === undefined || field.section === section).map(toWire), section }
  },

  createCustomFieldApplication: async (ctx, { body: { application } }) => {
    const field = await actions.createApplication(ctx, application.customFieldId, { applications: [], exclusions: [], ...toApplicationGroups(application) })
    return { application: applicationToWire(field, field.application ?? refuseStandard('NOT_FOUND')) }
  },
  updateCustomFieldApplication: async (ctx, { params, body: { application } }) => {
    const field = await actions.changeApplication(ctx, params.customFieldId, application.revision, toApplicationGroups(application))
    return { application: applicationToWire(field, field.application ?? refuseStandard('NOT_FOUND')) }
  },
  deleteCustomFieldApplication: async (ctx, { params }) => {
    await actions.removeApplication(ctx, params.customFieldId)
    return {}
  },
  getCustomFieldApplication: async (ctx, { params }) => {
    const field = await getField(ctx, params.customFieldId)
    return { application: applicationToWire(field, field.application ?? refuseStandard('NOT_FOUND')) }
  },
  getCustomFieldApplications: async (ctx, { body }) => {
    const requestedIds = new Set(body.customFieldIds.map((id) => id.toLowerCase()))
    const fields = (await store.listCustomFields(ctx)).filter((field) => requestedIds.has(field.id))
    return { applications: fields.flatMap((field) => (field.application ? [applicationToWire(field, field.application)] : [])) }
  },
  getMembersCustomFieldApplications: async (ctx, { body }) => {
    const fields = await store.listVisibleCustomFields(ctx)
    const members = await findMembersByIds(ctx, body.memberIds)
    const groupsByMember = await loadMemberGroups(ctx, members)
    return { results: members.map(({ id }) => ({ memberId: id, applications: fieldApplications(fields, groupsByMember.get(id) ?? []) })) }
  },
  getRolesCustomFieldApplications: async (ctx, { body }) => {
    const fields = await store.listVisibleCustomFields(ctx)
    const requestedIds = new Set(body.roleIds.map((id) => id.toLowerCase()))
    const roles = (await listRoleDefinitions(ctx)).filter((role) => requestedIds.has(role.id))
    return { results: roles.map(({ id }) => ({ roleId: id, applications: fieldApplications(fields, [{ type: 'ROLE', id }]) })) }
  },

  listCustomFieldSuggestions: (ctx, { query }) => listSuggestions(ctx, query.paging),
  queryCustomFieldSuggestions: (ctx, { body }) => listSuggestions(ctx, body.query?.paging),
}
