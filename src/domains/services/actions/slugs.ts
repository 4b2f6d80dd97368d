/** Addresses of services: the default one, a new one after a rename, one the owner chose. guide: services-and-availability 5.3 */
import type { Ctx } from '#kit/ctx.ts'
import { isCustomSlug, slugCandidate, slugOf } from '#kit/pure/slug.ts'
import { orViolate, refuseStandard } from '#kit/refusal.ts'
import { refuse } from '../errors.ts'
import * as store from '../store/services.ts'
import { saved } from './saved.ts'

/** The first slug of this form that is free, or the own one. */
export async function freeSlug(ctx: Ctx, base: string, ownerId?: string): Promise<string> {
  for (let n = 0; ; n++) {
    const name = slugCandidate(base, n)
    const taken = await store.slugByName(ctx, name)
    if (!taken || taken.serviceId === ownerId) return name
  }
}

/** The new main slug after a rename, or undefined when the main slug is one the owner chose. */
export async function renameSlug(ctx: Ctx, row: store.ServiceRow, name: string): Promise<string | undefined> {
  const slug = await freeSlug(ctx, slugOf(name), row.id)
  const mine = await store.slugsOf(ctx, [row.id])
  const custom = mine.find((known) => known.name === row.mainSlug)?.custom ?? false
  if (!mine.some((known) => known.name === slug)) await store.claimSlug(ctx, slug, row.id, false)
  await dropOldest(ctx, row.id, custom ? row.mainSlug : slug, mine)
  return custom ? undefined : slug
}
async function dropOldest(ctx: Ctx, serviceId: string, main: string, mine: readonly store.SlugRow[]): Promise<void> {
  if (mine.length < 100) return
  const oldest = mine.find((slug) => slug.name !== main)
  if (oldest) await store.dropSlugs(ctx, serviceId, [oldest.name])
}

export async function setCustomSlug(ctx: Ctx, id: string, wished: string) {
  const [row] = await store.servicesByIds(ctx, [id])
  if (!row) return refuseStandard('NOT_FOUND')
  orViolate(
    isCustomSlug(wished)
      ? []
      : [{ field: 'slug', ruleName: 'SLUG_CONTAINS_ILLEGAL_CHARACTERS', description: 'takes letters, digits and hyphens', violatedRule: 'OTHER' }],
  )
  const name = wished.toLowerCase()
  if (!(await store.claimSlug(ctx, name, id, true))) refuse('SLUG_ALREADY_EXISTS')
  const mine = await store.slugsOf(ctx, [id])
  await dropOldest(ctx, id, name, mine.length > 100 ? mine : [])
  const service = await saved(ctx, await store.updateService(ctx, id, row.revision, { mainSlug: name }))
  return { slug: service.mainSlug, service }
}

/** Never refuses: says whether the slug could be set. */
export async function validateSlug(ctx: Ctx, wished: string, serviceId?: string | null) {
  if (!isCustomSlug(wished)) return { valid: false, errors: ['SLUG_CONTAINS_ILLEGAL_CHARACTERS'] }
  const name = wished.toLowerCase()
  const taken = await store.slugByName(ctx, name)
  if (taken && taken.serviceId !== serviceId) return { valid: false, errors: ['SLUG_ALREADY_EXISTS'] }
  return { valid: true, slugName: name, slug: { name, custom: true, createdDate: ctx.now.toString({ smallestUnit: 'millisecond' }) } }
}
