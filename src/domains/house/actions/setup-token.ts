/** The token in the set-up link that the start prints: whoever reads the server's output may set it up, nobody else. Source: guide identity 2.2. */
import { fingerprint, newSecret } from '#domains/identity/public.ts'
import type { Ctx } from '#kit/ctx.ts'
import type { MountDeps } from '#kit/mount.ts'
import { houseOccasion, unitOfWork } from '#kit/work/unit.ts'
import { refuse } from '../errors.ts'
import * as store from '../store/setup-tokens.ts'
import { anySite } from '../store.ts'

/** As many starts may have printed a link that still works; the oldest gives way. */
const MOST_TOKENS = 20

/** A new token for the set-up, kept as its hash; undefined when the server has a site. Tokens of former starts work until the set-up is done. */
export const newSetupToken = (deps: MountDeps): Promise<string | undefined> =>
  unitOfWork(deps, houseOccasion('', ''), async (ctx) => {
    if (await anySite(ctx)) return undefined
    const token = newSecret()
    await store.insertSetupToken(ctx, fingerprint(token), MOST_TOKENS)
    return token
  })

/** Refuses with 403 what no start printed. */
export async function assertSetupToken(ctx: Ctx, token: string | undefined): Promise<void> {
  if (!token || !(await store.hasSetupToken(ctx, fingerprint(token.trim())))) refuse('SETUP_CODE_INVALID')
}
