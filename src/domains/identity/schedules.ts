/** Schedules of sign-in: token cleanup, audit retention, key rotation. */
import type { TransactionContext } from '#kit/api/context.ts'
import { hasOldAuditEntries, pruneAuditLog } from './store/audit.ts'
import { deleteExpiredTokens, hasExpiredTokens } from './store/sessions.ts'
import { hasKeysToRotate, rotateSigningKeys } from './oauth/store/signing-keys.ts'

export const identitySchedules = [
  {
    name: 'identity.tokens',
    everySeconds: 3600,
    isDue: hasExpiredTokens,
    run: (ctx: TransactionContext): Promise<number> => deleteExpiredTokens(ctx, ctx.authNow),
  },
  {
    name: 'identity.audit',
    everySeconds: 86_400,
    isDue: hasOldAuditEntries,
    run: (ctx: TransactionContext): Promise<number> => pruneAuditLog(ctx, ctx.authNow),
  },
  {
    name: 'identity.signing-keys',
    everySeconds: 3600,
    isDue: hasKeysToRotate,
    run: (ctx: TransactionContext): Promise<number> => rotateSigningKeys(ctx, ctx.authNow),
  },
]
