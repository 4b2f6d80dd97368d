/** Add-ons, and the groups in which services offer them. Source: guide services-and-availability §8.2. */
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { json } from '#kit/db/open.ts'
import { assertNoViolations, refuseStandard, type Violation } from '#kit/api/refusal.ts'
import { getSite } from '#domains/site/public.ts'
import type { AddOn, AddOnGroup, AddOnInput, AddOnGroupInput } from '../contract/add-ons.ts'
import { refuse } from '../errors.ts'
import { minorUnits } from '../rules/options.ts'
import { addOnEvents } from '../events.ts'
import * as store from '../store/add-ons.ts'
import * as services from '../store/services.ts'
import { addOnToWire } from '../wire.ts'
import { emitServiceUpdated } from './emit-service-updated.ts'
import { showService } from './show-services.ts'

const addOnViolation = (field: string, description: string, violatedRule: Violation['violatedRule'] = 'REQUIRED_FIELD'): Violation => ({
  field: `addOn.${field}`,
  description,
  violatedRule,
  data: {},
})
function findViolations(input: AddOnInput): Violation[] {
  const hasDuration = input.durationInMinutes !== undefined && input.durationInMinutes !== null
  const hasQuantity = input.maxQuantity !== undefined && input.maxQuantity !== null
  return [
    ...(input.name?.trim() ? [] : [addOnViolation('name', 'is required')]),
    ...(input.price?.value === undefined
      ? [addOnViolation('price', 'is required')]
      : minorUnits(input.price.value) === undefined
        ? [addOnViolation('price.value', 'must be an amount', 'FORMAT')]
        : []),
    ...(hasDuration === hasQuantity ? [addOnViolation('durationInMinutes', 'or a maxQuantity is needed, not both', 'VALIDATION')] : []),
  ]
}
/** Add-ons on the wire, in the currency of the site. */
export const showAddOns = async (ctx: ReadContext, rows: readonly store.AddOnRow[]): Promise<AddOn[]> => {
  const { currency } = await getSite(ctx)
  return rows.map((row) => addOnToWire(row, currency))
}
const showAddOn = async (ctx: ReadContext, row: store.AddOnRow): Promise<AddOn> => (await showAddOns(ctx, [row]))[0] as AddOn

/** Violates each bad field. */
export async function createAddOn(ctx: TransactionContext, input: AddOnInput): Promise<AddOn> {
  assertNoViolations(findViolations(input))
  const row = await store.insertAddOn(ctx, {
    siteId: ctx.siteId,
    id: ctx.newId(),
    ...toColumns(input),
    createdAt: ctx.now,
    updatedAt: ctx.now,
  })
  const addOn = await showAddOn(ctx, row)
  ctx.emit(addOnEvents.created(addOn.id, addOn))
  return addOn
}
const toColumns = (input: AddOnInput) => ({
  name: (input.name as string).trim(),
  price: input.price?.value as string,
  durationMinutes: input.durationInMinutes ?? null,
  maxQuantity: input.maxQuantity ?? null,
  mainMedia: input.mainMedia ? json(input.mainMedia) : null,
  taxGroup: input.taxGroup ?? null,
  tags: json(input.tags ?? {}),
  extendedFields: json(input.extendedFields ?? {}),
})
/** Refuses with NOT_FOUND. */
export async function addOnById(ctx: ReadContext, id: string): Promise<AddOn> {
  const [row] = await store.addOnsByIds(ctx, [id])
  return row ? showAddOn(ctx, row) : refuseStandard('NOT_FOUND')
}

