/** Categories and their order. Source: guide services-and-availability §12.2. */
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { json } from '#kit/db/open.ts'
import { assertNoViolations, refuseStandard } from '#kit/api/refusal.ts'
import type { CategoryInput } from '../contract.ts'
import { refuse } from '../errors.ts'
import { categoryEvents } from '../events.ts'
import * as store from '../store/categories.ts'
import * as services from '../store/services.ts'
import { categoryToWire } from '../wire.ts'
import { deleteService } from './delete-service.ts'
import { updateService } from './save-service.ts'

const parseName = (name: string | null | undefined): string => {
  assertNoViolations(name?.trim() ? [] : [{ field: 'category.name', description: 'is required', violatedRule: 'REQUIRED_FIELD', data: {} }])
  return (name as string).trim()
}

/** A category at the end of the order. Refuses with CATEGORY_LIMIT_REACHED. */
export async function createCategory(ctx: TransactionContext, input: CategoryInput): Promise<store.CategoryRow> {
  const name = parseName(input.name)
  const all = await store.listCategories(ctx)
  // decision: 100 categories are enough for one site.
  if (all.length >= 100) refuse('CATEGORY_LIMIT_REACHED')
  const row = await store.insertCategory(ctx, {
    siteId: ctx.siteId,
    id: ctx.newId(),
    name,
    sortOrder: (all.at(-1)?.sortOrder ?? -1) + 1,
    extendedFields: json(input.extendedFields ?? {}),
    createdAt: ctx.now,
    updatedAt: ctx.now,
  })
  ctx.emit(categoryEvents.created(row.id, categoryToWire(row)))
  return row
}
/** Refuses with NOT_FOUND. */
export const categoryById = async (ctx: ReadContext, id: string): Promise<store.CategoryRow> =>
  (await store.categoryById(ctx, id)) ?? refuseStandard('NOT_FOUND')

/** With `checkRevision` a stale or missing revision is refused; the first version of the call has none. */
export async function updateCategory(ctx: TransactionContext, id: string, input: CategoryInput, checkRevision: boolean): Promise<store.CategoryRow> {
  const before = await categoryById(ctx, id)
  if (checkRevision) {
    assertNoViolations(input.revision ? [] : [{ field: 'category.revision', description: 'is required', violatedRule: 'REQUIRED_FIELD', data: {} }])
    if (input.revision !== String(before.revision)) refuse('REVISION_MISMATCH', { currentRevision: String(before.revision) })
  }
  const name = input.name === undefined ? before.name : parseName(input.name)
  if (name === before.name && input.extendedFields === undefined) return before
  const change = { name, ...(input.extendedFields !== undefined ? { extendedFields: json(input.extendedFields ?? {}) } : {}) }
  const row = (await store.updateCategory(ctx, id, change)) ?? refuseStandard('NOT_FOUND')
  ctx.emit(categoryEvents.updated(id, categoryToWire(row)))
  return row
}

/** Deletes a category. Its services keep the deleted category until they are changed, or are deleted with it. */
export async function deleteCategory(ctx: TransactionContext, id: string, withServices = false): Promise<void> {
  const row = (await store.updateCategory(ctx, id, { deletedAt: ctx.now })) ?? refuseStandard('NOT_FOUND')
  if (withServices) for (const service of await services.servicesInCategory(ctx, id)) await deleteService(ctx, service.id, {})
  ctx.emit(categoryEvents.deleted(id, categoryToWire(row)))
}

/** Deletes a category after moving its services; returns how many were moved. NOT_FOUND when either category does not exist. */
export async function removeCategory(ctx: TransactionContext, id: string, moveServicesTo: string | null): Promise<number> {
  await categoryById(ctx, id)
  if (moveServicesTo !== null && (moveServicesTo === id || !(await store.categoryById(ctx, moveServicesTo)))) refuseStandard('NOT_FOUND')
  const affected = await services.servicesInCategory(ctx, id)
  if (affected.length > 0 && ctx.caller.permissions && !ctx.caller.permissions.includes('BOOKINGS.SERVICES_UPDATE')) refuseStandard('PERMISSION_DENIED')
  for (const { id: serviceId, revision } of affected)
    await updateService(ctx, serviceId, { revision: String(revision), category: moveServicesTo === null ? null : { id: moveServicesTo } }, undefined)
  await deleteCategory(ctx, id)
  return affected.length
}

/** Moves a category in the order. Refuses with NOT_FOUND. */
export async function moveCategory(
  ctx: TransactionContext,
  id: string,
  position: 'FIRST' | 'LAST' | 'AFTER_CATEGORY',
  afterId: string | null | undefined,
): Promise<store.CategoryRow> {
  const others = (await store.listCategories(ctx)).map((row) => row.id).filter((known) => known !== id)
  await categoryById(ctx, id)
  assertNoViolations(
    position === 'AFTER_CATEGORY' && !afterId ? [{ field: 'afterCategoryId', description: 'is required', violatedRule: 'REQUIRED_FIELD', data: {} }] : [],
  )
  const after = position === 'FIRST' ? -1 : position === 'LAST' ? others.length - 1 : others.indexOf(afterId as string)
  if (position === 'AFTER_CATEGORY' && after < 0) return refuseStandard('NOT_FOUND')
  const before = await store.listCategories(ctx)
  await store.orderCategories(ctx, others.toSpliced(after + 1, 0, id))
  for (const row of await store.listCategories(ctx))
    if (before.find((known) => known.id === row.id)?.sortOrder !== row.sortOrder) ctx.emit(categoryEvents.updated(row.id, categoryToWire(row)))
  return categoryById(ctx, id)
}
