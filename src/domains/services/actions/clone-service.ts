/** A copy of a service, hidden until the owner has finished it. Source: guide services-and-availability §6.6. */
import type { BaseContext, TransactionContext } from '#kit/api/context.ts'
import { json } from '#kit/db/open.ts'
import { toSlug } from '#kit/pure/slug.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import { copySeries } from '../hooks.ts'
import { serviceEvents } from '../events.ts'
import { cloneName } from '../rules/service.ts'
import { insertOptions, optionsOfServices } from '../store/options.ts'
import * as store from '../store/services.ts'
import { showOptions } from './options.ts'
import { optionsEvents } from '../events.ts'
import { showService } from './show-services.ts'
import { findFreeSlug } from './slugs.ts'

/** Returns the copy and the names of the parts that could not be copied. */
export async function cloneService(ctx: TransactionContext, sourceId: string) {
  const [source] = await store.servicesByIds(ctx, [sourceId])
  if (!source) return refuseStandard('NOT_FOUND')
  const id = ctx.newId()
  const scheduleId = ctx.newId()
  const name = cloneName(source.name, new Set(await store.listNamesLike(ctx, source.name)))
  const slug = await findFreeSlug(ctx, toSlug(name))
  await store.insertService(ctx, {
    ...toNewColumns(ctx, source),
    id,
    scheduleId,
    name,
    sortOrder: (await store.highestSortOrder(ctx, source.categoryId)) + 1,
    mainSlug: slug,
  })
  if (!(await store.claimSlug(ctx, slug, id, false))) refuseStandard('CONFLICT')
  await copyOptions(ctx, sourceId, id)
  const copied = source.type === 'CLASS' ? await copySeries.call(ctx, { fromScheduleId: source.scheduleId, to: { serviceId: id, scheduleId } }) : []
  const [row] = await store.servicesByIds(ctx, [id])
  const service = await showService(ctx, row ?? refuseStandard('NOT_FOUND'))
  ctx.emit(serviceEvents.created(id, service))
  return { service, errors: copied.includes(false) ? ['RECURRING_EVENTS' as const] : [] }
}

/** The columns that a copy takes from its source, and those that it resets. */
const toNewColumns = (ctx: BaseContext, source: store.ServiceRow) => ({
  ...source,
  hidden: true,
  createdByAppId: ctx.caller.appId ?? null,
  payment: json(source.payment),
  onlineBooking: json(source.onlineBooking),
  conferencing: json(source.conferencing),
  locations: json(source.locations),
  durationRange: source.durationRange === null ? null : json(source.durationRange),
  serviceResources: json(source.serviceResources),
  media: json(source.media),
  seoData: source.seoData === null ? null : json(source.seoData),
  extendedFields: json(source.extendedFields),
  taxableAddress: source.taxableAddress === null ? null : json(source.taxableAddress),
  addOnGroups: json((source.addOnGroups as object[]).map((group) => ({ ...group, id: ctx.newId() }))),
  staffIds: source.type === 'APPOINTMENT' ? source.staffIds : [],
  firstSessionAt: null,
  lastSessionEndsAt: null,
  revision: 1,
  createdAt: ctx.now,
  updatedAt: ctx.now,
})

async function copyOptions(ctx: TransactionContext, sourceId: string, serviceId: string): Promise<void> {
  const [options] = await optionsOfServices(ctx, [sourceId])
  if (!options) return
  const copy = await insertOptions(ctx, {
    ...options,
    id: ctx.newId(),
    serviceId,
    options: json(options.options),
    variants: json(options.variants),
    extendedFields: json(options.extendedFields),
    revision: 1,
    createdAt: ctx.now,
    updatedAt: ctx.now,
  })
  if (copy) ctx.emit(optionsEvents.created(copy.id, await showOptions(ctx, copy)))
}
