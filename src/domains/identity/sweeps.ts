/** What time makes due in sign-in. */
import type { Ctx } from '#kit/ctx.ts'
import { sweepAudit } from './store/owners.ts'
import { sweepTokens } from './store/sessions.ts'
import { rotateSigningKeys } from './store/signing-keys.ts'

export const identitySweeps = [
  { name: 'identity.tokens', everySeconds: 3600, run: (ctx: Ctx): Promise<number> => sweepTokens(ctx.tx, ctx.siteId, ctx.authNow) },
  { name: 'identity.audit', everySeconds: 86_400, run: (ctx: Ctx): Promise<number> => sweepAudit(ctx.tx, ctx.siteId, ctx.authNow) },
  { name: 'identity.signing-keys', everySeconds: 3600, run: (ctx: Ctx): Promise<number> => rotateSigningKeys(ctx.tx, ctx.authNow) },
]