/** Changes what the input names. Refuses with NOT_FOUND, REVISION_MISMATCH. */
export async function updateAddOn(ctx: TransactionContext, id: string, input: AddOnInput): Promise<AddOn> {
  const before = await addOnById(ctx, id)
  assertNoViolations(input.revision ? [] : [addOnViolation('revision', 'is required')])
  if (input.revision !== before.revision) refuse('REVISION_MISMATCH', { currentRevision: before.revision })
  // A duration and a quantity exclude each other: setting one clears the other.
  const kind = input.durationInMinutes ? { maxQuantity: null } : input.maxQuantity ? { durationInMinutes: null } : {}
  const wanted: AddOnInput = { ...before, ...Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)), ...kind }
  assertNoViolations(findViolations(wanted))
  const row = (await store.updateAddOn(ctx, id, Number(before.revision), toColumns(wanted))) ?? refuse('REVISION_MISMATCH', {})
  const addOn = await showAddOn(ctx, row)
  ctx.emit(addOnEvents.updated(id, addOn, before))
  return addOn
}

const REQUIRED = { description: 'is required', violatedRule: 'REQUIRED_FIELD', data: {} } as const
const readAddOnGroups = (service: services.ServiceRow): AddOnGroup[] => service.addOnGroups as AddOnGroup[]
async function saveGroups(ctx: TransactionContext, service: services.ServiceRow, groups: readonly AddOnGroup[]): Promise<void> {
  const before = await showService(ctx, service)
  await emitServiceUpdated(ctx, await services.updateService(ctx, service.id, service.revision, { addOnGroups: json(groups) }), before)
}

/** Deletes an add-on and takes it out of all groups. Refuses with NOT_FOUND. */
export async function deleteAddOn(ctx: TransactionContext, id: string): Promise<AddOn> {
  const row = (await store.deleteAddOn(ctx, id)) ?? refuseStandard('NOT_FOUND')
  for (const service of await services.servicesWithAddOn(ctx, id))
    await saveGroups(
      ctx,
      service,
      readAddOnGroups(service).map((group) => ({ ...group, addOnIds: group.addOnIds.filter((known) => known !== id) })),
    )
  const last = await showAddOn(ctx, row)
  ctx.emit(addOnEvents.deleted(id, last))
  return last
}

async function getService(ctx: ReadContext, id: string): Promise<services.ServiceRow> {
  return (await services.servicesByIds(ctx, [id]))[0] ?? refuseStandard('NOT_FOUND')
}
async function assertAddOnsExist(ctx: ReadContext, addOnIds: readonly string[]): Promise<void> {
  const known = await store.addOnsByIds(ctx, addOnIds)
  assertNoViolations(
    known.length === addOnIds.length
      ? []
      : [{ field: 'addOnGroup.addOnIds', description: 'must be add-ons of this site', violatedRule: 'VALIDATION', data: {} }],
  )
}
const groupViolations = (field: string, description: string, violatedRule: Violation['violatedRule'] = 'REQUIRED_FIELD', data = {}): Violation[] => [
  { field: `addOnGroup${field}`, description, violatedRule, data },
]

/** A group at the end of those of the service. Refuses unknown services and add-ons. */
export async function createGroup(ctx: TransactionContext, serviceId: string, input: AddOnGroupInput): Promise<AddOnGroup> {
  const service = await getService(ctx, serviceId)
  assertNoViolations(input.name?.trim() ? [] : groupViolations('.name', 'is required'))
  assertNoViolations(readAddOnGroups(service).length >= 3 ? groupViolations('', 'a service has at most 3 groups', 'MAX_SIZE', { threshold: 3 }) : [])
  await assertAddOnsExist(ctx, input.addOnIds ?? [])
  const created: AddOnGroup = {
    id: ctx.newId(),
    name: (input.name as string).trim(),
    ...(input.maxNumberOfAddOns ? { maxNumberOfAddOns: input.maxNumberOfAddOns } : {}),
    addOnIds: input.addOnIds ?? [],
    ...(input.prompt ? { prompt: input.prompt } : {}),
  }
  await saveGroups(ctx, service, [...readAddOnGroups(service), created])
  return created
}

