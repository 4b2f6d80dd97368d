/** Site settings on who may be public. Source: guide members §4.1, §13. */
import type { TransactionContext } from '#kit/api/context.ts'
import { refuse } from '../errors.ts'
import type { PrivacySettings } from '../rules/privacy.ts'
import * as store from '../store/members.ts'
import * as privacy from '../store/privacy-settings.ts'
import { saveMember } from './save-member.ts'

type Unknown = 'UNKNOWN'

/** Changes who may be public and who sees the members. Refuses with INVALID_REVISION, INVALID_SETTINGS. */
export async function changePrivacySettings(
  ctx: TransactionContext,
  input: {
    visibility?: PrivacySettings['visibility'] | Unknown | undefined
    candidates?: PrivacySettings['candidates'] | Unknown | undefined
    revision: string
  },
): Promise<privacy.StoredPrivacy> {
  const current = await privacy.lockPrivacySettings(ctx)
  if (input.revision !== String(current.revision)) refuse('INVALID_REVISION', { revision: input.revision })
  const visibility = input.visibility ?? current.visibility
  const candidates = input.candidates ?? current.candidates
  if (visibility === 'UNKNOWN' || candidates === 'UNKNOWN' || (candidates === 'NO_ONE' && current.defaultPrivacy === 'PUBLIC'))
    return refuse('INVALID_SETTINGS', { publicMemberVisibility: visibility, publicMemberCandidates: candidates })
  const next = { ...current, visibility, candidates, revision: current.revision + 1, updatedAt: ctx.now.toString({ smallestUnit: 'millisecond' }) }
  await privacy.savePrivacySettings(ctx, next)
  // Going back to ANYONE does not make members public again: each member decides.
  if (candidates === 'NO_ONE' && current.candidates === 'ANYONE')
    ctx.enqueue({ kind: 'members.make-private', key: `${next.revision}:1`, data: { revision: next.revision, round: 1 } })
  return next
}

/** Applies to members who are created from now on. */
export async function changeDefaultPrivacy(
  ctx: TransactionContext,
  input: { defaultPrivacy: PrivacySettings['defaultPrivacy'] | Unknown; revision: string },
): Promise<privacy.StoredPrivacy> {
  const current = await privacy.lockPrivacySettings(ctx)
  if (input.revision !== String(current.defaultRevision)) refuse('INVALID_REVISION', { revision: input.revision })
  const { defaultPrivacy } = input
  if (defaultPrivacy === 'UNKNOWN' || (defaultPrivacy === 'PUBLIC' && current.candidates === 'NO_ONE'))
    return refuse('INVALID_SETTINGS', { defaultPrivacy, publicMemberCandidates: current.candidates })
  const next = { ...current, defaultPrivacy, defaultRevision: current.defaultRevision + 1 }
  await privacy.savePrivacySettings(ctx, next)
  return next
}

const BATCH_SIZE = 100
/** Makes every public member private, 100 per job. */
export async function makeMembersPrivate(ctx: TransactionContext, data: { revision: number; round: number }): Promise<void> {
  if ((await privacy.getPrivacySettings(ctx)).candidates !== 'NO_ONE') return
  const ids = await store.listPublicMemberIds(ctx, BATCH_SIZE)
  for (const id of ids) if ((await store.lockMember(ctx, id))?.privacyStatus === 'PUBLIC') await saveMember(ctx, id, { privacyStatus: 'PRIVATE' })
  if (ids.length === BATCH_SIZE)
    ctx.enqueue({ kind: 'members.make-private', key: `${data.revision}:${data.round + 1}`, data: { ...data, round: data.round + 1 } })
}
