/** Loads what services show (slugs, category, policy, locations, plans), each once for a whole list. */
import type { ReadContext } from '#kit/api/context.ts'
import { plansOfServices } from '#domains/plans/public.ts'
import { getSite } from '#domains/site/public.ts'
import { listLocations, resourcesByIds, resourceTypes } from '#domains/staff/public.ts'
import type { Service } from '../contract.ts'
import type { AddOnGroup } from '../contract/add-ons.ts'
import { listAllCategories } from '../store/categories.ts'
import { addOnsByIds } from '../store/add-ons.ts'
import { listPolicies as policiesById } from '../store/policies.ts'
import * as store from '../store/services.ts'
import { serviceToWire } from '../wire.ts'

/** Services on the wire, in the same order. `conditionalFields`: names of parts that are shown on request only. */
export async function showServices(ctx: ReadContext, rows: readonly store.ServiceRow[], conditionalFields: unknown = []): Promise<Service[]> {
  if (rows.length === 0) return []
  const wanted = [conditionalFields].flat()
  const ids = rows.map((row) => row.id)
  const site = await getSite(ctx)
  const slugs = await store.listSlugs(ctx, ids)
  const categories = rows.some((row) => row.categoryId) ? await listAllCategories(ctx) : []
  const policies = await policiesById(ctx, [...new Set(rows.map((row) => row.policyId))])
  const known = await listLocations(ctx)
  const plans = await plansOfServices(ctx, ids)
  const staff = wanted.includes('STAFF_MEMBER_DETAILS')
    ? await resourcesByIds(
        ctx,
        rows.flatMap((row) => row.staffIds),
      )
    : undefined
  const resources = wanted.includes('RESOURCE_DETAILS')
    ? await resourcesByIds(
        ctx,
        rows.flatMap((row) => (row.serviceResources as { resourceIds: { values: string[] } }[]).flatMap((need) => need.resourceIds.values)),
      )
    : undefined
  const addOns = await addOnsByIds(ctx, [...new Set(rows.flatMap((row) => (row.addOnGroups as AddOnGroup[]).flatMap((group) => group.addOnIds)))])
  const types = wanted.includes('RESOURCE_TYPE_DETAILS') ? await resourceTypes(ctx) : undefined
  return rows.map((row) =>
    serviceToWire(row, {
      currency: site.currency,
      language: site.language,
      origin: ctx.origin,
      slugs,
      categories,
      policies,
      businessLocations: known,
      planIds: plans.get(row.id) ?? [],
      ...(staff ? { staff } : {}),
      ...(types ? { types } : {}),
      ...(resources ? { resources } : {}),
      addOns,
      isOwner: ctx.caller.role === 'owner',
    }),
  )
}
/** The same for one service. */
export const showService = async (ctx: ReadContext, row: store.ServiceRow, conditionalFields?: unknown): Promise<Service> =>
  (await showServices(ctx, [row], conditionalFields))[0] as Service