/** Changes what the input names. Refuses with GROUP_NOT_ON_SERVICE, and unknown add-ons. */
export async function updateGroup(ctx: TransactionContext, serviceId: string, input: AddOnGroupInput): Promise<AddOnGroup> {
  assertNoViolations(input.id ? [] : groupViolations('.id', 'is required'))
  const service = await getService(ctx, serviceId)
  const before = readAddOnGroups(service).find((known) => known.id === input.id) ?? refuse('GROUP_NOT_ON_SERVICE')
  assertNoViolations(input.name !== undefined && !input.name?.trim() ? groupViolations('.name', 'is required') : [])
  await assertAddOnsExist(ctx, input.addOnIds ?? [])
  const { maxNumberOfAddOns, prompt } = { ...before, ...input }
  const after: AddOnGroup = {
    id: before.id,
    name: input.name?.trim() ?? before.name,
    ...(maxNumberOfAddOns ? { maxNumberOfAddOns } : {}),
    addOnIds: input.addOnIds ?? before.addOnIds,
    ...(prompt ? { prompt } : {}),
  }
  await saveGroups(
    ctx,
    service,
    readAddOnGroups(service).map((known) => (known.id === after.id ? after : known)),
  )
  return after
}

/**
 * All groups of a service in their order: those with an id change, those without are new, those that are not named go.
 * Refuses with GROUP_NOT_ON_SERVICE, and unknown add-ons.
 */
export async function replaceGroups(ctx: TransactionContext, serviceId: string, inputs: readonly AddOnGroupInput[]): Promise<void> {
  const service = await getService(ctx, serviceId)
  const known = new Set(readAddOnGroups(service).map(({ id }) => id))
  if (inputs.some(({ id }) => id && !known.has(id))) refuse('GROUP_NOT_ON_SERVICE')
  assertNoViolations(
    inputs.flatMap(({ name, addOnIds }, at) => [
      ...(name?.trim() ? [] : [{ ...REQUIRED, field: `addOnGroups[${at}].name` }]),
      ...(addOnIds?.length ? [] : [{ ...REQUIRED, field: `addOnGroups[${at}].addOnIds` }]),
    ]),
  )
  await assertAddOnsExist(ctx, [...new Set(inputs.flatMap(({ addOnIds }) => addOnIds ?? []))])
  const groups = inputs.map(({ id, name, maxNumberOfAddOns, addOnIds, prompt }) => ({
    id: id ?? ctx.newId(),
    name: (name as string).trim(),
    ...(maxNumberOfAddOns ? { maxNumberOfAddOns } : {}),
    addOnIds: addOnIds ?? [],
    ...(prompt?.trim() ? { prompt: prompt.trim() } : {}),
  }))
  await saveGroups(ctx, service, groups)
}

/** Refuses with GROUP_NOT_ON_SERVICE. */
export async function deleteGroup(ctx: TransactionContext, serviceId: string, groupId: string): Promise<void> {
  const service = await getService(ctx, serviceId)
  if (!readAddOnGroups(service).some((known) => known.id === groupId)) refuse('GROUP_NOT_ON_SERVICE')
  await saveGroups(
    ctx,
    service,
    readAddOnGroups(service).filter((known) => known.id !== groupId),
  )
}

/** Replaces the add-ons of a group. Refuses with ADD_ON_GROUP_NOT_FOUND. */
export async function setAddOns(ctx: TransactionContext, serviceId: string, groupId: string, addOnIds: string[]): Promise<AddOnGroup> {
  const service = await getService(ctx, serviceId)
  if (!readAddOnGroups(service).some((known) => known.id === groupId)) refuse('ADD_ON_GROUP_NOT_FOUND')
  return updateGroup(ctx, serviceId, { id: groupId, addOnIds })
}

/** The groups of a service with their add-ons; all of them when no ids are named. */
export async function listGroups(ctx: ReadContext, serviceId: string, groupIds: readonly string[] | null | undefined) {
  const service = await getService(ctx, serviceId)
  const groups = readAddOnGroups(service).filter((known) => !groupIds?.length || groupIds.includes(known.id))
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
