/** The token in the set-up link that the start prints: whoever reads the server's output may set it up, nobody else. Source: guide identity 2.2. */
import { hashSecret, newSecret } from '#domains/identity/public.ts'
import type { Ctx } from '#kit/api/context.ts'
import type { MountDeps } from '#kit/api/mount.ts'
import { createSystemMeta, unitOfWork } from '#kit/jobs/unit-of-work.ts'
import { refuse } from '../errors.ts'
import * as store from '../store/setup-tokens.ts'
import { findAnySite } from '../store/sites.ts'

/** As many starts may have printed a link that still works; the oldest gives way. */
const MAX_TOKENS = 20

/** A new token for the set-up, kept as its hash; undefined when the server has a site. Tokens of former starts work until the set-up is done. */
export const createSetupToken = (deps: MountDeps): Promise<string | undefined> =>
  unitOfWork(deps, createSystemMeta('', ''), async (ctx) => {
    if (await findAnySite(ctx)) return undefined
    const token = newSecret()
    await store.insertSetupToken(ctx, hashSecret(token), MAX_TOKENS)
    return token
  })

/** Refuses with 403 what no start printed. */
export async function assertSetupToken(ctx: Ctx, token: string | undefined): Promise<void> {
  if (!token || !(await store.hasSetupToken(ctx, hashSecret(token.trim())))) refuse('SETUP_CODE_INVALID')
}
