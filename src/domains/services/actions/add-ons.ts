/** What can be booked along, and in which groups a service offers it. guide: services-and-availability 8.2 */
import type { Ctx } from '#kit/ctx.ts'
import { json } from '#kit/db/open.ts'
import { orViolate, refuseStandard, type Violation } from '#kit/refusal.ts'
import { currentSite } from '#domains/site/public.ts'
import type { AddOn, AddOnGroup, AddOnWish, GroupWish } from '../contract/add-ons.ts'
import { refuse } from '../errors.ts'
import { minorUnits } from '../rules/options.ts'
import * as store from '../store/offers.ts'
import * as services from '../store/services.ts'
import { addOnToWire } from '../wire.ts'
import { saved } from './saved.ts'

const at = (field: string, description: string, violatedRule: Violation['violatedRule'] = 'REQUIRED_FIELD'): Violation => ({
  field: `addOn.${field}`,
  description,
  violatedRule,
  data: {},
})
function violationsOf(wish: AddOnWish): Violation[] {
  const timed = wish.durationInMinutes !== undefined && wish.durationInMinutes !== null
  const counted = wish.maxQuantity !== undefined && wish.maxQuantity !== null
  return [
    ...(wish.name?.trim() ? [] : [at('name', 'is required')]),
    ...(wish.price?.value === undefined
      ? [at('price', 'is required')]
      : minorUnits(wish.price.value) === undefined
        ? [at('price.value', 'must be an amount', 'FORMAT')]
        : []),
    ...(timed === counted ? [at('durationInMinutes', 'or a maxQuantity is needed, not both', 'VALIDATION')] : []),
  ]
}
export const showAddOns = async (ctx: Ctx, rows: readonly store.AddOnRow[]): Promise<AddOn[]> => {
  const { currency } = await currentSite(ctx)
  return rows.map((row) => addOnToWire(row, currency))
}
const show = async (ctx: Ctx, row: store.AddOnRow): Promise<AddOn> => (await showAddOns(ctx, [row]))[0] as AddOn

export async function createAddOn(ctx: Ctx, wish: AddOnWish): Promise<AddOn> {
  orViolate(violationsOf(wish))
  const row = await store.insertAddOn(ctx, {
    siteId: ctx.siteId,
    id: ctx.newId(),
    ...columnsOf(wish),
    createdAt: ctx.now,
    updatedAt: ctx.now,
  })
  return show(ctx, row)
}
const columnsOf = (wish: AddOnWish) => ({
  name: (wish.name as string).trim(),
  price: wish.price?.value as string,
  durationMinutes: wish.durationInMinutes ?? null,
  maxQuantity: wish.maxQuantity ?? null,
  mainMedia: wish.mainMedia ? json(wish.mainMedia) : null,
  taxGroup: wish.taxGroup ?? null,
  tags: json(wish.tags ?? {}),
  extendedFields: json(wish.extendedFields ?? {}),
})
export async function addOnById(ctx: Ctx, id: string): Promise<AddOn> {
  const [row] = await store.addOnsByIds(ctx, [id])
  return row ? show(ctx, row) : refuseStandard('NOT_FOUND')
}

export async function updateAddOn(ctx: Ctx, id: string, wish: AddOnWish): Promise<AddOn> {
  const before = await addOnById(ctx, id)
  orViolate(wish.revision ? [] : [at('revision', 'is required')])
  if (wish.revision !== before.revision) refuse('REVISION_MISMATCH', { currentRevision: before.revision })
  // Lasting and being counted exclude each other: naming one clears the other.
  const kind = wish.durationInMinutes ? { maxQuantity: null } : wish.maxQuantity ? { durationInMinutes: null } : {}
  const wanted: AddOnWish = { ...before, ...Object.fromEntries(Object.entries(wish).filter(([, value]) => value !== undefined)), ...kind }
  orViolate(violationsOf(wanted))
  const row = (await store.updateAddOn(ctx, id, Number(before.revision), columnsOf(wanted))) ?? refuse('REVISION_MISMATCH', {})
  return show(ctx, row)
}

const groupsOf = (service: services.ServiceRow): AddOnGroup[] => service.addOnGroups as AddOnGroup[]
const saveGroups = async (ctx: Ctx, service: services.ServiceRow, groups: readonly AddOnGroup[]): Promise<void> =>
  void (await saved(ctx, await services.updateService(ctx, service.id, service.revision, { addOnGroups: json(groups) })))

export async function deleteAddOn(ctx: Ctx, id: string): Promise<AddOn> {
  const row = (await store.deleteAddOn(ctx, id)) ?? refuseStandard('NOT_FOUND')
  for (const service of await services.servicesWithAddOn(ctx, id))
    await saveGroups(
      ctx,
      service,
      groupsOf(service).map((group) => ({ ...group, addOnIds: group.addOnIds.filter((known) => known !== id) })),
    )
  return show(ctx, row)
}

