/**
 * A service with its options, locations and plans, saved in one transaction so that
 * a service is never saved in part. Source: guide services-and-availability §6.10.
 */
import type { BaseContext, ReadContext, TransactionContext } from '#kit/api/context.ts'
import { refuseStandard } from '#kit/api/refusal.ts'
import type { CompleteService, CreateCompleteServiceInput, UpdateCompleteServiceInput } from '../contract/complete-services.ts'
import type { ServiceOptionsInput } from '../contract/options.ts'
import { refuse } from '../errors.ts'
import { optionsOfServices, type OptionsRow } from '../store/options.ts'
import * as store from '../store/services.ts'
import { replaceGroups } from './add-ons.ts'
import { createOptions, deleteOptions, showOptions, updateOptions } from './options.ts'
import { createService, updateService } from './save-service.ts'
import { changePlans } from './service-plans.ts'
import { setCustomSlug } from './slugs.ts'
import { setLocations, type SetLocationsInput } from './set-locations.ts'
import { showService } from './show-services.ts'

/** The parts have their own permissions: permission to update a service does not include them. */
function assertPermission(ctx: BaseContext, ...permissions: string[]): void {
  const { permissions: granted } = ctx.caller
  if (granted && permissions.some((permission) => !granted.includes(permission))) refuseStandard('PERMISSION_DENIED')
}

/** A service with its options; NOT_FOUND without one. */
export async function getCompleteService(ctx: ReadContext, id: string): Promise<CompleteService> {
  const [row] = await store.servicesByIds(ctx, [id])
  if (!row) return refuseStandard('NOT_FOUND')
  const [options] = await optionsOfServices(ctx, [id])
  return { service: await showService(ctx, row), options: options ? await showOptions(ctx, options) : null }
}

/** Refuses as each of its parts would. */
export async function createCompleteService(ctx: TransactionContext, input: CreateCompleteServiceInput): Promise<CompleteService> {
  const { id } = await createService(ctx, input.service)
  if (input.options) await saveOptions(ctx, id, undefined, input.options)
  if (input.pricingPlanIds?.length) await savePlans(ctx, id, [], input.pricingPlanIds)
  await saveGroupsAndSlug(ctx, id, input)
  return getCompleteService(ctx, id)
}

/** Updates the parts that the input names; refuses with 409 REVISION_MISMATCH when the service or its options changed since they were read. */
export async function updateCompleteService(ctx: TransactionContext, id: string, input: UpdateCompleteServiceInput): Promise<CompleteService> {
  const [before] = await optionsOfServices(ctx, [id])
  if (input.options && before && input.options.revision !== String(before.revision)) refuse('REVISION_MISMATCH', { currentRevision: String(before.revision) })
  const { payment } = await updateService(ctx, id, input.service, undefined)
  if (input.options !== undefined) await saveOptions(ctx, id, before, input.options)
  if (input.pricingPlanIds) await savePlans(ctx, id, payment.pricingPlanIds, input.pricingPlanIds)
  if (input.locations) {
    assertPermission(ctx, 'BOOKINGS.SERVICES_LOCATIONS_SET')
    await setLocations(ctx, id, input as SetLocationsInput)
  }
  await saveGroupsAndSlug(ctx, id, input)
  return getCompleteService(ctx, id)
}

async function saveGroupsAndSlug(
  ctx: TransactionContext,
  id: string,
  { addOnGroups, slug }: Pick<UpdateCompleteServiceInput, 'addOnGroups' | 'slug'>,
): Promise<void> {
  if (addOnGroups) {
    const area = 'BOOKINGS.SERVICES_ADD_ON_GROUP'
    assertPermission(ctx, `${area}_CREATE`, `${area}_UPDATE`, `${area}_DELETE`)
    await replaceGroups(ctx, id, addOnGroups)
  }
  if (slug) {
    assertPermission(ctx, 'BOOKINGS.SERVICES_CUSTOM_SLUGS_SET')
    await setCustomSlug(ctx, id, slug)
  }
}

async function saveOptions(ctx: TransactionContext, serviceId: string, before: OptionsRow | undefined, input: ServiceOptionsInput | null): Promise<void> {
  const area = 'BOOKINGS.SERVICE_OPTIONS_AND_VARIANTS'
  if (!input) {
    if (before) assertPermission(ctx, `${area}_DELETE`)
    if (before) await deleteOptions(ctx, before.id, undefined)
  } else if (before) {
    assertPermission(ctx, `${area}_UPDATE`)
    // Changed staff has updated the variants, and with them the revision, earlier in this transaction.
    const [now] = await optionsOfServices(ctx, [serviceId])
    await updateOptions(ctx, before.id, { ...input, revision: String(now?.revision) })
  } else {
    assertPermission(ctx, `${area}_CREATE`)
    await createOptions(ctx, { ...input, serviceId })
  }
}

async function savePlans(ctx: TransactionContext, id: string, before: readonly string[], after: readonly string[]): Promise<void> {
  const added = after.filter((planId) => !before.includes(planId))
  const removed = before.filter((planId) => !after.includes(planId))
  if (removed.length > 0) assertPermission(ctx, 'BOOKINGS.SERVICES_PRICING_PLANS_REMOVE')
  if (removed.length > 0) await changePlans(ctx, id, removed, false)
  if (added.length > 0) assertPermission(ctx, 'BOOKINGS.SERVICES_PRICING_PLANS_ADD')
  if (added.length > 0) await changePlans(ctx, id, added, true)
}
