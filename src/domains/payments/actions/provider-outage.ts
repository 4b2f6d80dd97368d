/** The provider rejects our key or request: kept for the dashboard, and the owners are notified once until it works again. Source: guide pricing-plans §10.4. */
import { queueEmail } from '#domains/notifications/public.ts'
import type { TransactionContext } from '#kit/api/context.ts'
import { deleteProblem, hasProblem, insertProblem } from '../store/providers.ts'
import type { PaymentsEmails } from '../emails/variables.ts'

/** Notes that a provider rejects us; the owners are emailed when it is new. */
export async function reportProviderOutage(ctx: TransactionContext, provider: string, problem: string): Promise<void> {
  if (!(await insertProblem(ctx, provider, problem))) return
  await queueEmail<PaymentsEmails>(
    ctx,
    { kind: 'owners' },
    {
      template: 'charges-stopped',
      variables: { reasonPlain: problem, link: `${ctx.origin}/dashboard/money` },
      uniqueKey: `stopped:${provider}:${ctx.now.epochMilliseconds}`,
    },
  )
}

/** The provider works again. */
export async function clearProviderOutage(ctx: TransactionContext, provider: string): Promise<void> {
  if (await hasProblem(ctx, provider)) await deleteProblem(ctx, provider)
}
