/** API keys of a business account. Source: guide identity §2, §9.8. */
import { randomBytes } from 'node:crypto'
import type { Temporal } from 'temporal-polyfill'
import type { TransactionContext } from '#kit/api/context.ts'
import { findSiteById } from '#domains/site/public.ts'
import { refuse } from '../../errors.ts'
import { hashSecret } from '../../crypto/secrets.ts'
import { audit } from '../../store/audit.ts'
import * as store from '../store/api-keys.ts'

const MAX_API_KEYS = 50

/** Creates an API key. The key is returned once; only its hash is stored. */
export async function createApiKey(
  ctx: TransactionContext,
  input: { name: string; accountId?: string; userId?: string; permissions?: string[] | null; allSites?: boolean; expiresAt?: Temporal.Instant | null },
): Promise<{ id: string; key: string; row: store.KeyRow }> {
  const accountId = input.accountId ?? (await findSiteById(ctx, ctx.siteId))?.accountId ?? ''
  if ((await store.countKeys(ctx, accountId)) >= MAX_API_KEYS) refuse('TOO_MANY_API_KEYS')
  const key = `msk_${randomBytes(32).toString('base64url')}`
  const row = await store.insertKey(
    ctx,
    {
      id: ctx.newId(),
      accountId,
      name: input.name,
      keyHash: hashSecret(key),
      hint: key.slice(-4),
      permissions: input.permissions ?? null,
      siteIds: input.allSites ? null : [ctx.siteId],
      expiresAt: input.expiresAt ?? null,
    },
    ctx.authNow,
  )
  await audit(ctx, 'api-key.created', { subjectId: row.id, ...(input.userId ? { actorId: input.userId } : {}) })
  return { id: row.id, key, row }
}