async function serviceOf(ctx: Ctx, id: string): Promise<services.ServiceRow> {
  return (await services.servicesByIds(ctx, [id]))[0] ?? refuseStandard('NOT_FOUND')
}
async function mustKnow(ctx: Ctx, addOnIds: readonly string[]): Promise<void> {
  const known = await store.addOnsByIds(ctx, addOnIds)
  orViolate(
    known.length === addOnIds.length
      ? []
      : [{ field: 'addOnGroup.addOnIds', description: 'must be add-ons of this site', violatedRule: 'VALIDATION', data: {} }],
  )
}
const group = (field: string, description: string, violatedRule: Violation['violatedRule'] = 'REQUIRED_FIELD', data = {}): Violation[] => [
  { field: `addOnGroup${field}`, description, violatedRule, data },
]

export async function createGroup(ctx: Ctx, serviceId: string, wish: GroupWish): Promise<AddOnGroup> {
  const service = await serviceOf(ctx, serviceId)
  orViolate(wish.name?.trim() ? [] : group('.name', 'is required'))
  orViolate(groupsOf(service).length >= 3 ? group('', 'a service has at most 3 groups', 'MAX_SIZE', { threshold: 3 }) : [])
  await mustKnow(ctx, wish.addOnIds ?? [])
  const made: AddOnGroup = {
    id: ctx.newId(),
    name: (wish.name as string).trim(),
    ...(wish.maxNumberOfAddOns ? { maxNumberOfAddOns: wish.maxNumberOfAddOns } : {}),
    addOnIds: wish.addOnIds ?? [],
    ...(wish.prompt ? { prompt: wish.prompt } : {}),
  }
  await saveGroups(ctx, service, [...groupsOf(service), made])
  return made
}

export async function updateGroup(ctx: Ctx, serviceId: string, wish: GroupWish): Promise<AddOnGroup> {
  orViolate(wish.id ? [] : group('.id', 'is required'))
  const service = await serviceOf(ctx, serviceId)
  const before = groupsOf(service).find((known) => known.id === wish.id) ?? refuse('GROUP_NOT_ON_SERVICE')
  orViolate(wish.name !== undefined && !wish.name?.trim() ? group('.name', 'is required') : [])
  await mustKnow(ctx, wish.addOnIds ?? [])
  const { maxNumberOfAddOns, prompt } = { ...before, ...wish }
  const after: AddOnGroup = {
    id: before.id,
    name: wish.name?.trim() ?? before.name,
    ...(maxNumberOfAddOns ? { maxNumberOfAddOns } : {}),
    addOnIds: wish.addOnIds ?? before.addOnIds,
    ...(prompt ? { prompt } : {}),
  }
  await saveGroups(
    ctx,
    service,
    groupsOf(service).map((known) => (known.id === after.id ? after : known)),
  )
  return after
}

export async function deleteGroup(ctx: Ctx, serviceId: string, groupId: string): Promise<void> {
  const service = await serviceOf(ctx, serviceId)
  if (!groupsOf(service).some((known) => known.id === groupId)) refuse('GROUP_NOT_ON_SERVICE')
  await saveGroups(
    ctx,
    service,
    groupsOf(service).filter((known) => known.id !== groupId),
  )
}

export async function setAddOns(ctx: Ctx, serviceId: string, groupId: string, addOnIds: string[]): Promise<AddOnGroup> {
  const service = await serviceOf(ctx, serviceId)
  if (!groupsOf(service).some((known) => known.id === groupId)) refuse('ADD_ON_GROUP_NOT_FOUND')
  return updateGroup(ctx, serviceId, { id: groupId, addOnIds })
}

export async function listGroups(ctx: Ctx, serviceId: string, groupIds: readonly string[] | null | undefined) {
  const service = await serviceOf(ctx, serviceId)
  const groups = groupsOf(service).filter((known) => !groupIds?.length || groupIds.includes(known.id))
  const addOns = await showAddOns(
    ctx,
    await store.addOnsByIds(
      ctx,
      groups.flatMap((known) => known.addOnIds),
    ),
  )
  return groups.map(({ id, name, maxNumberOfAddOns, prompt, addOnIds }) => ({
    groupId: id,
    groupName: name,
    ...(maxNumberOfAddOns ? { maxNumberOfAddOns } : {}),
    ...(prompt ? { prompt } : {}),
    addOns: addOnIds.flatMap((addOnId) => {
      const found = addOns.find((known) => known.id === addOnId)
      if (!found) return []
      const { name: addOnName, price, durationInMinutes, maxQuantity } = found
      return [{ addOnId, name: addOnName, price, ...(durationInMinutes ? { durationInMinutes } : {}), ...(maxQuantity ? { maxQuantity } : {}) }]
    }),
  }))
}
