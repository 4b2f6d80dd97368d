/** What time makes due in sign-in. */
import type { Ctx } from '#kit/api/context.ts'
import { pruneAuditLog } from './store/audit.ts'
import { deleteExpiredTokens } from './store/sessions.ts'
import { rotateSigningKeys } from './oauth/store/signing-keys.ts'

export const identitySchedules = [
  { name: 'identity.tokens', everySeconds: 3600, run: (ctx: Ctx): Promise<number> => deleteExpiredTokens(ctx.tx, ctx.siteId, ctx.authNow) },
  { name: 'identity.audit', everySeconds: 86_400, run: (ctx: Ctx): Promise<number> => pruneAuditLog(ctx.tx, ctx.siteId, ctx.authNow) },
  { name: 'identity.signing-keys', everySeconds: 3600, run: (ctx: Ctx): Promise<number> => rotateSigningKeys(ctx.tx, ctx.authNow) },
]
