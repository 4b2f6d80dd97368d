/** The site's word on who may be public. Source: guide members 4.1, 13. */
import type { Ctx } from '#kit/ctx.ts'
import { refuse } from '../errors.ts'
import type { PrivacySettings } from '../rules/privacy.ts'
import * as store from '../store/members.ts'
import * as privacy from '../store/privacy-settings.ts'
import { saved } from './saved.ts'

type Unknown = 'UNKNOWN'

export async function changeSettings(
  ctx: Ctx,
  wish: {
    visibility?: PrivacySettings['visibility'] | Unknown | undefined
    candidates?: PrivacySettings['candidates'] | Unknown | undefined
    revision: string
  },
): Promise<privacy.StoredPrivacy> {
  const now = await privacy.lockPrivacySettings(ctx)
  if (wish.revision !== String(now.revision)) refuse('INVALID_REVISION', { revision: wish.revision })
  const visibility = wish.visibility ?? now.visibility
  const candidates = wish.candidates ?? now.candidates
  if (visibility === 'UNKNOWN' || candidates === 'UNKNOWN' || (candidates === 'NO_ONE' && now.defaultPrivacy === 'PUBLIC'))
    return refuse('INVALID_SETTINGS', { publicMemberVisibility: visibility, publicMemberCandidates: candidates })
  const next = { ...now, visibility, candidates, revision: now.revision + 1, updatedAt: ctx.now.toString({ smallestUnit: 'millisecond' }) }
  await privacy.savePrivacySettings(ctx, next)
  // Going back to ANYONE restores nobody: each member decides again.
  if (candidates === 'NO_ONE' && now.candidates === 'ANYONE')
    ctx.later({ kind: 'members.make-private', key: `${next.revision}:1`, data: { revision: next.revision, round: 1 } })
  return next
}

/** Counts for members who are made from now on. */
export async function changeDefault(
  ctx: Ctx,
  wish: { defaultPrivacy: PrivacySettings['defaultPrivacy'] | Unknown; revision: string },
): Promise<privacy.StoredPrivacy> {
  const now = await privacy.lockPrivacySettings(ctx)
  if (wish.revision !== String(now.defaultRevision)) refuse('INVALID_REVISION', { revision: wish.revision })
  const { defaultPrivacy } = wish
  if (defaultPrivacy === 'UNKNOWN' || (defaultPrivacy === 'PUBLIC' && now.candidates === 'NO_ONE'))
    return refuse('INVALID_SETTINGS', { defaultPrivacy, publicMemberCandidates: now.candidates })
  const next = { ...now, defaultPrivacy, defaultRevision: now.defaultRevision + 1 }
  await privacy.savePrivacySettings(ctx, next)
  return next
}

const batch = 100
/** Makes every public member private, a hundred per piece of work. */
export async function makePrivate(ctx: Ctx, data: { revision: number; round: number }): Promise<void> {
  if ((await privacy.privacySettings(ctx)).candidates !== 'NO_ONE') return
  const ids = await store.publicMemberIds(ctx, batch)
  for (const id of ids) if ((await store.lockMember(ctx, id))?.privacyStatus === 'PUBLIC') await saved(ctx, id, { privacyStatus: 'PRIVATE' })
  if (ids.length === batch) ctx.later({ kind: 'members.make-private', key: `${data.revision}:${data.round + 1}`, data: { ...data, round: data.round + 1 } })
}
