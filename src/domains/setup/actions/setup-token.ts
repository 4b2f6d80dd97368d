/** The token in the setup link that is printed at start: only those who read the server's output may set it up. Source: guide identity §2.2. */
import { hashSecret, newSecret } from '#domains/identity/public.ts'
import type { ReadContext } from '#kit/api/context.ts'
import type { MountDeps } from '#kit/api/mount.ts'
import { createSystemMeta, runTransaction } from '#kit/jobs/unit-of-work.ts'
import { refuse } from '../errors.ts'
import * as store from '../store/setup-tokens.ts'
import { findAnySite } from '../store/sites.ts'

/** Links of so many starts work at the same time. */
const MAX_TOKENS = 20

/** A new token, stored as a hash; undefined when the server has a site. Tokens of earlier starts work until setup is done. */
export const createSetupToken = (deps: MountDeps): Promise<string | undefined> =>
  runTransaction(deps, createSystemMeta('', ''), async (ctx) => {
    if (await findAnySite(ctx)) return undefined
    const token = newSecret()
    await store.insertSetupToken(ctx, hashSecret(token), MAX_TOKENS)
    return token
  })

/** Refuses an unknown token with 403. */
export async function assertSetupToken(ctx: ReadContext, token: string | undefined): Promise<void> {
  if (!token || !(await store.hasSetupToken(ctx, hashSecret(token.trim())))) refuse('SETUP_CODE_INVALID')
}
