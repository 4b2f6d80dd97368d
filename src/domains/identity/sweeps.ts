/** What time makes due in sign-in. */
import type { Ctx } from '#kit/ctx.ts'
import { neverVerified, updateIdentity } from './store/identities.ts'
import { sweepAudit } from './store/owners.ts'
import { days, sweepTokens } from './store/sessions.ts'
import { rotateSigningKeys } from './store/signing-keys.ts'

export const identitySweeps = [
  { name: 'identity.tokens', everySeconds: 3600, run: (ctx: Ctx): Promise<number> => sweepTokens(ctx.tx, ctx.siteId, ctx.authNow) },
  { name: 'identity.audit', everySeconds: 86_400, run: (ctx: Ctx): Promise<number> => sweepAudit(ctx.tx, ctx.siteId, ctx.authNow) },
  { name: 'identity.signing-keys', everySeconds: 3600, run: (ctx: Ctx): Promise<number> => rotateSigningKeys(ctx.tx, ctx.authNow) },
  {
    name: 'identity.never-verified',
    everySeconds: 86_400,
    /** Sign-ups whose e-mail was not proven within 30 days give the address back (guide: identity 9.2). */
    run: async (ctx: Ctx): Promise<number> => {
      const stale = await neverVerified(ctx.tx, ctx.siteId, ctx.authNow.subtract(days(30)))
      for (const { id } of stale) await updateIdentity(ctx.tx, ctx.siteId, id, { closed: true }, ctx.authNow)
      return stale.length
    },
  },
]
