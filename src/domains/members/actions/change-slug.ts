/** Slugs of members: chosen, or generated from the name. Source: guide members §8. */
import type { BaseContext, ReadContext, TransactionContext } from '#kit/api/context.ts'
import { assertNoViolations, refuseStandard } from '#kit/api/refusal.ts'
import { getSetting } from '#domains/site/public.ts'
import { refuse } from '../errors.ts'
import { isReservedSlug, isWellFormedSlug, slugCandidates } from '../rules/slug.ts'
import * as store from '../store/members.ts'
import * as slugs from '../store/slugs.ts'
import { saveMember } from './save-member.ts'

/** A released slug still leads to its member, and is reserved for them, for 30 days. */
export const slugHeldSince = (ctx: BaseContext) => ctx.now.subtract({ hours: 30 * 24 })
const changesPerDay = 5

/** Claims the first free slug made of a name; answers it. */
export async function claimGeneratedSlug(ctx: TransactionContext, memberId: string, name: string): Promise<string> {
  const reserved = await getSetting(ctx, 'members.reservedSlugs')
  for (const slug of slugCandidates(name, ctx.newId(), reserved)) if (await slugs.claimSlug(ctx, memberId, slug, slugHeldSince(ctx))) return slug
  throw new Error(`no slug is left for ${memberId}`)
}

/**
 * Claims the slug that a member or the business chose; the former one leads to the member for 30 days. Refuses with SLUG_ALREADY_EXISTS, and with
 * THROTTLED_FEATURE after five choices of a day.
 */
export async function changeSlug(ctx: TransactionContext, member: store.MemberRecord, slug: string): Promise<store.MemberRecord> {
  if (slug === member.slug) return member
  if (!isWellFormedSlug(slug))
    assertNoViolations([
      {
        field: 'slug',
        description: 'must have letters, digits, dots, dashes or underscores, and begin and end with a letter or digit',
        violatedRule: 'FORMAT',
      },
    ])
  if (isReservedSlug(slug, await getSetting(ctx, 'members.reservedSlugs')))
    assertNoViolations([{ field: 'slug', description: 'This address is reserved.', violatedRule: 'OTHER', ruleName: 'SLUG_RESERVED' }])
  if (ctx.caller.role !== 'owner' && (await slugs.countSlugsChosenSince(ctx, member, ctx.now.subtract({ hours: 24 }))) >= changesPerDay)
    refuseStandard('THROTTLED_FEATURE')
  if (!(await slugs.claimSlug(ctx, member.id, slug, slugHeldSince(ctx)))) refuse('SLUG_ALREADY_EXISTS', { slug })
  await slugs.releaseSlugs(ctx, member.id, slug)
  return saveMember(ctx, member.id, { slug })
}

/** Whether a slug could be taken, without taking it. */
export async function checkSlugAvailability(
  ctx: ReadContext,
  member: store.MemberRecord,
  slug: string,
): Promise<'MINE' | 'FREE' | 'TAKEN' | 'RESERVED' | 'MALFORMED'> {
  if (slug === member.slug) return 'MINE'
  if (!isWellFormedSlug(slug)) return 'MALFORMED'
  if (isReservedSlug(slug, await getSetting(ctx, 'members.reservedSlugs'))) return 'RESERVED'
  return (await slugs.isSlugFree(ctx, member.id, slug, slugHeldSince(ctx))) ? 'FREE' : 'TAKEN'
}
