/** Issues access tokens, signed with the current key of this database. Source: guide identity §4.1. */
import { randomUUID } from 'node:crypto'
import type { ReadContext } from '#kit/api/context.ts'
import { findSiteOwner } from '../../hooks.ts'
import { signAccessToken, type Subject } from '../crypto/access-token.ts'
import { getKeyRing } from '../store/signing-keys.ts'

/** A signed access token for a visitor, a member or an app. */
export async function issueAccessToken(ctx: ReadContext, subject: Subject): Promise<string> {
  const { current } = await getKeyRing(ctx.db, ctx.authNow)
  const [siteOwnerId] = await findSiteOwner.call(ctx, { siteId: subject.siteId })
  return signAccessToken(subject, current, ctx.authNow, { tokenId: randomUUID(), siteOwnerId })
}
