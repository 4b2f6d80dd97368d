/** Events that a provider announces with its answer, such as a dispute that a test card leads to. */
import type { TransactionContext } from '#kit/api/context.ts'
import type { ChargeResult } from '#kit/payments/provider.ts'

/** Enqueues what the provider said it will report on its own. */
export function enqueueFollowUps(ctx: TransactionContext, provider: string, { followUps = [] }: Pick<ChargeResult, 'followUps'>): void {
  for (const { event, afterSeconds } of followUps)
    ctx.enqueue({
      kind: 'payments.provider-event',
      key: `${provider}:${event.id}`,
      data: { provider, event },
      dueAt: ctx.now.add({ seconds: afterSeconds }),
    })
}
