/** Slugs of services: the default, the one after a rename, and custom ones. Source: guide services-and-availability §5.3. */
import type { ReadContext, TransactionContext } from '#kit/api/context.ts'
import { isCustomSlug, toSlugCandidate, toSlug } from '#kit/pure/slug.ts'
import { assertNoViolations, refuseStandard } from '#kit/api/refusal.ts'
import { refuse } from '../errors.ts'
import * as store from '../store/services.ts'
import { emitServiceUpdated } from './emit-service-updated.ts'
import { showService } from './show-services.ts'

/** The first slug of this form that is free or belongs to the owner. */
export async function findFreeSlug(ctx: ReadContext, base: string, ownerId?: string): Promise<string> {
  for (let n = 0; ; n++) {
    const name = toSlugCandidate(base, n)
    const taken = await store.slugByName(ctx, name)
    if (!taken || taken.serviceId === ownerId) return name
  }
}

/** The new main slug after a rename; undefined when the main slug is a custom one. */
export async function renameSlug(ctx: TransactionContext, row: store.ServiceRow, name: string): Promise<string | undefined> {
  const slug = await findFreeSlug(ctx, toSlug(name), row.id)
  const ownSlugs = await store.listSlugs(ctx, [row.id])
  const custom = ownSlugs.find((known) => known.name === row.mainSlug)?.custom ?? false
  if (!ownSlugs.some((known) => known.name === slug)) await store.claimSlug(ctx, slug, row.id, false)
  await deleteOldestSlug(ctx, row.id, custom ? row.mainSlug : slug, ownSlugs)
  return custom ? undefined : slug
}
async function deleteOldestSlug(ctx: TransactionContext, serviceId: string, main: string, ownSlugs: readonly store.SlugRow[]): Promise<void> {
  if (ownSlugs.length < 100) return
  const oldest = ownSlugs.find((slug) => slug.name !== main)
  if (oldest) await store.deleteSlugs(ctx, serviceId, [oldest.name])
}

/** Gives a service a slug of its own; the former ones still lead to it. Refuses with NOT_FOUND, SLUG_ALREADY_EXISTS. */
export async function setCustomSlug(ctx: TransactionContext, id: string, requested: string) {
  const [row] = await store.servicesByIds(ctx, [id])
  if (!row) return refuseStandard('NOT_FOUND')
  assertNoViolations(
    isCustomSlug(requested)
      ? []
      : [{ field: 'slug', ruleName: 'SLUG_CONTAINS_ILLEGAL_CHARACTERS', description: 'takes letters, digits and hyphens', violatedRule: 'OTHER' }],
  )
  const name = requested.toLowerCase()
  const before = await showService(ctx, row)
  if (!(await store.claimSlug(ctx, name, id, true))) refuse('SLUG_ALREADY_EXISTS')
  const ownSlugs = await store.listSlugs(ctx, [id])
  await deleteOldestSlug(ctx, id, name, ownSlugs.length > 100 ? ownSlugs : [])
  const service = await emitServiceUpdated(ctx, await store.updateService(ctx, id, row.revision, { mainSlug: name }), before)
  return { slug: service.mainSlug, service }
}

/** Reports whether the slug could be set, without refusing. */
export async function validateSlug(ctx: ReadContext, requested: string, serviceId?: string | null) {
  if (!isCustomSlug(requested)) return { valid: false, errors: ['SLUG_CONTAINS_ILLEGAL_CHARACTERS'] }
  const name = requested.toLowerCase()
  const taken = await store.slugByName(ctx, name)
  if (taken && taken.serviceId !== serviceId) return { valid: false, errors: ['SLUG_ALREADY_EXISTS'] }
  return { valid: true, slug: name }
}
